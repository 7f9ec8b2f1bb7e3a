//! What transactions write, and what views hold of cells.

use super::{Encoding, ViewName};
use crate::model::Axioms;
use crate::program::{Event, Initial, Lock, Write};
use crate::term::{Cell, Sort, Symbol, Term, Value};

impl Encoding<'_> {
    /// Whether two cells of one column are the same.
    pub(super) fn same_cell(&mut self, a: Cell, b: Cell) -> Term {
        if a.column != b.column {
            return self.terms.bool(false);
        }
        self.same_row(a, b)
    }

    /// Whether two cells are in one row.
    pub(super) fn same_row(&mut self, a: Cell, b: Cell) -> Term {
        match (a.key, b.key) {
            _ if a.table != b.table => self.terms.bool(false),
            (Some(a), Some(b)) => self.terms.eq(a, b),
            _ => self.terms.bool(true),
        }
    }

    /// Whether a transaction writes a cell and commits, and the value it
    /// leaves there.
    pub(super) fn written(&mut self, writer: usize, cell: Cell) -> (Term, Term) {
        let (writes, value) = self.own(writer, cell, usize::MAX);
        let commits = self.commits(writer);
        (self.terms.and([self.present[writer], commits, writes]), value)
    }

    /// Whether what a transaction wrote is not undone.
    pub(super) fn commits(&mut self, transaction: usize) -> Term {
        match self.program.transactions[transaction].aborts {
            None => self.terms.bool(true),
            Some(aborts) => self.terms.not(aborts),
        }
    }

    /// Whether the first `events` events of a transaction write a cell, and
    /// the value they leave there.
    pub(super) fn own(&mut self, writer: usize, cell: Cell, events: usize) -> (Term, Term) {
        let program = self.program;
        let mut writes = self.terms.bool(false);
        let unused = Value::default_of(program.cell_sort(cell));
        let mut value = self.terms.value(unused);
        if self.is_late() {
            return (writes, value);
        }
        for (_, event) in program.transactions[writer].events().take(events) {
            let Event::Write(write) = event else { continue };
            let same = self.same_cell(write.cell, cell);
            let happens = self.terms.and([write.guard, same]);
            if self.is_false(happens) {
                continue;
            }
            let first = self.is_false(writes);
            value = if first { write.value } else { self.terms.ite(happens, write.value, value) };
            writes = self.terms.or([writes, happens]);
        }
        (writes, value)
    }

    /// Whether a transaction writes a row.
    pub(super) fn writes_row(&mut self, writer: usize, row: Cell) -> Term {
        let writes = self.accesses_row(writer, row, &|_, event| matches!(event, Event::Write(_)));
        let commits = self.commits(writer);
        self.terms.and([commits, writes])
    }

    /// Whether a transaction locks a row, in a statement before `statement`, so
    /// that it waits for one who holds it.
    pub(super) fn locks_row(
        &mut self,
        locker: usize,
        row: Cell,
        held: Lock,
        statement: usize,
    ) -> Term {
        let axioms = self.axioms(locker);
        let waits = |event: &Event| held.excludes(lock_of(event, axioms));
        self.accesses_row(locker, row, &|s, event| s < statement && waits(event))
    }

    fn accesses_row(
        &mut self,
        transaction: usize,
        row: Cell,
        counts: &dyn Fn(usize, &Event) -> bool,
    ) -> Term {
        let program = self.program;
        let mut condition = self.terms.bool(false);
        if self.is_late() {
            return condition;
        }
        for (statement, event) in program.transactions[transaction].events() {
            if !counts(statement, event) {
                continue;
            }
            let (cell, guard) = cell_and_guard(event);
            let same = self.same_row(cell, row);
            let happens = self.terms.and([guard, same]);
            condition = self.terms.or([condition, happens]);
        }
        self.terms.and([self.present[transaction], condition])
    }

    /// Whether a transaction writes anything.
    pub(super) fn updates(&mut self, transaction: usize) -> Term {
        let guards = self.program.transactions[transaction].writes().map(|(_, write)| write.guard);
        let some = self.terms.or(guards);
        let commits = self.commits(transaction);
        self.terms.and([self.present[transaction], commits, some])
    }

    /// Whether a write changes what its transaction sees there.
    pub(super) fn changes(&mut self, transaction: usize, event: usize, write: &Write) -> Term {
        let current = self.levels.of(transaction).axioms().current_locking_reads;
        let view =
            if current { ViewName::Before(transaction) } else { ViewName::Whole(transaction) };
        let outside = self.latest(view, write.cell);
        let (own, own_value) = self.own(transaction, write.cell, event);
        let old = self.terms.ite(own, own_value, outside);
        let same = self.terms.eq(old, write.value);
        self.terms.not(same)
    }

    /// Whether the first `events` events of a transaction change a row, so that it has a version
    /// of its own.
    fn changed_row(&mut self, transaction: usize, row: Cell, events: usize) -> Term {
        let program = self.program;
        let mut changed = self.terms.bool(false);
        for (event, (_, access)) in
            program.transactions[transaction].events().enumerate().take(events)
        {
            let Event::Write(write) = access else { continue };
            let same = self.same_row(write.cell, row);
            let mut changes = self.terms.and([write.guard, same]);
            if self.is_late() {
                return changed;
            }
            if !self.is_false(changes) && !self.levels.base.identity_updates {
                let differs = self.changes(transaction, event, write);
                changes = self.terms.and([changes, differs]);
            }
            changed = self.terms.or([changed, changes]);
        }
        changed
    }

    /// The value of a cell before any transaction ran.
    pub(super) fn initial(&mut self, cell: Cell) -> Term {
        let column = &self.program.tables[cell.table].columns[cell.column];
        match &column.initial {
            Initial::Fixed { default, rows } => {
                let mut value = self.terms.value(default.clone());
                for (key, row) in rows.iter().rev() {
                    let key = self.terms.value(key.clone());
                    let row = self.terms.value(row.clone());
                    let here = self.terms.eq(key, cell.key.expect("rows have keys"));
                    value = self.terms.ite(here, row, value);
                }
                value
            }
            Initial::Free => self.free_initial(cell, column.sort),
        }
    }

    /// A variable for an unknown initial value; the same key has the same one.
    fn free_initial(&mut self, cell: Cell, sort: Sort) -> Term {
        if let Some(&(_, known)) = self.free_initial.iter().find(|(other, _)| *other == cell) {
            return known;
        }
        let value = self.terms.fresh(sort);
        for (other, known) in self.free_initial.clone() {
            let same = self.same_cell(other, cell);
            if !self.is_false(same) {
                let equal = self.terms.eq(known, value);
                self.require_if([same], equal);
            }
        }
        self.free_initial.push((cell, value));
        self.row_assumptions(cell);
        value
    }

    /// What is assumed of every row, for the row of this cell.
    fn row_assumptions(&mut self, cell: Cell) {
        let program = self.program;
        let Some(key) = cell.key else { return };
        for rows in program.row_assumptions.iter().filter(|rows| rows.table == cell.table) {
            let bound = Symbol::Param(rows.key);
            let mut memo = rustc_hash::FxHashMap::default();
            let replaced = self.terms.substitute(rows.holds, &mut memo, &mut |_, symbol| {
                (symbol == bound).then_some(key)
            });
            let holds = self.resolve(replaced);
            self.require(holds);
        }
    }

    /// The value that a view holds of a cell: that of the latest writer seen.
    pub(super) fn latest(&mut self, view: ViewName, cell: Cell) -> Term {
        if let Some(&known) = self.latest.get(&(view, cell)) {
            return known;
        }
        let writers = self.writers(view, cell);
        let initial = self.initial(cell);
        let value = match writers.as_slice() {
            [] => initial,
            [(_, active, value)] => self.terms.ite(*active, *value, initial),
            _ => {
                let value = self.choose(cell, &writers, initial);
                if let Some(total) = self.total(view, cell, initial) {
                    let equal = self.terms.eq(value, total);
                    self.require(equal);
                }
                value
            }
        };
        self.latest.insert((view, cell), value);
        value
    }

    /// Who may be the source: transaction, whether it is seen and writes the
    /// cell, and the value.
    fn writers(&mut self, view: ViewName, cell: Cell) -> Vec<(usize, Term, Term)> {
        let mut writers = Vec::new();
        for writer in self.relevant() {
            let sees = self.sees(view, writer);
            let (writes, value) = self.written(writer, cell);
            let active = self.terms.and([sees, writes]);
            if !self.is_false(active) {
                writers.push((writer, active, value));
            }
        }
        writers
    }

    /// Chooses exactly one source: a writer that all others precede, or the
    /// initial value if nobody is active.
    fn choose(&mut self, cell: Cell, writers: &[(usize, Term, Term)], initial: Term) -> Term {
        if self.is_late() {
            return initial;
        }
        let value = self.terms.fresh(self.program.cell_sort(cell));
        let untouched = self.terms.fresh(Sort::Bool);
        let mut sources = vec![untouched];
        for &(writer, active, written) in writers {
            let chosen = self.terms.fresh(Sort::Bool);
            sources.push(chosen);
            self.require_if([chosen], active);
            let equal = self.terms.eq(value, written);
            self.require_if([chosen], equal);
            for &(other, other_active, _) in writers.iter().filter(|w| w.0 != writer) {
                let earlier = self.ar[other][writer];
                self.require_if([chosen, other_active], earlier);
            }
            let inactive = self.terms.not(active);
            self.require_if([untouched], inactive);
        }
        let equal = self.terms.eq(value, initial);
        self.require_if([untouched], equal);
        // Implied, but without it a proof must show that every order has a
        // last element.
        let some = self.terms.or(sources);
        self.require(some);
        value
    }

    /// Connects the results of reads with what their views hold.
    pub(super) fn reads(&mut self) {
        let program = self.program;
        for reader in self.relevant() {
            let transaction = &program.transactions[reader];
            let mut read_index = 0;
            for (position, (statement, event)) in transaction.events().enumerate() {
                let Event::Read(read) = event else { continue };
                let view = self.view_of_read(reader, statement, read_index, read.lock);
                let sort = program.cell_sort(read.cell);
                let symbol = Symbol::Read { transaction: reader, read: read_index };
                let result = self.terms.symbol(symbol, sort);
                let outside = self.latest(view, read.cell);
                let (own, own_value) = self.own(reader, read.cell, position);
                let axioms = self.axioms(reader);
                let seen = if axioms.own_rows && !read.lock.is_current(axioms) {
                    let changed = self.changed_row(reader, read.cell, position);
                    match self.is_false(changed) {
                        true => outside,
                        false => {
                            let others = self.latest(ViewName::Before(reader), read.cell);
                            let now = self.terms.ite(own, own_value, others);
                            self.terms.ite(changed, now, outside)
                        }
                    }
                } else {
                    self.terms.ite(own, own_value, outside)
                };
                let unused = self.terms.value(Value::default_of(sort));
                let seen = self.terms.ite(read.guard, seen, unused);
                let equal = self.terms.eq(result, seen);
                self.require(equal);
                read_index += 1;
            }
        }
    }
}

/// How an event locks its row.
pub(super) fn lock_of(event: &Event, axioms: Axioms) -> Lock {
    match event {
        Event::Read(read) => read.lock.at(axioms),
        Event::Write(_) => Lock::Exclusive,
    }
}

pub(super) fn cell_and_guard(event: &Event) -> (Cell, Term) {
    match event {
        Event::Read(read) => (read.cell, read.guard),
        Event::Write(write) => (write.cell, write.guard),
    }
}
