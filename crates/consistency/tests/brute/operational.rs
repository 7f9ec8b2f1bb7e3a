//! Read committed and eventual consistency by machines that know no axioms.
//!
//! A machine keeps all versions of every cell. Under read committed it runs
//! whole transactions one after the other, each read returning any version
//! committed so far; under eventual consistency it runs single operations.

use std::collections::{BTreeMap, BTreeSet};

use aplomb_consistency::execution::Place;
use aplomb_consistency::program::{Event, Initial};
use aplomb_consistency::{Program, Symbol, Term, Value};

use super::enumerate::{Result, committed_sets, parameters};

/// What the future depends on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// How many events each transaction has performed.
    done: Vec<usize>,
    /// What each transaction has read.
    reads: Vec<Vec<Value>>,
    /// What a transaction has written but not yet published.
    buffer: BTreeMap<Place, Value>,
    /// All versions of each place, and the latest.
    versions: BTreeMap<Place, (BTreeSet<Value>, Value)>,
}

pub struct Machine<'p> {
    program: &'p Program,
    params: Vec<Value>,
    /// Whether transactions run as a whole.
    atomic: bool,
}

/// Programs with more states than this are not explored.
const STATES: usize = 200_000;

/// The results of a program by exhaustive exploration; none if it is too large.
pub fn results(program: &Program, atomic: bool, every_subset: bool) -> Option<BTreeSet<Result>> {
    let mut results = BTreeSet::new();
    for params in parameters(program) {
        let machine = Machine { program, params, atomic };
        let holds = |&term: &Term| machine.term(term, &[]) == Value::Bool(true);
        if !program.assumptions.iter().all(holds) {
            continue;
        }
        for committed in committed_sets(program, every_subset) {
            machine.explore(&committed, &mut results)?;
        }
    }
    Some(results)
}

impl Machine<'_> {
    fn explore(&self, committed: &[usize], results: &mut BTreeSet<Result>) -> Option<()> {
        let count = self.program.transactions.len();
        let start = State {
            done: vec![0; count],
            reads: vec![Vec::new(); count],
            buffer: BTreeMap::new(),
            versions: BTreeMap::new(),
        };
        let mut seen = BTreeSet::from([start.clone()]);
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            let unfinished: Vec<usize> = committed
                .iter()
                .copied()
                .filter(|&t| state.done[t] < self.program.transactions[t].events().count())
                .collect();
            if unfinished.is_empty() {
                results.insert(self.result(committed, &state));
            }
            let running =
                unfinished.iter().copied().filter(|&t| state.done[t] > 0).collect::<Vec<_>>();
            let runnable = if self.atomic && !running.is_empty() { running } else { unfinished };
            for transaction in runnable.into_iter().filter(|&t| self.told(&state, t)) {
                for next in self.step(&state, transaction) {
                    if seen.insert(next.clone()) {
                        stack.push(next);
                    }
                }
            }
            if seen.len() > STATES {
                return None;
            }
        }
        Some(())
    }

    /// Whether a transaction can start: who tells it something has finished.
    fn told(&self, state: &State, transaction: usize) -> bool {
        let finished = |t: usize| state.done[t] == self.program.transactions[t].events().count();
        self.program.told_by(transaction).iter().all(finished)
    }

    fn step(&self, state: &State, transaction: usize) -> Vec<State> {
        let code = &self.program.transactions[transaction];
        let (_, event) = code.events().nth(state.done[transaction]).expect("unfinished");
        let reads = &state.reads;
        let mut next = state.clone();
        next.done[transaction] += 1;
        let (cell, guard) = match event {
            Event::Read(read) => (read.cell, read.guard),
            Event::Write(write) => (write.cell, write.guard),
        };
        let happens = self.term(guard, reads) == Value::Bool(true);
        let key = cell.key.map(|key| self.term(key, reads));
        let place = Place { table: cell.table, key, column: cell.column };
        let mut successors = Vec::new();
        match event {
            Event::Read(_) => {
                let values = if !happens {
                    vec![Value::default_of(self.program.cell_sort(cell))]
                } else if let Some(own) = state.buffer.get(&place) {
                    vec![own.clone()]
                } else {
                    let versions = state.versions.get(&place);
                    let others = versions.into_iter().flat_map(|(all, _)| all.iter().cloned());
                    [self.initial(&place)].into_iter().chain(others).collect()
                };
                for value in values {
                    let mut successor = next.clone();
                    successor.reads[transaction].push(value);
                    successors.push(successor);
                }
            }
            Event::Write(write) => {
                if happens {
                    let value = self.term(write.value, reads);
                    next.buffer.insert(place, value);
                }
                successors.push(next);
            }
        }
        let finished = code.events().count() == state.done[transaction] + 1;
        if !self.atomic || finished {
            for successor in &mut successors {
                let aborts = code.aborts.filter(|_| finished);
                if aborts.is_some_and(|it| self.term(it, &successor.reads) == Value::Bool(true)) {
                    successor.buffer.clear();
                }
                publish(successor);
            }
        }
        successors
    }

    fn initial(&self, place: &Place) -> Value {
        match &self.program.tables[place.table].columns[place.column].initial {
            Initial::Fixed { default, .. } => default.clone(),
            Initial::Free => unreachable!("generated programs have fixed initial values"),
        }
    }

    fn term(&self, term: Term, reads: &[Vec<Value>]) -> Value {
        let lookup = &mut |symbol, _: Option<&Value>| match symbol {
            Symbol::Param(param) => Ok(self.params[param].clone()),
            Symbol::Read { transaction, read } => Ok(reads[transaction][read].clone()),
            other => panic!("unexpected {other:?}"),
        };
        self.program.terms.evaluate(term, lookup).expect("small numbers")
    }

    fn result(&self, committed: &[usize], state: &State) -> Result {
        let returned = self.program.transactions.iter().enumerate().map(|(index, code)| {
            let returns = code.returns.iter().filter(|_| committed.contains(&index));
            returns.map(|(_, value)| self.term(*value, &state.reads)).collect()
        });
        let written = state.versions.iter().map(|(place, (_, last))| (place.clone(), last.clone()));
        (committed.to_vec(), returned.collect(), written.collect())
    }
}

fn publish(state: &mut State) {
    for (place, value) in std::mem::take(&mut state.buffer) {
        let versions =
            state.versions.entry(place).or_insert_with(|| (BTreeSet::new(), value.clone()));
        versions.0.insert(value.clone());
        versions.1 = value;
    }
}
