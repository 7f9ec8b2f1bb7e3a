//! Any number of instances: a proof by induction over arbitration.
//!
//! Consider an execution and its last transaction `T` in arbitration order.
//! Without `T` it is a shorter execution, so by the induction hypothesis the
//! state `current` before `T` satisfies the invariant. What `T` read comes
//! from states that satisfy it too:
//!
//! - under SER (and US, for a transaction that writes) from `current` itself;
//! - under SI, PSI, PC and CC from the final state of what `T` sees: that set
//!   is closed under visibility, hence an execution of its own, and shorter.
//!   Under SI and PSI `T` sees every earlier writer of the rows it writes, so
//!   there that state agrees with `current`;
//! - under PGRC each statement reads from such a state, locking reads from
//!   `current`, and rows once locked agree with `current` afterwards; under
//!   MYRR all plain reads share one state;
//! - under RA, UA, MAV, RC and EC a view is no execution of its own. There
//!   only conditions on single cells are inductive: every version of a cell
//!   satisfies them, so every read returns such a value.
//!
//! If the invariant then holds of `current` overwritten by `T`, for every `T`,
//! it holds after any number of transactions, and on the way. Session promises
//! and row locks only remove executions, so the rule stays sound with them.

use std::collections::BTreeSet;
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::repeat::RepeatError;
use crate::check::Options;
use crate::model::{Axioms, Closure, Granularity, Isolation, Serial};
use crate::program::{Event, Initial, Lock, Program};
use crate::solver::{Answer, late, left, solve};
use crate::term::{Cell, Node, Sort, Symbol, Term, Terms, Value};
use aplomb_report::Cause;

/// What came of the attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inductive {
    /// The invariants hold for any number of instances.
    Holds,
    /// The invariants do not hold at the start.
    InitiallyViolated,
    /// A transaction can break the invariants from a state that satisfies
    /// them; that state need not be reachable, so nothing follows.
    NotPreserved {
        /// The transaction.
        transaction: String,
    },
    /// The rule says nothing about this invariant at this model.
    NotApplicable {
        /// Why.
        reason: String,
    },
    /// The solver gave up.
    Unknown {
        /// The kind of reason.
        cause: Cause,
        /// Why.
        reason: String,
    },
}

/// Tries to prove the invariants for any number of instances.
///
/// ```
/// use aplomb_consistency::{Model, Options, fixture};
/// use aplomb_consistency::question::inductive::{Inductive, inductive};
///
/// let program = fixture::parse(r#"
///     free b
///     assume b >= 0
///     pay(a): old = b; if old >= a { b := old - a }
///     inv b >= 0
/// "#)?;
/// assert_eq!(inductive(&program, Model::CC, &Options::default())?, Inductive::Holds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inductive(
    program: &Program,
    isolation: impl Into<Isolation>,
    options: &Options,
) -> Result<Inductive, RepeatError> {
    program.validate()?;
    program.check_repeatable()?;
    let isolation = isolation.into();
    let axioms = isolation.model.axioms();
    let single_cells = !views_are_executions(axioms);
    if let Some(reason) = (single_cells).then(|| several_cells(program)).flatten() {
        return Ok(Inductive::NotApplicable { reason });
    }
    let undoes = program.transactions.iter().any(|transaction| transaction.aborts.is_some());
    if single_cells && undoes {
        let reason = "at this model nothing is proved by induction of transactions that are \
                      rolled back after they have written";
        return Ok(Inductive::NotApplicable { reason: reason.into() });
    }
    let deadline = Instant::now() + options.timeout;
    let mut base = Induction::new(program, isolation);
    let violated = base.initially_violated();
    if let Some(answer) = base.refuted(violated, deadline, || Inductive::InitiallyViolated) {
        return Ok(answer);
    }
    for index in 0..program.transactions.len() {
        if left(deadline).is_zero() {
            let (cause, reason) = late();
            return Ok(Inductive::Unknown { cause, reason });
        }
        let mut step = Induction::new(program, isolation);
        let violated = if single_cells { step.versions(index) } else { step.state(index) };
        let transaction = program.transactions[index].name.clone();
        let broken = || Inductive::NotPreserved { transaction };
        if let Some(answer) = step.refuted(violated, deadline, broken) {
            return Ok(answer);
        }
    }
    Ok(Inductive::Holds)
}

/// All that a column can ever hold, where that is known at the start and only
/// constants are written.
fn possible_values(program: &Program, cell: Cell) -> Option<BTreeSet<Value>> {
    let column = &program.tables[cell.table].columns[cell.column];
    let Initial::Fixed { default, rows } = &column.initial else { return None };
    let mut values: BTreeSet<Value> = rows.iter().map(|(_, value)| value.clone()).collect();
    values.insert(default.clone());
    for (_, write) in program.transactions.iter().flat_map(|it| it.writes()) {
        if (write.cell.table, write.cell.column) == (cell.table, cell.column) {
            values.insert(program.terms.constant(write.value)?.clone());
        }
    }
    Some(values)
}

/// Whether what a transaction sees is an execution of its own.
fn views_are_executions(axioms: Axioms) -> bool {
    axioms.closure != Closure::Nothing || axioms.serial != Serial::Nobody
}

/// Why the invariants are not about single cells, if they are not.
fn several_cells(program: &Program) -> Option<String> {
    for condition in conditions(program) {
        if final_cells(&program.terms, condition).len() > 1 {
            return Some(
                "at this model only conditions on single cells can be proved by induction".into(),
            );
        }
    }
    None
}

/// The conjuncts of the invariants.
fn conditions(program: &Program) -> Vec<Term> {
    let parts = |term: Term| match program.terms.node(term) {
        Node::And(parts) => parts.to_vec(),
        _ => vec![term],
    };
    program.invariants.iter().flat_map(|invariant| parts(invariant.holds)).collect()
}

fn final_cells(terms: &Terms, term: Term) -> Vec<Cell> {
    let cell = |symbol: Symbol| match symbol {
        Symbol::Final(cell) => Some(cell),
        _ => None,
    };
    terms.symbols([term]).into_iter().filter_map(cell).collect()
}

/// An unknown state of the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    /// Before any transaction.
    Start,
    /// Before the last transaction.
    Current,
    /// What a view of the last transaction holds.
    Seen(usize),
}

/// One proof obligation.
struct Induction<'p> {
    program: &'p Program,
    isolation: Isolation,
    terms: Terms,
    constraints: Vec<Term>,
    values: FxHashMap<State, Vec<(Cell, Term)>>,
}

impl<'p> Induction<'p> {
    fn new(program: &'p Program, isolation: Isolation) -> Induction<'p> {
        let terms = program.terms.clone();
        let mut induction = Induction {
            program,
            isolation,
            terms,
            constraints: Vec::new(),
            values: FxHashMap::default(),
        };
        for &assumption in &program.assumptions {
            let assumption = induction.at(State::Start, assumption);
            induction.constraints.push(assumption);
        }
        induction
    }

    fn require_if(&mut self, conditions: impl IntoIterator<Item = Term>, conclusion: Term) {
        let condition = self.terms.and(conditions);
        let clause = self.terms.implies(condition, conclusion);
        self.constraints.push(clause);
    }

    /// The value of a cell in a state.
    fn value(&mut self, state: State, cell: Cell) -> Term {
        let column = &self.program.tables[cell.table].columns[cell.column];
        if let (State::Start, Initial::Fixed { default, rows }) = (state, &column.initial) {
            let mut value = self.terms.value(default.clone());
            for (key, row) in rows.iter().rev() {
                let (key, row) = (self.terms.value(key.clone()), self.terms.value(row.clone()));
                let here = self.terms.eq(key, cell.key.expect("rows have keys"));
                value = self.terms.ite(here, row, value);
            }
            return value;
        }
        let known = self.values.entry(state).or_default().clone();
        if let Some(&(_, value)) = known.iter().find(|(other, _)| *other == cell) {
            return value;
        }
        let value = self.terms.fresh(column.sort);
        self.values.entry(state).or_default().push((cell, value));
        if let Some(possible) = possible_values(self.program, cell) {
            let mut one_of = Vec::new();
            for constant in possible {
                let constant = self.terms.value(constant);
                one_of.push(self.terms.eq(value, constant));
            }
            let one_of = self.terms.or(one_of);
            self.constraints.push(one_of);
        }
        for (other, other_value) in known {
            let same = self.same_cell(other, cell);
            let equal = if self.terms.sort(other_value) == self.terms.sort(value) {
                self.terms.eq(other_value, value)
            } else {
                continue;
            };
            self.require_if([same], equal);
        }
        value
    }

    fn same_cell(&mut self, a: Cell, b: Cell) -> Term {
        match (a.key, b.key) {
            _ if (a.table, a.column) != (b.table, b.column) => self.terms.bool(false),
            (Some(a), Some(b)) => self.terms.eq(a, b),
            _ => self.terms.bool(true),
        }
    }

    /// A term with its final values taken from a state, and its initial values
    /// from the start.
    fn at(&mut self, state: State, root: Term) -> Term {
        self.rewrite(root, &mut |induction, cell| induction.value(state, cell))
    }

    fn rewrite(
        &mut self,
        root: Term,
        final_value: &mut dyn FnMut(&mut Self, Cell) -> Term,
    ) -> Term {
        let mut memo = FxHashMap::default();
        for term in self.terms.post_order([root], &|_| false) {
            let Node::Symbol(symbol, _) = *self.terms.node(term) else { continue };
            let (Symbol::Final(cell) | Symbol::Initial(cell)) = symbol else { continue };
            let key = cell.key.map(|key| self.terms.substitute(key, &mut memo, &mut |_, _| None));
            let cell = Cell { key, ..cell };
            let value = match symbol {
                Symbol::Final(_) => final_value(self, cell),
                _ => self.value(State::Start, cell),
            };
            memo.insert(term, value);
        }
        self.terms.substitute(root, &mut memo, &mut |_, _| None)
    }

    fn initially_violated(&mut self) -> Term {
        let conditions = conditions(self.program);
        let fails: Vec<Term> = conditions
            .into_iter()
            .map(|condition| {
                let holds = self.at(State::Start, condition);
                self.terms.not(holds)
            })
            .collect();
        self.terms.or(fails)
    }

    fn assume_invariant(&mut self, state: State) {
        for condition in conditions(self.program) {
            let holds = self.at(state, condition);
            self.constraints.push(holds);
        }
    }

    /// The step where views are executions: the invariant fails of the current
    /// state overwritten by the transaction.
    fn state(&mut self, transaction: usize) -> Term {
        let axioms = self.isolation.model.axioms();
        self.assume_invariant(State::Current);
        let serial = axioms.serial != Serial::Nobody;
        let code = &self.program.transactions[transaction];
        let views = match axioms.granularity {
            Granularity::Statement => code.statements.len(),
            _ => 1,
        };
        for view in (0..views).filter(|_| !serial) {
            self.assume_invariant(State::Seen(view));
        }
        let per_statement = axioms.granularity == Granularity::Statement;
        let mut writes: Vec<(Cell, Term, Term)> = Vec::new();
        // When each write has made a version of its row.
        let mut changes: Vec<Term> = Vec::new();
        let mut read_index = 0;
        for (statement, event) in code.events() {
            let view = if per_statement { statement } else { 0 };
            let seen = if serial { State::Current } else { State::Seen(view) };
            match event {
                Event::Read(read) => {
                    let lock = read.lock.at(axioms) >= Lock::Shared;
                    let current = read.lock.is_current(axioms);
                    let state = if current { State::Current } else { seen };
                    let outside = self.value(state, read.cell);
                    let value = if axioms.own_rows && !current {
                        let now = self.value(State::Current, read.cell);
                        let now = self.overwritten(read.cell, now, &writes);
                        let changed = self.changed_row(read.cell, &writes, &changes);
                        self.terms.ite(changed, now, outside)
                    } else {
                        self.overwritten(read.cell, outside, &writes)
                    };
                    self.bind(transaction, read_index, read.cell, read.guard, value);
                    read_index += 1;
                    if lock {
                        self.lock(axioms, read.cell, read.guard, statement, views);
                    }
                }
                Event::Write(write) => {
                    let mut change = write.guard;
                    if axioms.own_rows && !self.isolation.identity_updates {
                        let before = self.value(State::Current, write.cell);
                        let before = self.overwritten(write.cell, before, &writes);
                        let same = self.terms.eq(before, write.value);
                        let differs = self.terms.not(same);
                        change = self.terms.and([change, differs]);
                    }
                    changes.push(change);
                    writes.push((write.cell, write.guard, write.value));
                    self.lock(axioms, write.cell, write.guard, statement, views);
                    if axioms.no_conflict && self.isolation.identity_updates {
                        let commits = self.commits(transaction);
                        let lasts = self.terms.and([write.guard, commits]);
                        self.agree(write.cell, lasts, State::Seen(0));
                    }
                }
            }
        }
        let commits = self.commits(transaction);
        for (_, guard, _) in &mut writes {
            *guard = self.terms.and([*guard, commits]);
        }
        let fails: Vec<Term> = conditions(self.program)
            .into_iter()
            .map(|condition| {
                let holds = self.rewrite(condition, &mut |induction, cell| {
                    let before = induction.value(State::Current, cell);
                    induction.overwritten(cell, before, &writes)
                });
                self.terms.not(holds)
            })
            .collect();
        self.terms.or(fails)
    }

    /// Whether what the transaction writes is not undone.
    fn commits(&mut self, transaction: usize) -> Term {
        match self.program.transactions[transaction].aborts {
            None => self.terms.bool(true),
            Some(aborts) => self.terms.not(aborts),
        }
    }

    /// Statements after a lock see the row as it is.
    fn lock(&mut self, axioms: Axioms, row: Cell, guard: Term, statement: usize, views: usize) {
        if axioms.locked_rows_stay_current {
            for later in statement + 1..views {
                self.agree(row, guard, State::Seen(later));
            }
        }
    }

    /// A state agrees with the current one on a row.
    fn agree(&mut self, row: Cell, guard: Term, state: State) {
        for column in 0..self.program.tables[row.table].columns.len() {
            let cell = Cell { column, ..row };
            let (seen, current) = (self.value(state, cell), self.value(State::Current, cell));
            let equal = self.terms.eq(seen, current);
            self.require_if([guard], equal);
        }
    }

    /// The value of a cell after some writes.
    fn overwritten(&mut self, cell: Cell, before: Term, writes: &[(Cell, Term, Term)]) -> Term {
        let mut value = before;
        for &(target, guard, written) in writes {
            let same = self.same_cell(target, cell);
            let happens = self.terms.and([guard, same]);
            if self.terms.constant(happens) != Some(&Value::Bool(false)) {
                value = self.terms.ite(happens, written, value);
            }
        }
        value
    }

    /// Whether some writes have made a version of a row.
    fn changed_row(&mut self, row: Cell, writes: &[(Cell, Term, Term)], changes: &[Term]) -> Term {
        let mut changed = self.terms.bool(false);
        for (&(cell, ..), &change) in writes.iter().zip(changes) {
            let same = match (cell.key, row.key) {
                _ if cell.table != row.table => continue,
                (Some(one), Some(other)) => self.terms.eq(one, other),
                _ => self.terms.bool(true),
            };
            let changes = self.terms.and([change, same]);
            changed = self.terms.or([changed, changes]);
        }
        changed
    }

    /// Gives a read its value.
    fn bind(&mut self, transaction: usize, read: usize, cell: Cell, guard: Term, value: Term) {
        let sort = self.program.cell_sort(cell);
        let result = self.terms.symbol(Symbol::Read { transaction, read }, sort);
        let unused = self.terms.value(Value::default_of(sort));
        let value = self.terms.ite(guard, value, unused);
        let equal = self.terms.eq(result, value);
        self.constraints.push(equal);
    }

    /// The step where every version of a cell satisfies the conditions on it:
    /// some write makes a version that does not.
    fn versions(&mut self, transaction: usize) -> Term {
        let conditions = conditions(self.program);
        let mut fails = Vec::new();
        let mut read_index = 0;
        for (_, event) in self.program.transactions[transaction].events() {
            match event {
                Event::Read(read) => {
                    let sort = self.program.cell_sort(read.cell);
                    let symbol = Symbol::Read { transaction, read: read_index };
                    let result = self.terms.symbol(symbol, sort);
                    read_index += 1;
                    for &condition in &conditions {
                        let holds = self.of_version(condition, read.cell, result);
                        self.require_if([read.guard], holds);
                    }
                    let unused = self.terms.value(Value::default_of(sort));
                    let idle = self.terms.not(read.guard);
                    let default = self.terms.eq(result, unused);
                    self.require_if([idle], default);
                }
                Event::Write(write) => {
                    for &condition in &conditions {
                        let holds = self.of_version(condition, write.cell, write.value);
                        let broken = self.terms.not(holds);
                        fails.push(self.terms.and([write.guard, broken]));
                    }
                }
            }
        }
        self.terms.or(fails)
    }

    /// What a condition on a single cell says about a version of `cell`: true
    /// if it is about another one.
    fn of_version(&mut self, condition: Term, cell: Cell, version: Term) -> Term {
        let Some(subject) = final_cells(&self.terms, condition).first().copied() else {
            return self.terms.bool(true);
        };
        let same = self.same_cell(subject, cell);
        let holds = if self.terms.constant(same) == Some(&Value::Bool(false)) {
            self.terms.bool(true)
        } else {
            self.rewrite(condition, &mut |_, _| version)
        };
        self.terms.implies(same, holds)
    }

    /// The answer if an obligation is not proved.
    fn refuted(
        &mut self,
        violated: Term,
        deadline: Instant,
        broken: impl FnOnce() -> Inductive,
    ) -> Option<Inductive> {
        debug_assert_eq!(self.terms.sort(violated), Sort::Bool);
        self.constraints.push(violated);
        match solve(&self.terms, &self.constraints, left(deadline)) {
            Answer::Unsatisfiable => None,
            Answer::Satisfiable(_) => Some(broken()),
            Answer::Unknown(cause, reason) => Some(Inductive::Unknown { cause, reason }),
        }
    }
}
