//! What is seen: one Boolean per view and transaction, and the axioms.

use super::{Encoding, ViewName};
use crate::model::{Axioms, Closure, Granularity, Serial};
use crate::program::{Event, Lock};
use crate::term::{Sort, Term};

impl Encoding<'_> {
    pub(super) fn axioms(&self, transaction: usize) -> Axioms {
        self.levels.axioms(self.program, transaction)
    }

    /// The views of a transaction, in program order.
    pub(super) fn views_of(&self, transaction: usize) -> Vec<ViewName> {
        let code = &self.program.transactions[transaction];
        match self.axioms(transaction).granularity {
            Granularity::Operation => Vec::new(),
            Granularity::Transaction => vec![ViewName::Whole(transaction)],
            Granularity::Statement => {
                (0..code.statements.len()).map(|s| ViewName::Statement(transaction, s)).collect()
            }
            Granularity::Read => {
                (0..code.reads().count()).map(|r| ViewName::Read(transaction, r)).collect()
            }
        }
    }

    /// The view that decides what a read returns.
    pub(super) fn view_of_read(
        &self,
        transaction: usize,
        statement: usize,
        read: usize,
        lock: Lock,
    ) -> ViewName {
        let axioms = self.axioms(transaction);
        match axioms.granularity {
            _ if lock.is_current(axioms) => ViewName::Before(transaction),
            Granularity::Statement => ViewName::Statement(transaction, statement),
            Granularity::Read => ViewName::Read(transaction, read),
            Granularity::Transaction | Granularity::Operation => ViewName::Whole(transaction),
        }
    }

    /// Whether a view sees a transaction.
    pub(super) fn sees(&mut self, view: ViewName, seen: usize) -> Term {
        match view {
            ViewName::Final => self.terms.bool(true),
            ViewName::Before(transaction) => self.ar[seen][transaction],
            _ => self.sees[&(view, seen)],
        }
    }

    /// Whether a transaction sees another at some time.
    pub(super) fn visible(&mut self, seen: usize, by: usize) -> Term {
        let views = self.views_of(by);
        let somewhere: Vec<Term> = views.into_iter().map(|v| self.sees[&(v, seen)]).collect();
        self.terms.or(somewhere)
    }

    pub(super) fn views(&mut self) {
        for transaction in self.relevant() {
            for view in self.views_of(transaction) {
                self.declare(view, transaction);
            }
        }
        for transaction in self.relevant() {
            let axioms = self.axioms(transaction);
            let views = self.views_of(transaction);
            for &view in &views {
                self.close(view, transaction, axioms.closure);
            }
            if axioms.growing {
                for pair in views.windows(2) {
                    for seen in self.relevant() {
                        let (earlier, later) =
                            (self.sees[&(pair[0], seen)], self.sees[&(pair[1], seen)]);
                        self.require_if([earlier], later);
                    }
                }
            }
            if axioms.serial == Serial::Updates {
                self.serial_updates(transaction);
            }
        }
    }

    /// Nobody sees what is arbitrated later; in a serial execution everybody
    /// sees what is arbitrated earlier.
    fn declare(&mut self, view: ViewName, transaction: usize) {
        let serial = self.axioms(transaction).serial == Serial::Everybody;
        for seen in self.relevant() {
            let before = self.ar[seen][transaction];
            let sees = if serial || self.is_false(before) {
                before
            } else {
                let sees = self.terms.fresh(Sort::Bool);
                self.require_if([sees], before);
                sees
            };
            self.sees.insert((view, seen), sees);
        }
    }

    fn close(&mut self, view: ViewName, transaction: usize, closure: Closure) {
        for j in self.relevant().filter(|&j| j != transaction) {
            for k in self.relevant().filter(|&k| k != j && k != transaction) {
                let precedes = match closure {
                    Closure::Nothing => return,
                    Closure::Transitive => self.visible(k, j),
                    Closure::Prefix => self.ar[k][j],
                };
                let (sees_j, sees_k) = (self.sees[&(view, j)], self.sees[&(view, k)]);
                self.require_if([precedes, sees_j], sees_k);
            }
        }
    }

    /// Writers see earlier writers; a reader's view is closed under conflicts.
    fn serial_updates(&mut self, transaction: usize) {
        let view = ViewName::Whole(transaction);
        let updates = self.updates(transaction);
        let only_reads = self.terms.not(updates);
        for i in self.relevant().filter(|&i| i != transaction) {
            let (also, before, sees) =
                (self.updates(i), self.ar[i][transaction], self.sees[&(view, i)]);
            self.require_if([updates, also, before], sees);
            for j in self.relevant().filter(|&j| j != i && j != transaction) {
                let depend = self.depend(i, j);
                if self.is_false(only_reads) || self.is_false(depend) {
                    continue;
                }
                let (before, sees_j) = (self.ar[i][j], self.sees[&(view, j)]);
                self.require_if([only_reads, before, depend, sees_j], sees);
            }
        }
    }

    /// Whether two transactions access a cell that one of them writes.
    fn depend(&mut self, i: usize, j: usize) -> Term {
        let one_way = self.writes_accessed(i, j);
        let other_way = self.writes_accessed(j, i);
        self.terms.or([one_way, other_way])
    }

    /// Whether `i` writes a cell that `j` writes or reads from others.
    pub(super) fn writes_accessed(&mut self, i: usize, j: usize) -> Term {
        let read = self.writes_read(i, j);
        let program = self.program;
        let mut conditions = vec![read];
        for (_, write) in program.transactions[j].writes() {
            let (writes, _) = self.written(i, write.cell);
            let commits = self.commits(j);
            conditions.push(self.terms.and([self.present[j], commits, write.guard, writes]));
        }
        self.terms.or(conditions)
    }

    /// Whether `i` writes a cell that `j` reads from others.
    pub(super) fn writes_read(&mut self, i: usize, j: usize) -> Term {
        let program = self.program;
        let mut conditions = Vec::new();
        for (position, (_, event)) in program.transactions[j].events().enumerate() {
            let Event::Read(read) = event else { continue };
            let (writes, _) = self.written(i, read.cell);
            let (own, _) = self.own(j, read.cell, position);
            let external = self.terms.not(own);
            conditions.push(self.terms.and([self.present[j], read.guard, external, writes]));
        }
        self.terms.or(conditions)
    }
}
