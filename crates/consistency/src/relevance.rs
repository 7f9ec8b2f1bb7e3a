//! Which transactions can make a difference to an invariant.
//!
//! A transaction that writes nothing that the invariant mentions, or that a
//! relevant transaction reads, can be left out: any execution without it is
//! one with it, arbitrated last and seeing everybody, which breaks no axiom of
//! any model. Transactions of sessions are kept if sessions are promised
//! something, because there they cannot be moved to the end.

use std::collections::BTreeSet;

use crate::execution::{Execution, History, Levels, Operation, TransactionSet, View};
use crate::model::Granularity;
use crate::program::{Event, Program};
use crate::term::{Cell, Symbol, Term};

/// The transactions that can make a difference to `holds`.
pub(crate) fn relevant(program: &Program, levels: &Levels, holds: Term) -> TransactionSet {
    let mut kept = program.mentioned_transactions(holds);
    let mut columns: BTreeSet<(usize, usize)> = BTreeSet::new();
    for symbol in program.terms.symbols([holds]) {
        match symbol {
            Symbol::Final(cell) => drop(columns.insert((cell.table, cell.column))),
            Symbol::Committed(transaction) => kept.insert(transaction),
            _ => {}
        }
    }
    if !levels.base.session.is_empty() {
        program.sessions.iter().flatten().for_each(|&transaction| kept.insert(transaction));
    }
    loop {
        let before = (kept, columns.len());
        for (index, transaction) in program.transactions.iter().enumerate() {
            let column = |cell: Cell| (cell.table, cell.column);
            if transaction.writes().any(|(_, write)| columns.contains(&column(write.cell))) {
                kept.insert(index);
            }
            if kept.contains(index) {
                columns.extend(transaction.reads().map(|(_, read)| column(read.cell)));
            }
            if kept.contains(index) {
                program.told_by(index).iter().for_each(|teller| kept.insert(teller));
            }
            // Whether an update changes anything depends on what was there.
            if kept.contains(index) && !levels.base.identity_updates {
                columns.extend(transaction.writes().map(|(_, write)| column(write.cell)));
            }
        }
        if before == (kept, columns.len()) {
            return kept;
        }
    }
}

/// The transactions beyond some, each after those whose results it uses.
fn rest(program: &Program, mut done: TransactionSet) -> Vec<usize> {
    let mut rest = Vec::new();
    loop {
        let ready =
            |&index: &usize| !done.contains(index) && program.told_by(index).is_subset(done);
        let Some(next) = (0..program.transactions.len()).find(ready) else { return rest };
        done.insert(next);
        rest.push(next);
    }
}

/// Lets the transactions that were left out run at the end.
pub(crate) fn append_rest(program: &Program, levels: &Levels, execution: &mut Execution) {
    match &mut execution.history {
        History::Transactions { order, views } => {
            for index in rest(program, order.iter().copied().collect()) {
                let transaction = &program.transactions[index];
                let everybody: TransactionSet = order.iter().copied().collect();
                views[index] = match levels.of(index).axioms().granularity {
                    Granularity::Statement => {
                        View::Statements(vec![everybody; transaction.statements.len()])
                    }
                    Granularity::Read => View::Reads(vec![everybody; transaction.reads().count()]),
                    Granularity::Transaction | Granularity::Operation => View::Whole(everybody),
                };
                order.push(index);
            }
        }
        History::Operations { order, committed, seen } => {
            for index in rest(program, *committed) {
                let transaction = &program.transactions[index];
                for (event, (_, access)) in transaction.events().enumerate() {
                    let operation = Operation { transaction: index, event };
                    if matches!(access, Event::Read(_)) {
                        let is_write = |o: &Operation| {
                            let mut events = program.transactions[o.transaction].events();
                            matches!(events.nth(o.event), Some((_, Event::Write(_))))
                        };
                        seen.insert(operation, order.iter().copied().filter(is_write).collect());
                    }
                    order.push(operation);
                }
                committed.insert(index);
            }
        }
    }
}
