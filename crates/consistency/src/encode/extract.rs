//! From a solution back to an execution.

use std::collections::{BTreeMap, BTreeSet};

use super::{Encoding, ViewName};
use crate::execution::{Execution, History, Place, TransactionSet, View};
use crate::model::Granularity;
use crate::solver::Assignment;
use crate::term::{Symbol, Value};

impl Encoding<'_> {
    /// The execution that a solution describes; none if a value exceeds 128
    /// bits.
    pub(crate) fn execution(&mut self, assignment: &Assignment) -> Option<Execution> {
        let mut params = Vec::new();
        for (index, param) in self.program.params.iter().enumerate() {
            let term = self.terms.symbol(Symbol::Param(index), param.sort);
            params.push(assignment.value(&self.terms, term)?);
        }
        let mut initial = BTreeMap::new();
        for (cell, term) in &self.free_initial {
            let key = match cell.key {
                Some(key) => Some(assignment.value(&self.terms, key)?),
                None => None,
            };
            let place = Place { table: cell.table, key, column: cell.column };
            initial.insert(place, assignment.value(&self.terms, *term)?);
        }
        let history = match &self.operations {
            Some(_) => self.operation_history(assignment)?,
            None => self.transaction_history(assignment),
        };
        Some(Execution { params, initial, history })
    }

    fn committed(&self, assignment: &Assignment) -> TransactionSet {
        let all = 0..self.program.transactions.len();
        all.filter(|&t| assignment.holds(&self.terms, self.present[t])).collect()
    }

    fn transaction_history(&mut self, assignment: &Assignment) -> History {
        let committed = self.committed(assignment);
        let mut order: Vec<usize> = committed.iter().collect();
        let earlier = |t: usize| {
            let before = self.relevant().filter(|&other| other != t);
            before.filter(|&other| assignment.holds(&self.terms, self.ar[other][t])).count()
        };
        order.sort_by_key(|&transaction| earlier(transaction));
        let set = |view: ViewName| -> TransactionSet {
            let seen = committed.iter();
            seen.filter(|&t| assignment.holds(&self.terms, self.sees[&(view, t)])).collect()
        };
        let view = |transaction: usize| {
            let relevant = self.goal.relevant.contains(transaction);
            let set = |view| if relevant { set(view) } else { TransactionSet::EMPTY };
            let sets: Vec<TransactionSet> =
                self.views_of(transaction).into_iter().map(set).collect();
            match self.axioms(transaction).granularity {
                Granularity::Statement => View::Statements(sets),
                Granularity::Read => View::Reads(sets),
                Granularity::Transaction | Granularity::Operation => View::Whole(sets[0]),
            }
        };
        let count = self.program.transactions.len();
        History::Transactions { order, views: (0..count).map(view).collect() }
    }

    fn operation_history(&self, assignment: &Assignment) -> Option<History> {
        let operations = self.operations.as_ref()?;
        let committed = self.committed(assignment);
        let mut order = Vec::new();
        for unit in &operations.list {
            if committed.contains(unit.operation.transaction) {
                let Value::Int(position) = assignment.value(&self.terms, unit.position)? else {
                    return None;
                };
                order.push((position, unit.operation));
            }
        }
        order.sort();
        let order: Vec<_> = order.into_iter().map(|(_, operation)| operation).collect();
        let mut seen: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for &(read, write, sees) in &operations.seen {
            let (read, write) = (&operations.list[read], &operations.list[write]);
            let conditions = [read.happens, write.happens, sees];
            if conditions.iter().all(|&condition| assignment.holds(&self.terms, condition)) {
                seen.entry(read.operation).or_default().insert(write.operation);
            }
        }
        Some(History::Operations { order, committed, seen })
    }
}
