//! Transactions that can be exchanged without changing the question.
//!
//! If exchanging two transactions (with their arguments) maps the program, its
//! assumptions and the goal to themselves, then every execution has a
//! mirror image, and one order of the two suffices. Of writes to tables that
//! nobody else accesses only their conditions matter.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::Goal;
use crate::execution::Levels;
use crate::program::{Event, Lock, Program};
use crate::term::{Symbol, Term, Terms};

/// For each transaction, the number of its class: members of one class may
/// be exchanged with each other in any way.
pub(crate) fn interchangeable(program: &Program, levels: &Levels, goal: &Goal) -> Vec<usize> {
    let count = program.transactions.len();
    let mut terms = program.terms.clone();
    let mut class: Vec<usize> = (0..count).collect();
    for i in goal.relevant.iter() {
        let earlier = goal.relevant.iter().filter(|&j| j < i);
        let representatives = earlier.filter(|&j| class[j] == j).collect::<Vec<_>>();
        let found = representatives.into_iter().find(|&j| {
            levels.of(i) == levels.of(j) && exchange(program, &mut terms, goal.holds, j, i)
        });
        class[i] = found.unwrap_or(i);
    }
    class
}

/// Whether exchanging two transactions is an automorphism.
fn exchange(program: &Program, terms: &mut Terms, holds: Term, i: usize, j: usize) -> bool {
    let in_session = |t: usize| program.sessions.iter().any(|session| session.contains(&t));
    let private = private_tables(program, holds);
    if in_session(i) || in_session(j) || !same_shape(program, &private, i, j) {
        return false;
    }
    let arguments = |owner: usize| {
        let owned = program.params.iter().enumerate().filter(move |(_, p)| p.owner == Some(owner));
        owned.map(|(index, param)| (index, param.sort)).collect::<Vec<_>>()
    };
    let (of_i, of_j) = (arguments(i), arguments(j));
    let sorts = |list: &[(usize, _)]| list.iter().map(|(_, sort)| *sort).collect::<Vec<_>>();
    if sorts(&of_i) != sorts(&of_j) {
        return false;
    }
    let pairs = of_i.iter().zip(&of_j);
    let swapped: FxHashMap<usize, usize> =
        pairs.flat_map(|(a, b)| [(a.0, b.0), (b.0, a.0)]).collect();
    let mut swap = Swap { i, j, swapped, memo: FxHashMap::default() };
    let transactions =
        term_list(program, &private, i).into_iter().zip(term_list(program, &private, j));
    transactions.into_iter().all(|(a, b)| swap.term(terms, a) == b)
        && swap.fixes(terms, program.assumptions.iter().copied())
        && swap.fixes(terms, [holds].into_iter())
}

struct Swap {
    i: usize,
    j: usize,
    swapped: FxHashMap<usize, usize>,
    memo: FxHashMap<Term, Term>,
}

impl Swap {
    fn transaction(&self, transaction: usize) -> usize {
        match transaction {
            t if t == self.i => self.j,
            t if t == self.j => self.i,
            t => t,
        }
    }

    fn term(&mut self, terms: &mut Terms, term: Term) -> Term {
        let mut memo = std::mem::take(&mut self.memo);
        let swapped = terms.substitute(term, &mut memo, &mut |terms, symbol| {
            let image = match symbol {
                Symbol::Param(param) => Symbol::Param(*self.swapped.get(&param)?),
                Symbol::Read { transaction, read } => {
                    Symbol::Read { transaction: self.transaction(transaction), read }
                }
                Symbol::Returned { transaction, value } => {
                    Symbol::Returned { transaction: self.transaction(transaction), value }
                }
                Symbol::Committed(transaction) => Symbol::Committed(self.transaction(transaction)),
                _ => return None,
            };
            let sort = terms.symbol_sort(symbol)?;
            Some(terms.symbol(image, sort))
        });
        self.memo = memo;
        swapped
    }

    /// Whether a set of terms is mapped to itself.
    fn fixes(&mut self, terms: &mut Terms, set: impl Iterator<Item = Term> + Clone) -> bool {
        let before: BTreeSet<Term> = set.clone().collect();
        let after: BTreeSet<Term> = set.map(|term| self.term(terms, term)).collect();
        before == after
    }
}

fn same_shape(program: &Program, private: &[bool], i: usize, j: usize) -> bool {
    let shape = |t: usize| {
        let transaction = &program.transactions[t];
        let events = transaction.events().map(|(statement, event)| match event {
            Event::Read(read) => (statement, read.lock, 0, read.cell.table, read.cell.column),
            Event::Write(write) if private[write.cell.table] => {
                (statement, Lock::Exclusive, 2, 0, 0)
            }
            Event::Write(write) => {
                (statement, Lock::Exclusive, 1, write.cell.table, write.cell.column)
            }
        });
        let flags = (transaction.aborts.is_some(), transaction.stale);
        (events.collect::<Vec<_>>(), transaction.returns.len(), transaction.statements.len(), flags)
    };
    shape(i) == shape(j)
}

/// Tables that a single transaction writes and nothing reads.
fn private_tables(program: &Program, holds: Term) -> Vec<bool> {
    let mut writers = vec![BTreeSet::new(); program.tables.len()];
    let mut private = vec![true; program.tables.len()];
    for (index, transaction) in program.transactions.iter().enumerate() {
        for (_, event) in transaction.events() {
            match event {
                Event::Read(read) => private[read.cell.table] = false,
                Event::Write(write) => drop(writers[write.cell.table].insert(index)),
            }
        }
    }
    for symbol in program.terms.symbols([holds]) {
        if let Symbol::Final(cell) = symbol {
            private[cell.table] = false;
        }
    }
    private.iter().zip(writers).map(|(&unread, writers)| unread && writers.len() <= 1).collect()
}

/// The terms of a transaction, in a fixed order.
fn term_list(program: &Program, private: &[bool], transaction: usize) -> Vec<Term> {
    let transaction = &program.transactions[transaction];
    let mut list: Vec<Term> = transaction.returns.iter().map(|(_, value)| *value).collect();
    list.extend(transaction.aborts);
    for (_, event) in transaction.events() {
        let (cell, guard) = super::store::cell_and_guard(event);
        list.push(guard);
        if private[cell.table] {
            continue;
        }
        list.extend(cell.key);
        if let Event::Write(write) = event {
            list.push(write.value);
        }
    }
    list
}
