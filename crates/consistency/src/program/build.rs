//! Writing programs in Rust.

use super::{
    Column, Event, Initial, Invariant, Lock, Param, Program, Read, Statement, Table, Transaction,
    Write,
};
use crate::term::{Cell, Sort, Symbol, Term, Terms, Value};

impl Program {
    /// An empty program.
    pub fn new() -> Program {
        Program::default()
    }

    /// Declares a variable that starts with a known value.
    pub fn variable(&mut self, name: impl Into<String>, initial: Value) -> Cell {
        let sort = initial.sort();
        self.declare(name, sort, Initial::Fixed { default: initial, rows: Vec::new() })
    }

    /// Declares a variable that starts with any value the assumptions allow.
    pub fn free_variable(&mut self, name: impl Into<String>, sort: Sort) -> Cell {
        self.declare(name, sort, Initial::Free)
    }

    fn declare(&mut self, name: impl Into<String>, sort: Sort, initial: Initial) -> Cell {
        let column = Column { name: String::new(), sort, initial };
        let table = self.table(name, None, vec![column]);
        Cell { table, key: None, column: 0 }
    }

    /// Declares a table.
    pub fn table(
        &mut self,
        name: impl Into<String>,
        key: Option<Sort>,
        columns: Vec<Column>,
    ) -> usize {
        self.tables.push(Table { name: name.into(), key, columns });
        self.tables.len() - 1
    }

    /// Declares a parameter shared by all transactions.
    pub fn param(&mut self, name: impl Into<String>, sort: Sort) -> Term {
        self.params.push(Param { name: name.into(), sort, owner: None, fresh: false });
        self.terms.symbol(Symbol::Param(self.params.len() - 1), sort)
    }

    /// Starts a transaction.
    pub fn begin(&mut self, name: impl Into<String>) -> TransactionBuilder<'_> {
        let guard = self.terms.bool(true);
        let transaction = Transaction { name: name.into(), ..Transaction::default() };
        TransactionBuilder { program: self, transaction, guard, reads: 0 }
    }

    /// Adds an invariant.
    pub fn invariant(&mut self, label: impl Into<String>, holds: Term) {
        self.invariants.push(Invariant { label: label.into(), holds });
    }
}

/// Builds one transaction, statement by statement.
///
/// ```
/// use aplomb_consistency::{Program, Value};
///
/// let mut program = Program::new();
/// let x = program.variable("x", Value::Int(0));
/// let mut increment = program.begin("increment");
/// let old = increment.read(x);
/// let one = increment.terms().int(1);
/// let new = increment.terms().add(old, one);
/// increment.write(x, new);
/// assert_eq!(increment.commit(), 0);
/// ```
#[derive(Debug)]
pub struct TransactionBuilder<'p> {
    program: &'p mut Program,
    transaction: Transaction,
    guard: Term,
    reads: usize,
}

impl TransactionBuilder<'_> {
    /// The pool for the terms of this transaction.
    pub fn terms(&mut self) -> &mut Terms {
        &mut self.program.terms
    }

    /// The program around it.
    pub fn program(&mut self) -> &mut Program {
        self.program
    }

    /// Declares an argument of this transaction.
    pub fn param(&mut self, name: impl Into<String>, sort: Sort) -> Term {
        let owner = Some(self.program.transactions.len());
        self.program.params.push(Param { name: name.into(), sort, owner, fresh: false });
        self.program.terms.symbol(Symbol::Param(self.program.params.len() - 1), sort)
    }

    /// The condition under which the following statements happen.
    pub fn guard(&self) -> Term {
        self.guard
    }

    /// Sets the condition under which the following statements happen.
    pub fn set_guard(&mut self, guard: Term) {
        self.guard = guard;
    }

    /// Starts a new statement; later reads and writes belong to it until the
    /// next one starts.
    pub fn statement(&mut self, label: impl Into<String>) {
        let label = label.into();
        self.transaction.statements.push(Statement { label, ..Statement::default() });
    }

    /// A plain read, as a statement of its own.
    pub fn read(&mut self, cell: Cell) -> Term {
        self.statement("");
        self.and_read(cell, Lock::No)
    }

    /// A read that locks the row, as a statement of its own.
    pub fn lock(&mut self, cell: Cell) -> Term {
        self.statement("");
        self.and_read(cell, Lock::Exclusive)
    }

    /// A write, as a statement of its own.
    pub fn write(&mut self, cell: Cell, value: Term) {
        self.statement("");
        self.and_write(cell, value);
    }

    /// A further read of the current statement.
    pub fn and_read(&mut self, cell: Cell, lock: Lock) -> Term {
        let sort = self.program.cell_sort(cell);
        self.push(Event::Read(Read { cell, guard: self.guard, lock }));
        let transaction = self.program.transactions.len();
        self.reads += 1;
        self.program.terms.symbol(Symbol::Read { transaction, read: self.reads - 1 }, sort)
    }

    /// A further write of the current statement.
    pub fn and_write(&mut self, cell: Cell, value: Term) {
        self.push(Event::Write(Write { cell, guard: self.guard, value }));
    }

    fn push(&mut self, event: Event) {
        if self.transaction.statements.is_empty() {
            self.statement("");
        }
        let statement = self.transaction.statements.last_mut().expect("one was just added");
        statement.events.push(event);
    }

    /// Returns a value to the caller, under a name that invariants use.
    pub fn returns(&mut self, name: impl Into<String>, value: Term) {
        self.transaction.returns.push((name.into(), value));
    }

    /// Ends the transaction and gives its index.
    pub fn commit(self) -> usize {
        self.program.transactions.push(self.transaction);
        self.program.transactions.len() - 1
    }
}
