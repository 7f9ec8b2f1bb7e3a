//! Write conflicts and locks.

use super::store::{cell_and_guard, lock_of};
use super::{Encoding, ViewName};
use crate::model::{Granularity, Model};
use crate::program::{Event, Lock};
use crate::term::{Cell, Term};

impl Encoding<'_> {
    pub(super) fn conflicts(&mut self) {
        for later in self.relevant() {
            for earlier in self.relevant().filter(|&earlier| earlier != later) {
                self.no_conflict(earlier, later);
                self.locked_rows(earlier, later);
            }
        }
        self.serializable_among_weaker();
    }

    /// Of two writers of a row, the one arbitrated later sees the other.
    fn no_conflict(&mut self, earlier: usize, later: usize) {
        let axioms = self.axioms(later);
        if !axioms.no_conflict {
            return;
        }
        let both = self.axioms(earlier).no_conflict;
        let row_locks = self.levels.base.row_locks;
        let program = self.program;
        let mut conflicts = Vec::new();
        for (position, (_, event)) in program.transactions[earlier].events().enumerate() {
            let Event::Write(write) = event else { continue };
            let meets_write = if both || row_locks {
                self.writes_row(later, write.cell)
            } else {
                self.terms.bool(false)
            };
            let meets_lock = if row_locks {
                self.locks_row(later, write.cell, Lock::Exclusive, usize::MAX)
            } else {
                self.terms.bool(false)
            };
            let commits = self.commits(earlier);
            let mut version = self.terms.and([self.present[earlier], commits, write.guard]);
            if !self.levels.base.identity_updates {
                let changes = self.changes(earlier, position, write);
                version = self.terms.and([version, changes]);
            }
            let meets = self.terms.or([meets_write, meets_lock]);
            conflicts.push(self.terms.and([version, meets]));
        }
        let conflict = self.terms.or(conflicts);
        let (before, sees) = (self.ar[earlier][later], self.visible(earlier, later));
        self.require_if([conflict, before], sees);
    }

    /// Views taken after a row was locked contain who held it before.
    fn locked_rows(&mut self, earlier: usize, later: usize) {
        let axioms = self.axioms(later);
        let row_locks = self.levels.base.row_locks;
        let statements = self.program.transactions[later].statements.len();
        let views: Vec<(usize, ViewName, Term)> = match axioms.granularity {
            Granularity::Statement if axioms.locked_rows_stay_current => {
                let always = self.terms.bool(true);
                (0..statements).map(|s| (s, ViewName::Statement(later, s), always)).collect()
            }
            Granularity::Transaction if axioms.snapshot_after_locks() && row_locks => {
                self.snapshots(later)
            }
            _ => return,
        };
        let program = self.program;
        let of_earlier = self.axioms(earlier);
        let held: Vec<(Cell, Term, Lock)> = program.transactions[earlier]
            .events()
            .map(|(_, event)| event)
            .filter(|event| row_locks || matches!(event, Event::Write(_)))
            .map(|event| (cell_and_guard(event), lock_of(event, of_earlier)))
            .map(|((cell, guard), lock)| (cell, guard, lock))
            .collect();
        for (statement, view, taken) in views {
            for &(cell, guard, lock) in &held {
                let locks = self.locks_row(later, cell, lock, statement);
                let (before, sees) = (self.ar[earlier][later], self.sees[&(view, earlier)]);
                let present = self.present[earlier];
                self.require_if([taken, present, guard, locks, before], sees);
            }
        }
    }

    /// Where a transaction with one snapshot may take it: at its first plain
    /// read.
    fn snapshots(&mut self, transaction: usize) -> Vec<(usize, ViewName, Term)> {
        let program = self.program;
        let (view, axioms) = (ViewName::Whole(transaction), self.axioms(transaction));
        let mut none_before = self.terms.bool(true);
        let mut snapshots = Vec::new();
        for (statement, read) in program.transactions[transaction].reads() {
            if read.lock.at(axioms) != Lock::No {
                continue;
            }
            let first = self.terms.and([none_before, read.guard]);
            snapshots.push((statement, view, first));
            let not = self.terms.not(read.guard);
            none_before = self.terms.and([none_before, not]);
        }
        snapshots
    }

    /// Serializable transactions among weaker ones have a serial order that
    /// agrees with their dependencies.
    fn serializable_among_weaker(&mut self) {
        if !self.levels.mixed() {
            return;
        }
        let members: Vec<usize> =
            self.relevant().filter(|&i| self.levels.of(i) == Model::SER).collect();
        let serial = self.tournament(&vec![None; members.len()]);
        self.acyclic(&serial);
        for (a, &i) in members.iter().enumerate() {
            for (b, &j) in members.iter().enumerate().filter(|(b, _)| *b != a) {
                let depends = self.writes_accessed(i, j);
                let sees_i = self.visible(i, j);
                self.require_if([depends, sees_i], serial[a][b]);
                let overwrites = self.writes_read(j, i);
                let sees_j = self.visible(j, i);
                let misses = self.terms.not(sees_j);
                self.require_if([overwrites, misses], serial[a][b]);
            }
        }
    }
}
