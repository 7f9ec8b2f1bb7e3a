//! Computes what an execution does, from the definitions of INT and EXT.

use std::collections::BTreeMap;

use super::operations::run_operations;
use super::{Execution, History, Levels, Place, TransactionSet, View};
use crate::model::Axioms;
use crate::program::{Event, Lock, Program};
use crate::term::{Cell, EvaluationError, Symbol, Term, Value};

/// Where a value that was read comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The initial state.
    Initial,
    /// A transaction, perhaps the reader itself.
    Transaction(usize),
}

/// What came of one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventTrace {
    /// The statement.
    pub statement: usize,
    /// The place accessed.
    pub place: Place,
    /// The value read or written.
    pub value: Value,
    /// How it locked the row; a write does so exclusively.
    pub lock: Lock,
    /// Where a read's value comes from; none for a write.
    pub source: Option<Source>,
    /// Whether a write changed the value that the transaction saw there.
    pub changes: bool,
}

/// What an execution computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// For each transaction, for each event, what came of it; none if its
    /// guard was false or the transaction did not commit.
    pub events: Vec<Vec<Option<EventTrace>>>,
    /// The transactions that were rolled back after they had written.
    pub aborted: TransactionSet,
    /// What each transaction returned.
    pub returned: Vec<Vec<Value>>,
    /// The places that were written, with their final values.
    pub written: BTreeMap<Place, Value>,
    /// The indices of the invariants that do not hold. One that mentions what
    /// a transaction returned or was given is only judged if that transaction
    /// committed.
    pub violated: Vec<usize>,
}

impl Outcome {
    /// The events of a transaction that happened.
    pub fn happened(&self, transaction: usize) -> impl Iterator<Item = &EventTrace> {
        self.events[transaction].iter().flatten()
    }

    /// Whether a transaction wrote anything.
    pub fn updates(&self, transaction: usize) -> bool {
        !self.aborted.contains(transaction)
            && self.happened(transaction).any(|event| event.source.is_none())
    }

    /// Whether a transaction wrote a row.
    pub fn writes_row(&self, transaction: usize, row: &super::Row) -> bool {
        let writes = |event: &EventTrace| event.source.is_none() && event.place.row() == *row;
        !self.aborted.contains(transaction) && self.happened(transaction).any(writes)
    }
}

/// Runs the transactions of a program as an execution prescribes.
pub fn run(
    program: &Program,
    levels: &Levels,
    execution: &Execution,
) -> Result<Outcome, EvaluationError> {
    let mut machine = Machine::new(program, execution);
    match &execution.history {
        History::Transactions { order, views } => {
            let mut committed = Vec::new();
            for &transaction in order {
                machine.run_transaction(transaction, &views[transaction], levels, &committed)?;
                committed.push(transaction);
            }
            machine.write_final(&committed);
        }
        History::Operations { order, committed, seen } => {
            run_operations(&mut machine, levels, order, seen)?;
            committed.iter().for_each(|transaction| machine.committed[transaction] = true);
        }
    }
    machine.finish()
}

/// Whether the assumptions hold of parameters and initial values.
pub fn evaluate_assumptions(
    program: &Program,
    execution: &Execution,
) -> Result<bool, EvaluationError> {
    let mut machine = Machine::new(program, execution);
    let mut terms = program.terms.clone();
    for different in program.freshness(&mut terms) {
        let value = terms.evaluate(different, &mut |symbol, key| machine.symbol(symbol, key))?;
        if value != Value::Bool(true) {
            return Ok(false);
        }
    }
    for &assumption in &program.assumptions {
        if machine.term(assumption)? != Value::Bool(true) {
            return Ok(false);
        }
    }
    for rows in &program.row_assumptions {
        let places = execution.initial.keys().filter(|place| place.table == rows.table);
        for key in places.filter_map(|place| place.key.clone()).collect::<Vec<_>>() {
            machine.params[rows.key] = key;
            if machine.term(rows.holds)? != Value::Bool(true) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The state of a run.
pub(super) struct Machine<'p> {
    pub(super) program: &'p Program,
    params: Vec<Value>,
    execution: &'p Execution,
    reads: Vec<Vec<Value>>,
    pub(super) events: Vec<Vec<Option<EventTrace>>>,
    committed: Vec<bool>,
    aborted: TransactionSet,
    pub(super) written: BTreeMap<Place, Value>,
}

impl<'p> Machine<'p> {
    fn new(program: &'p Program, execution: &'p Execution) -> Machine<'p> {
        let count = program.transactions.len();
        Machine {
            program,
            params: execution.params.clone(),
            execution,
            reads: vec![Vec::new(); count],
            events: program.transactions.iter().map(|t| vec![None; t.events().count()]).collect(),
            committed: vec![false; count],
            aborted: TransactionSet::EMPTY,
            written: BTreeMap::new(),
        }
    }

    pub(super) fn initial_value(&self, place: &Place) -> Value {
        self.execution.initial_value(self.program, place)
    }

    pub(super) fn term(&self, term: Term) -> Result<Value, EvaluationError> {
        self.program.terms.evaluate(term, &mut |symbol, key| self.symbol(symbol, key))
    }

    fn symbol(&self, symbol: Symbol, key: Option<&Value>) -> Result<Value, EvaluationError> {
        let place =
            |cell: Cell| Place { table: cell.table, key: key.cloned(), column: cell.column };
        let missing = || EvaluationError::Unassigned(format!("{symbol:?}"));
        match symbol {
            Symbol::Param(param) => self.params.get(param).cloned().ok_or_else(missing),
            Symbol::Read { transaction, read } => {
                self.reads[transaction].get(read).cloned().ok_or_else(missing)
            }
            Symbol::Initial(cell) => Ok(self.initial_value(&place(cell))),
            Symbol::Final(cell) => {
                let place = place(cell);
                let written = self.written.get(&place).cloned();
                Ok(written.unwrap_or_else(|| self.initial_value(&place)))
            }
            Symbol::Returned { transaction, value } => {
                self.term(self.program.transactions[transaction].returns[value].1)
            }
            Symbol::Committed(transaction) => Ok(Value::Bool(self.committed[transaction])),
            Symbol::Fresh(_) => Err(missing()),
        }
    }

    fn run_transaction(
        &mut self,
        transaction: usize,
        view: &View,
        levels: &Levels,
        before: &[usize],
    ) -> Result<(), EvaluationError> {
        let everybody: TransactionSet = before.iter().copied().collect();
        let axioms = levels.axioms(self.program, transaction);
        let current = axioms.current_locking_reads;
        let mut reads = 0;
        let program = self.program;
        for (index, (statement, event)) in program.transactions[transaction].events().enumerate() {
            let plain = view.of_read(statement, reads);
            let seen = match event {
                Event::Read(read) if read.lock.is_current(axioms) => everybody,
                Event::Read(_) => plain,
                Event::Write(_) if current => everybody,
                Event::Write(_) => plain,
            };
            let by_rows = axioms.own_rows
                && matches!(event, Event::Read(read) if !read.lock.is_current(axioms));
            let identity = levels.base.identity_updates;
            self.perform(transaction, index, statement, event, axioms, &mut |machine, place| {
                match by_rows {
                    true if machine.has_changed(transaction, place, identity) => {
                        machine.visible(Some(transaction), place, everybody, before)
                    }
                    true => machine.visible(None, place, seen, before),
                    false => machine.visible(Some(transaction), place, seen, before),
                }
            })?;
            reads += usize::from(matches!(event, Event::Read(_)));
        }
        self.committed[transaction] = true;
        self.decide_rollback(transaction)
    }

    /// Whether a transaction that has run is rolled back.
    pub(super) fn decide_rollback(&mut self, transaction: usize) -> Result<(), EvaluationError> {
        if let Some(aborts) = self.program.transactions[transaction].aborts
            && self.term(aborts)? == Value::Bool(true)
        {
            self.aborted.insert(transaction);
        }
        Ok(())
    }

    /// Whether what a transaction wrote is undone.
    pub(super) fn is_undone(&self, transaction: usize) -> bool {
        self.aborted.contains(transaction)
    }

    /// Whether a transaction has made a version of a row so far.
    fn has_changed(&self, transaction: usize, place: &Place, identity: bool) -> bool {
        self.events[transaction].iter().flatten().any(|event| {
            let writes = event.source.is_none() && event.place.row() == place.row();
            writes && (identity || event.changes)
        })
    }

    /// The latest value of a place among the transactions seen, the reader's own writes first
    /// if it sees those.
    fn visible(
        &self,
        reader: Option<usize>,
        place: &Place,
        seen: TransactionSet,
        before: &[usize],
    ) -> (Source, Value) {
        let visible = |other: usize| seen.contains(other) && !self.is_undone(other);
        let candidates = before.iter().copied().filter(|&other| visible(other));
        let newest_first = candidates.collect::<Vec<_>>().into_iter().rev();
        for writer in reader.into_iter().chain(newest_first) {
            let writes = self.events[writer].iter().flatten();
            let last = writes.rev().find(|event| event.source.is_none() && event.place == *place);
            if let Some(write) = last {
                return (Source::Transaction(writer), write.value.clone());
            }
        }
        (Source::Initial, self.initial_value(place))
    }

    /// Performs one event; `visible` says what a read would return.
    pub(super) fn perform(
        &mut self,
        transaction: usize,
        index: usize,
        statement: usize,
        event: &Event,
        axioms: Axioms,
        visible: &mut dyn FnMut(&Self, &Place) -> (Source, Value),
    ) -> Result<(), EvaluationError> {
        let (cell, guard) = match event {
            Event::Read(read) => (read.cell, read.guard),
            Event::Write(write) => (write.cell, write.guard),
        };
        let happens = self.term(guard)? == Value::Bool(true);
        if !happens {
            if matches!(event, Event::Read(_)) {
                // Nobody can use the result of a read that does not happen.
                self.reads[transaction].push(Value::default_of(self.program.cell_sort(cell)));
            }
            return Ok(());
        }
        let key = cell.key.map(|key| self.term(key)).transpose()?;
        let place = Place { table: cell.table, key, column: cell.column };
        let (source, old) = visible(self, &place);
        let trace = match event {
            Event::Read(read) => {
                self.reads[transaction].push(old.clone());
                let (lock, source) = (read.lock.at(axioms), Some(source));
                EventTrace { statement, place, value: old, lock, source, changes: false }
            }
            Event::Write(write) => {
                let value = self.term(write.value)?;
                let changes = value != old;
                let lock = Lock::Exclusive;
                EventTrace { statement, place, value, lock, source: None, changes }
            }
        };
        self.events[transaction][index] = Some(trace);
        Ok(())
    }

    fn write_final(&mut self, order: &[usize]) {
        for &transaction in order.iter().filter(|&&it| !self.aborted.contains(it)) {
            for event in self.events[transaction].iter().flatten() {
                if event.source.is_none() {
                    self.written.insert(event.place.clone(), event.value.clone());
                }
            }
        }
    }

    fn finish(self) -> Result<Outcome, EvaluationError> {
        let mut violated = Vec::new();
        for (index, invariant) in self.program.invariants.iter().enumerate() {
            let applies = self.program.mentioned_transactions(invariant.holds);
            let applies = applies.iter().all(|transaction| self.committed[transaction]);
            if applies && self.term(invariant.holds)? != Value::Bool(true) {
                violated.push(index);
            }
        }
        let mut returned = Vec::new();
        for (index, transaction) in self.program.transactions.iter().enumerate() {
            let values = transaction.returns.iter().filter(|_| self.committed[index]);
            returned.push(values.map(|(_, value)| self.term(*value)).collect::<Result<_, _>>()?);
        }
        let Machine { events, written, aborted, .. } = self;
        Ok(Outcome { events, aborted, returned, written, violated })
    }
}
