//! Whether the axioms of a level permit an execution.

use std::collections::BTreeSet;

use super::operation_axioms::OperationJudge;
use super::{EventTrace, Execution, History, Levels, Outcome, Place, Row, TransactionSet, View};
use crate::model::{Axioms, Closure, Granularity, Model, Serial};
use crate::program::{Lock, Program};

/// The first axiom found broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{axiom} is broken for {by}")]
pub struct Forbidden {
    /// The axiom.
    pub axiom: &'static str,
    /// The transaction it is broken for.
    pub by: String,
}

/// Judges an execution, given what it computes.
pub fn permitted(
    program: &Program,
    levels: &Levels,
    execution: &Execution,
    outcome: &Outcome,
) -> Result<(), Forbidden> {
    match &execution.history {
        History::Transactions { order, views } => {
            Judge { program, levels, outcome, order, views }.judge()
        }
        History::Operations { order, seen, .. } => {
            OperationJudge { program, levels, outcome, order, seen }.judge()
        }
    }
}

struct Judge<'a> {
    program: &'a Program,
    levels: &'a Levels,
    outcome: &'a Outcome,
    order: &'a [usize],
    views: &'a [View],
}

impl Judge<'_> {
    fn judge(&self) -> Result<(), Forbidden> {
        for &transaction in self.order {
            let axioms = self.axioms(transaction);
            self.shape(transaction, axioms)?;
            self.closure(transaction, axioms)?;
            self.serial(transaction, axioms)?;
            self.conflicts(transaction, axioms)?;
            self.locks(transaction, axioms)?;
            let told = self.program.told_by(transaction).is_subset(self.before(transaction));
            self.require(told, "results before their use", transaction)?;
        }
        self.serializable_among_weaker()?;
        self.sessions()
    }

    fn axioms(&self, transaction: usize) -> Axioms {
        self.levels.axioms(self.program, transaction)
    }

    fn fail(&self, axiom: &'static str, transaction: usize) -> Result<(), Forbidden> {
        Err(Forbidden { axiom, by: self.program.transactions[transaction].name.clone() })
    }

    fn require(
        &self,
        holds: bool,
        axiom: &'static str,
        transaction: usize,
    ) -> Result<(), Forbidden> {
        if holds { Ok(()) } else { self.fail(axiom, transaction) }
    }

    fn before(&self, transaction: usize) -> TransactionSet {
        self.order.iter().copied().take_while(|&other| other != transaction).collect()
    }

    fn sets(&self, transaction: usize) -> &[TransactionSet] {
        match &self.views[transaction] {
            View::Whole(set) => std::slice::from_ref(set),
            View::Statements(sets) | View::Reads(sets) => sets,
        }
    }

    fn shape(&self, transaction: usize, axioms: Axioms) -> Result<(), Forbidden> {
        let code = &self.program.transactions[transaction];
        let fits = match (axioms.granularity, &self.views[transaction]) {
            (Granularity::Transaction, View::Whole(_)) => true,
            (Granularity::Statement, View::Statements(sets)) => sets.len() == code.statements.len(),
            (Granularity::Read, View::Reads(sets)) => sets.len() == code.reads().count(),
            _ => false,
        };
        self.require(fits, "the granularity of views", transaction)?;
        let before = self.before(transaction);
        let sets = self.sets(transaction);
        let earlier = sets.iter().all(|set| set.is_subset(before));
        self.require(earlier, "visibility within arbitration", transaction)?;
        let growing = sets.windows(2).all(|pair| pair[0].is_subset(pair[1]));
        self.require(growing || !axioms.growing, "growing views", transaction)
    }

    fn closure(&self, transaction: usize, axioms: Axioms) -> Result<(), Forbidden> {
        for &set in self.sets(transaction) {
            for seen in set.iter() {
                let (axiom, needed) = match axioms.closure {
                    Closure::Nothing => continue,
                    Closure::Transitive => ("transitive visibility", self.views[seen].union()),
                    Closure::Prefix => ("prefix visibility", self.before(seen)),
                };
                self.require(needed.is_subset(set), axiom, transaction)?;
            }
        }
        Ok(())
    }

    fn serial(&self, transaction: usize, axioms: Axioms) -> Result<(), Forbidden> {
        let view = self.views[transaction].union();
        let before = self.before(transaction);
        let axiom = "total visibility";
        match axioms.serial {
            Serial::Nobody => Ok(()),
            Serial::Everybody => self.require(before.is_subset(view), axiom, transaction),
            Serial::Updates if self.outcome.updates(transaction) => {
                let missed = before.iter().any(|i| self.outcome.updates(i) && !view.contains(i));
                self.require(!missed, axiom, transaction)
            }
            Serial::Updates => {
                let missed = view.iter().any(|seen| {
                    let earlier = self.before(seen);
                    earlier.iter().any(|i| self.depend(i, seen) && !view.contains(i))
                });
                self.require(!missed, "views closed under conflicts", transaction)
            }
        }
    }

    /// Whether two transactions access a place that one of them writes.
    fn depend(&self, i: usize, j: usize) -> bool {
        let writes = |t: usize| accessed(self.outcome, t, false);
        let reads = |t: usize| accessed(self.outcome, t, true);
        let meet = |a: &BTreeSet<Place>, b: &BTreeSet<Place>| !a.is_disjoint(b);
        meet(&writes(i), &writes(j)) || meet(&writes(i), &reads(j)) || meet(&reads(i), &writes(j))
    }

    fn conflicts(&self, later: usize, axioms: Axioms) -> Result<(), Forbidden> {
        let view = self.views[later].union();
        let base = &self.levels.base;
        for earlier in self.before(later).iter() {
            if view.contains(earlier) || !axioms.no_conflict {
                continue;
            }
            let versions = self.versions(earlier);
            let both = self.axioms(earlier).no_conflict
                && versions.iter().any(|row| self.outcome.writes_row(later, row));
            self.require(!both, "no conflict", later)?;
            let locked = base.row_locks
                && versions
                    .iter()
                    .any(|row| self.locks_row(later, row, Lock::Exclusive, usize::MAX));
            self.require(!locked, "no conflict with a lock", later)?;
        }
        Ok(())
    }

    /// The rows of which a transaction makes a new version.
    fn versions(&self, transaction: usize) -> BTreeSet<Row> {
        if self.outcome.aborted.contains(transaction) {
            return BTreeSet::new();
        }
        let identity = self.levels.base.identity_updates;
        let writes = self.outcome.happened(transaction).filter(|event| event.source.is_none());
        writes.filter(|event| identity || event.changes).map(|event| event.place.row()).collect()
    }

    /// Whether a transaction locks a row in a statement before `statement`, so
    /// that it waits for one who holds it.
    fn locks_row(&self, transaction: usize, row: &Row, held: Lock, statement: usize) -> bool {
        let mut events = self.outcome.happened(transaction);
        let waits = |e: &EventTrace| held.excludes(e.lock) && e.place.row() == *row;
        events.any(|e| e.statement < statement && waits(e))
    }

    fn locks(&self, transaction: usize, axioms: Axioms) -> Result<(), Forbidden> {
        let row_locks = self.levels.base.row_locks;
        // What must be current: from which statement on, by which view.
        let views: Vec<(usize, TransactionSet)> = match &self.views[transaction] {
            View::Statements(sets) if axioms.locked_rows_stay_current => {
                sets.iter().copied().enumerate().collect()
            }
            View::Whole(set) if axioms.snapshot_after_locks() && row_locks => {
                let mut events = self.outcome.happened(transaction);
                let snapshot =
                    events.find(|event| event.source.is_some() && event.lock == Lock::No);
                snapshot.map(|event| (event.statement, *set)).into_iter().collect()
            }
            _ => return Ok(()),
        };
        for (statement, view) in views {
            for earlier in self.before(transaction).iter().filter(|&i| !view.contains(i)) {
                let held = self
                    .outcome
                    .happened(earlier)
                    .filter(|event| row_locks || event.source.is_none())
                    .map(|event| (event.place.row(), event.lock));
                let missed = held
                    .into_iter()
                    .any(|(row, lock)| self.locks_row(transaction, &row, lock, statement));
                self.require(!missed, "locked rows stay current", transaction)?;
            }
        }
        Ok(())
    }

    /// Serializable transactions among weaker ones have no dependency cycle
    /// among themselves.
    fn serializable_among_weaker(&self) -> Result<(), Forbidden> {
        if !self.levels.mixed() {
            return Ok(());
        }
        let serializable = self.order.iter().copied().filter(|&i| self.levels.of(i) == Model::SER);
        let mut left: Vec<usize> = serializable.collect();
        // Repeatedly take away one on which no other depends.
        while !left.is_empty() {
            let free = left.iter().position(|&i| !left.iter().any(|&j| self.must_precede(j, i)));
            match free {
                Some(index) => drop(left.remove(index)),
                None => return self.fail("serializability among serializable ones", left[0]),
            }
        }
        Ok(())
    }

    /// Whether `i` must be serialized before `j`.
    fn must_precede(&self, i: usize, j: usize) -> bool {
        if i == j {
            return false;
        }
        let (sees_i, sees_j) =
            (self.views[j].union().contains(i), self.views[i].union().contains(j));
        let written = accessed(self.outcome, i, false);
        let depends = sees_i
            && (!written.is_disjoint(&accessed(self.outcome, j, false))
                || !written.is_disjoint(&accessed(self.outcome, j, true)));
        let overwritten = accessed(self.outcome, i, true);
        let anti = !sees_j && !overwritten.is_disjoint(&accessed(self.outcome, j, false));
        depends || anti
    }

    fn sessions(&self) -> Result<(), Forbidden> {
        let stale = |transaction: usize| self.program.transactions[transaction].stale;
        let promises = self.levels.base.session;
        let committed: TransactionSet = self.order.iter().copied().collect();
        for (b, before) in self.program.session_predecessors().into_iter().enumerate() {
            for a in before {
                if !committed.contains(a) || !committed.contains(b) {
                    continue;
                }
                let all_see =
                    |c: usize, d: usize| stale(d) || self.sets(d).iter().all(|set| set.contains(c));
                let ordered = |c: usize, d: usize| self.before(d).contains(c);
                let (a_updates, b_updates) = (self.outcome.updates(a), self.outcome.updates(b));
                let seen_by_a = self.views[a].union();
                if promises.strong_session {
                    self.require(all_see(a, b) && ordered(a, b), "strong session", b)?;
                }
                if promises.read_your_writes && a_updates {
                    self.require(all_see(a, b) && ordered(a, b), "read your writes", b)?;
                }
                if promises.monotonic_reads {
                    let kept = seen_by_a.iter().all(|c| all_see(c, b)) && !seen_by_a.contains(b);
                    self.require(kept, "monotonic reads", b)?;
                }
                let with_b = |c: usize| {
                    let mut views = self.order.iter().flat_map(|&d| self.sets(d));
                    views.all(|set| !set.contains(b) || set.contains(c))
                };
                if promises.monotonic_writes && a_updates && b_updates {
                    self.require(ordered(a, b) && with_b(a), "monotonic writes", b)?;
                }
                if promises.writes_follow_reads && b_updates {
                    let kept = seen_by_a.iter().all(|c| ordered(c, b) && with_b(c));
                    self.require(kept, "writes follow reads", b)?;
                }
            }
        }
        Ok(())
    }
}

/// The places a transaction read from others, or wrote.
fn accessed(outcome: &Outcome, transaction: usize, read: bool) -> BTreeSet<Place> {
    let own = super::Source::Transaction(transaction);
    let events = outcome.happened(transaction);
    let wanted = events.filter(|event| match event.source {
        Some(source) => read && source != own,
        None => !read && !outcome.aborted.contains(transaction),
    });
    wanted.map(|event| event.place.clone()).collect()
}
