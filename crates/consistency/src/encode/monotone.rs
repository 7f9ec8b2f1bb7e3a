//! Cells that only grow, or only shrink: another consequence that proofs need
//! stated.
//!
//! If no update of a cell can be lost and none makes it smaller, then what an
//! earlier transaction wrote is at most what a later one reads. For every pair
//! this follows by going through those between them; stated for every pair, a
//! proof need not. Numbers handed out by a counter are the typical case.

use aplomb_symbolic::Work;

use super::Encoding;
use super::total::Update;
use crate::solver::contradicts;
use crate::term::{Cell, Sort, Term, Value};

/// How much may be done about a single update.
const PATIENCE: Work = Work(400_000);

/// From how many writers on chains are long enough to matter.
const MANY: usize = 3;

impl Encoding<'_> {
    pub(super) fn monotone_cells(&mut self) {
        for cell in self.written_cells() {
            let Some(updates) = self.updates_of(cell) else { continue };
            for grows in [true, false] {
                if updates.iter().all(|(_, update)| self.keeps(update, grows)) {
                    self.state_monotone(cell, &updates, grows);
                    break;
                }
            }
        }
    }

    /// The integer cells that are written.
    fn written_cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for writer in self.relevant() {
            for (_, write) in self.program.transactions[writer].writes() {
                let integer = self.program.cell_sort(write.cell) == Sort::Int;
                if integer && !cells.contains(&write.cell) {
                    cells.push(write.cell);
                }
            }
        }
        cells
    }

    /// The updates of a cell, if many write it and all of them so.
    fn updates_of(&mut self, cell: Cell) -> Option<Vec<(usize, Update)>> {
        let mut updates = Vec::new();
        for writer in self.relevant() {
            let (writes, _) = self.written(writer, cell);
            if !self.is_false(writes) {
                updates.push((writer, self.update(writer, cell)?));
            }
        }
        (updates.len() >= MANY).then_some(updates)
    }

    /// Whether an update never makes the value smaller (or larger).
    fn keeps(&mut self, update: &Update, grows: bool) -> bool {
        let old = update.old[0];
        let kept = self.ordered(grows, old, update.new);
        if let Some(Value::Bool(known)) = self.terms.constant(kept) {
            return *known;
        }
        let broken = self.terms.not(kept);
        let mut constraints = self.program.assumptions.clone();
        constraints.extend([update.guard, broken]);
        contradicts(&self.terms, &constraints, PATIENCE)
    }

    fn state_monotone(&mut self, cell: Cell, updates: &[(usize, Update)], grows: bool) {
        let initial = self.initial(cell);
        for (earlier, first) in updates {
            let (writes, _) = self.written(*earlier, cell);
            let beyond = self.ordered(grows, initial, first.old[0]);
            self.require_if([writes], beyond);
            for (later, second) in updates.iter().filter(|(later, _)| later != earlier) {
                let before = self.ar[*earlier][*later];
                let (overwrites, _) = self.written(*later, cell);
                let ordered = self.ordered(grows, first.new, second.old[0]);
                self.require_if([before, writes, overwrites], ordered);
            }
        }
    }

    /// The second value is not before the first, in the direction of growth.
    fn ordered(&mut self, grows: bool, first: Term, second: Term) -> Term {
        if grows { self.terms.le(first, second) } else { self.terms.le(second, first) }
    }
}
