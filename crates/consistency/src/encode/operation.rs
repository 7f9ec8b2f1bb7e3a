//! Eventual consistency: every read and write is its own unit.
//!
//! Arbitration is a number per operation that grows along program order. A
//! read returns the latest of the writes it sees. Without session promises a
//! read may see any single earlier write, or none, so no more is encoded.

use super::Encoding;
use super::interchangeable;
use super::store::cell_and_guard;
use crate::execution::Operation;
use crate::program::Event;
use crate::term::{Cell, Sort, Symbol, Term, Value};

/// The operations of a program and what is chosen about them.
pub(super) struct Operations {
    pub(super) list: Vec<Unit>,
    /// Which writes each read sees, by index into `list`.
    pub(super) seen: Vec<(usize, usize, Term)>,
}

/// One operation.
pub(super) struct Unit {
    pub(super) operation: Operation,
    pub(super) position: Term,
    cell: Cell,
    /// Whether it happens in a committed transaction.
    pub(super) happens: Term,
    /// Whether it happens and is not undone.
    lasts: Term,
    /// The value written; none for a read.
    value: Option<Term>,
}

impl Encoding<'_> {
    pub(super) fn encode_operations(&mut self) {
        let units = self.units();
        self.operations = Some(Operations { list: units, seen: Vec::new() });
        self.told_operations();
        let program = self.program;
        let mut unit = 0;
        for transaction in self.relevant() {
            let code = &program.transactions[transaction];
            let mut read = 0;
            for (_, event) in code.events() {
                if let Event::Read(access) = event {
                    let sort = program.cell_sort(access.cell);
                    let result = self.terms.symbol(Symbol::Read { transaction, read }, sort);
                    self.read_operation(unit, access.guard, result);
                    read += 1;
                }
                unit += 1;
            }
        }
        self.operation_sessions();
    }

    fn units(&mut self) -> Vec<Unit> {
        let program = self.program;
        let class = interchangeable(program, self.levels, self.goal);
        let mut units: Vec<Unit> = Vec::new();
        let mut first_of: Vec<Option<Term>> = vec![None; program.transactions.len()];
        for transaction in self.relevant() {
            let code = &program.transactions[transaction];
            let mut previous: Option<Term> = None;
            let mut first = None;
            for (event, (_, access)) in code.events().enumerate() {
                let (cell, guard) = cell_and_guard(access);
                let position = match self.goal.in_order {
                    true => self.terms.int(units.len() as i128),
                    false => self.terms.fresh(Sort::Int),
                };
                if let Some(previous) = previous {
                    let ordered = self.terms.lt(previous, position);
                    self.require(ordered);
                }
                previous = Some(position);
                first.get_or_insert(position);
                let value = match access {
                    Event::Write(write) => Some(write.value),
                    Event::Read(_) => None,
                };
                let happens = self.terms.and([self.present[transaction], guard]);
                let commits = self.commits(transaction);
                let lasts = self.terms.and([happens, commits]);
                let operation = Operation { transaction, event };
                units.push(Unit { operation, position, cell, happens, lasts, value });
            }
            // Interchangeable transactions may as well start in this order.
            let twin = (0..transaction).rev().find(|&t| class[t] == class[transaction]);
            if let (Some(Some(earlier)), Some(first)) = (twin.map(|t| first_of[t]), first) {
                let ordered = self.terms.le(earlier, first);
                self.require(ordered);
            }
            first_of[transaction] = first;
        }
        units
    }

    fn unit(&self, index: usize) -> &Unit {
        &self.operations.as_ref().expect("operations are encoded").list[index]
    }

    fn unit_count(&self) -> usize {
        self.operations.as_ref().map_or(0, |operations| operations.list.len())
    }

    /// The last operation of a transaction, if it has any.
    fn last_unit(&self, transaction: usize) -> Option<usize> {
        let mut units = 0..self.unit_count();
        units.rfind(|&index| self.unit(index).operation.transaction == transaction)
    }

    /// A client uses what it was told.
    fn told_operations(&mut self) {
        for user in self.relevant() {
            let first =
                (0..self.unit_count()).find(|&u| self.unit(u).operation.transaction == user);
            for teller in self.program.told_by(user).iter() {
                let (present, needed) = (self.present[user], self.present[teller]);
                self.require_if([present], needed);
                if let (Some(first), Some(last)) = (first, self.last_unit(teller)) {
                    let ordered = self.before(last, first);
                    self.require_if([present], ordered);
                }
            }
        }
    }

    /// Whether a read comes when it is decided that a write of another
    /// transaction is not undone.
    fn published(&mut self, write: usize, read: usize) -> Term {
        let writer = self.unit(write).operation.transaction;
        let own = writer == self.unit(read).operation.transaction;
        match self.last_unit(writer) {
            Some(last) if !own && self.program.transactions[writer].aborts.is_some() => {
                self.before(last, read)
            }
            _ => self.before(write, read),
        }
    }

    /// The writes that may concern a cell, for a transaction that reads it or
    /// in the end: index, condition, value.
    fn writes_to(&mut self, cell: Cell, reader: Option<usize>) -> Vec<(usize, Term, Term)> {
        let mut writes = Vec::new();
        for index in 0..self.unit_count() {
            let unit = self.unit(index);
            let own = reader == Some(unit.operation.transaction);
            let happens = if own { unit.happens } else { unit.lasts };
            let (other, Some(value)) = (unit.cell, unit.value) else { continue };
            let same = self.same_cell(other, cell);
            let active = self.terms.and([happens, same]);
            if !self.is_false(active) {
                writes.push((index, active, value));
            }
        }
        writes
    }

    fn before(&mut self, a: usize, b: usize) -> Term {
        let (a, b) = (self.unit(a).position, self.unit(b).position);
        self.terms.lt(a, b)
    }

    fn read_operation(&mut self, read: usize, guard: Term, result: Term) {
        let cell = self.unit(read).cell;
        let unused = self.terms.value(Value::default_of(self.program.cell_sort(cell)));
        let idle = self.terms.not(guard);
        let default = self.terms.eq(result, unused);
        self.require_if([idle], default);
        let reader = self.unit(read).operation.transaction;
        let writes = self.writes_to(cell, Some(reader));
        let promised = !self.levels.base.session.is_empty();
        let initial = self.initial(cell);
        let untouched = self.terms.fresh(Sort::Bool);
        let from_start = self.terms.eq(result, initial);
        self.require_if([untouched, guard], from_start);
        let mut sources = vec![untouched, idle];
        let mut views = Vec::new();
        for &(write, active, value) in &writes {
            let chosen = self.terms.fresh(Sort::Bool);
            sources.push(chosen);
            let earlier = self.published(write, read);
            self.require_if([chosen], active);
            self.require_if([chosen], earlier);
            let equal = self.terms.eq(result, value);
            self.require_if([chosen, guard], equal);
            let sees = if promised { self.terms.fresh(Sort::Bool) } else { chosen };
            self.require_if([chosen], sees);
            self.require_if([sees], earlier);
            views.push((write, active, sees, chosen));
        }
        let some = self.terms.or(sources);
        self.require(some);
        if promised {
            let no = self.terms.bool(false);
            for &(write, active, sees, _) in &views {
                self.require_if([untouched, sees, active], no);
                for &(other, _, _, chosen) in views.iter().filter(|view| view.0 != write) {
                    let earlier = self.before(write, other);
                    self.require_if([chosen, sees, active], earlier);
                }
            }
            // A view may also contain writes to other cells.
            self.see_other_cells(read, &views.iter().map(|view| view.0).collect::<Vec<_>>());
        }
        let seen = views.into_iter().map(|(write, _, sees, _)| (read, write, sees));
        self.operations.as_mut().expect("operations are encoded").seen.extend(seen);
    }

    fn see_other_cells(&mut self, read: usize, known: &[usize]) {
        for write in 0..self.unit_count() {
            if self.unit(write).value.is_none() || known.contains(&write) {
                continue;
            }
            let sees = self.terms.fresh(Sort::Bool);
            let earlier = self.published(write, read);
            self.require_if([sees], earlier);
            let operations = self.operations.as_mut().expect("operations are encoded");
            operations.seen.push((read, write, sees));
        }
    }

    /// The value of a cell after all operations: that of the last write.
    pub(super) fn final_operation(&mut self, cell: Cell) -> Term {
        let key = (super::ViewName::Final, cell);
        if let Some(&known) = self.latest.get(&key) {
            return known;
        }
        let writes = self.writes_to(cell, None);
        let value = self.terms.fresh(self.program.cell_sort(cell));
        let untouched = self.terms.fresh(Sort::Bool);
        let mut sources = vec![untouched];
        for &(write, active, written) in &writes {
            let chosen = self.terms.fresh(Sort::Bool);
            sources.push(chosen);
            self.require_if([chosen], active);
            let equal = self.terms.eq(value, written);
            self.require_if([chosen], equal);
            for &(other, other_active, _) in writes.iter().filter(|w| w.0 != write) {
                let earlier = self.before(other, write);
                self.require_if([chosen, other_active], earlier);
            }
            let inactive = self.terms.not(active);
            self.require_if([untouched], inactive);
        }
        let initial = self.initial(cell);
        let equal = self.terms.eq(value, initial);
        self.require_if([untouched], equal);
        let some = self.terms.or(sources);
        self.require(some);
        self.latest.insert(key, value);
        value
    }

    /// The promises, with every operation a step of its session.
    fn operation_sessions(&mut self) {
        let promises = self.levels.base.session;
        if promises.is_empty() {
            return;
        }
        let predecessors = self.program.session_predecessors();
        let count = self.unit_count();
        for a in 0..count {
            for b in 0..count {
                let (first, second) = (self.unit(a).operation, self.unit(b).operation);
                let ordered = predecessors[second.transaction].contains(&first.transaction)
                    || (first.transaction == second.transaction && first.event < second.event);
                if ordered {
                    self.operation_pair(a, b);
                }
            }
        }
    }

    fn operation_pair(&mut self, a: usize, b: usize) {
        let promises = self.levels.base.session;
        let (write_a, write_b) = (self.unit(a).value.is_some(), self.unit(b).value.is_some());
        let (happens_a, happens_b) = (self.unit(a).happens, self.unit(b).happens);
        let both = self.terms.and([happens_a, happens_b]);
        let ordered = self.before(a, b);
        let no = self.terms.bool(false);
        if promises.strong_session {
            let committed = [
                self.present[self.unit(a).operation.transaction],
                self.present[self.unit(b).operation.transaction],
            ];
            self.require_if(committed, ordered);
        }
        if (promises.strong_session || promises.read_your_writes) && write_a && !write_b {
            let sees = self.operation_sees(b, a);
            self.require_if([both], sees);
        }
        if promises.monotonic_reads && !write_a {
            for (c, seen) in self.seen_by(a) {
                let happens_c = self.unit(c).happens;
                let kept = if !write_b {
                    self.operation_sees(b, c)
                } else if c == b {
                    no
                } else {
                    continue;
                };
                self.require_if([both, happens_c, seen], kept);
            }
        }
        if promises.monotonic_writes && write_a && write_b {
            self.require_if([both], ordered);
            self.with_operation(&[both], a, b);
        }
        if promises.writes_follow_reads && !write_a && write_b {
            for (c, seen) in self.seen_by(a) {
                let happens_c = self.unit(c).happens;
                let earlier = if c == b { no } else { self.before(c, b) };
                self.require_if([both, happens_c, seen], earlier);
                if c != b {
                    self.with_operation(&[both, happens_c, seen], c, b);
                }
            }
        }
    }

    fn seen_by(&self, read: usize) -> Vec<(usize, Term)> {
        let operations = self.operations.as_ref().expect("operations are encoded");
        let seen = operations.seen.iter().filter(|(reader, _, _)| *reader == read);
        seen.map(|&(_, write, sees)| (write, sees)).collect()
    }

    fn operation_sees(&mut self, read: usize, write: usize) -> Term {
        let found = self.seen_by(read).into_iter().find(|(seen, _)| *seen == write);
        found.map_or_else(|| self.terms.bool(false), |(_, sees)| sees)
    }

    /// Every read that sees `b` sees `c`.
    fn with_operation(&mut self, conditions: &[Term], c: usize, b: usize) {
        for read in 0..self.unit_count() {
            if self.unit(read).value.is_some() {
                continue;
            }
            let (sees_b, sees_c) = (self.operation_sees(read, b), self.operation_sees(read, c));
            let happens = self.unit(read).happens;
            let condition = conditions.iter().copied().chain([happens, sees_b]);
            self.require_if(condition, sees_c);
        }
    }
}
