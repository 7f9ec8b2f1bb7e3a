//! Running totals: a consequence of the axioms that proofs need stated.
//!
//! If every write of a cell adds something to what its transaction read there,
//! and no update can be lost, then the final value is the initial one plus
//! what was added, in whatever order. This follows from the other constraints,
//! but without it a proof must go through every order.
//!
//! No update is lost where each writer of the cell sees all earlier writers:
//! under write-conflict detection, in serial executions, and where the read
//! locks the row and returns its current value.

use super::{Encoding, ViewName};
use crate::model::{Axioms, Serial};
use crate::program::{Event, Lock, Read};
use crate::term::{Cell, Node, Sort, Symbol, Term};

/// An update of a cell.
pub(super) struct Update {
    /// The results of reads that return the latest value.
    pub(super) old: Vec<Term>,
    /// The value written.
    pub(super) new: Term,
    /// When it is written.
    pub(super) guard: Term,
}

impl Encoding<'_> {
    /// The final value of a cell as the total of what was added to it, where
    /// that follows.
    pub(super) fn total(&mut self, view: ViewName, cell: Cell, initial: Term) -> Option<Term> {
        if view != ViewName::Final || self.program.cell_sort(cell) != Sort::Int {
            return None;
        }
        let mut summands = vec![initial];
        let zero = self.terms.int(0);
        for writer in self.relevant() {
            let (writes, _) = self.written(writer, cell);
            if !self.is_false(writes) {
                let added = self.added(writer, cell)?;
                summands.push(self.terms.ite(writes, added, zero));
            }
        }
        Some(self.terms.total(summands))
    }

    /// What a transaction adds to a cell, if that is all it does to it.
    fn added(&mut self, writer: usize, cell: Cell) -> Option<Term> {
        let update = self.update(writer, cell)?;
        let old = update.old.iter().copied();
        let mut summands = old.filter(|&old| self.has_unit_part(update.new, old));
        let old = summands.next()?;
        Some(self.terms.sub(update.new, old))
    }

    /// How a transaction updates a cell: once, after having read its latest
    /// value.
    pub(super) fn update(&mut self, writer: usize, cell: Cell) -> Option<Update> {
        let program = self.program;
        // Its own reads would see what is undone.
        if program.transactions[writer].aborts.is_some() {
            return None;
        }
        let mut old = Vec::new();
        let mut update: Option<Update> = None;
        let mut reads = 0;
        for (_, event) in program.transactions[writer].events() {
            match event {
                Event::Read(read) => {
                    let symbol = Symbol::Read { transaction: writer, read: reads };
                    reads += 1;
                    let usable = read.cell == cell && self.latest_when_written(writer, read);
                    if usable && update.is_none() {
                        let result = self.terms.symbol(symbol, program.cell_sort(cell));
                        old.push((result, read.guard));
                    }
                }
                Event::Write(write) => {
                    let same = self.same_cell(write.cell, cell);
                    if self.is_false(same) {
                        continue;
                    }
                    if update.is_some() || write.cell != cell {
                        return None;
                    }
                    let known = old.iter().filter(|(_, guard)| self.follows(write.guard, *guard));
                    let old = known.map(|(result, _)| *result).collect();
                    update = Some(Update { old, new: write.value, guard: write.guard });
                }
            }
        }
        update.filter(|update| !update.old.is_empty())
    }

    /// Whether a read returns the latest value if its transaction writes the
    /// cell afterwards.
    fn latest_when_written(&self, writer: usize, read: &Read) -> bool {
        let Axioms { no_conflict, serial, current_locking_reads, .. } = self.axioms(writer);
        let detected = no_conflict
            && self.levels.base.identity_updates
            && self.relevant().all(|other| self.axioms(other).no_conflict);
        detected || serial != Serial::Nobody || (current_locking_reads && read.lock >= Lock::Shared)
    }

    /// Whether one guard evidently implies another.
    fn follows(&self, guard: Term, other: Term) -> bool {
        let parts = |term: Term| match self.terms.node(term) {
            Node::And(parts) => parts.to_vec(),
            Node::Constant(_) => Vec::new(),
            _ => vec![term],
        };
        let known = parts(guard);
        parts(other).iter().all(|part| known.contains(part))
    }

    fn has_unit_part(&self, value: Term, part: Term) -> bool {
        match self.terms.node(value) {
            Node::Sum { parts, .. } => parts.contains(&(part, 1)),
            _ => value == part,
        }
    }
}
