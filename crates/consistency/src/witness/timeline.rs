//! An order in time in which an execution can be told, or driven.
//!
//! Time is counted in commits: slot `k` is after `k` transactions have
//! committed. A transaction commits at its place in arbitration; a read happens
//! as soon as everybody it sees has committed, so that it precedes the commits
//! it misses, where its view is a prefix of arbitration; locks and writes
//! happen once everybody who locked the row before has committed.

use crate::check::Violation;
use crate::execution::{History, Source};
use crate::program::{Lock, Program};

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// An event of a transaction.
    Event {
        /// The transaction.
        transaction: usize,
        /// The position among its events.
        event: usize,
    },
    /// A transaction commits.
    Commit {
        /// The transaction.
        transaction: usize,
    },
}

/// The moments of a violation, in time order.
pub fn timeline(program: &Program, violation: &Violation) -> Vec<Moment> {
    match &violation.execution.history {
        History::Operations { order, committed, .. } => operations(violation, order, *committed),
        History::Transactions { order, .. } => transactions(program, violation, order),
    }
}

fn operations(
    violation: &Violation,
    order: &[crate::execution::Operation],
    committed: crate::execution::TransactionSet,
) -> Vec<Moment> {
    let mut moments = Vec::new();
    for (position, operation) in order.iter().enumerate() {
        let (transaction, event) = (operation.transaction, operation.event);
        if violation.outcome.events[transaction][event].is_some() {
            moments.push(Moment::Event { transaction, event });
        }
        if !order[position + 1..].iter().any(|later| later.transaction == transaction) {
            moments.push(Moment::Commit { transaction });
        }
    }
    let idle = committed.iter().filter(|&t| !order.iter().any(|o| o.transaction == t));
    moments.extend(idle.map(|transaction| Moment::Commit { transaction }));
    moments
}

fn transactions(program: &Program, violation: &Violation, order: &[usize]) -> Vec<Moment> {
    let mut timed: Vec<(usize, usize, usize, Moment)> = Vec::new();
    for (position, &transaction) in order.iter().enumerate() {
        let slots = slots(program, violation, order, position);
        for (event, slot) in slots.into_iter().enumerate() {
            if let Some(slot) = slot {
                timed.push((slot, transaction, event, Moment::Event { transaction, event }));
            }
        }
        timed.push((position, usize::MAX, 0, Moment::Commit { transaction }));
    }
    timed.sort_by_key(|&(slot, transaction, event, _)| (slot, transaction, event));
    timed.into_iter().map(|(.., moment)| moment).collect()
}

/// When each event of a transaction happens; none if it does not.
fn slots(
    program: &Program,
    violation: &Violation,
    order: &[usize],
    position: usize,
) -> Vec<Option<usize>> {
    let transaction = order[position];
    let History::Transactions { views, .. } = &violation.execution.history else {
        unreachable!("operations have their own order")
    };
    let after = |other: usize| order.iter().position(|&t| t == other).map_or(0, |p| p + 1);
    let axioms = violation.levels.axioms(program, transaction);
    let current = axioms.current_locking_reads;
    let statements = program.transactions[transaction].events().map(|(statement, _)| statement);
    let mut reached = 0;
    let mut reads = 0;
    let mut slots = Vec::new();
    for (trace, statement) in violation.outcome.events[transaction].iter().zip(statements) {
        let event = slots.len();
        let is_read = matches!(
            program.transactions[transaction].events().nth(event),
            Some((_, crate::program::Event::Read(_)))
        );
        let seen = views[transaction].of_read(statement, reads);
        reads += usize::from(is_read);
        let Some(trace) = trace else {
            slots.push(None);
            continue;
        };
        let by_view = seen.iter().map(after).max().unwrap_or(0);
        let by_lock = order[..position]
            .iter()
            .filter(|&&earlier| {
                let mut held = violation.outcome.happened(earlier);
                held.any(|event| {
                    event.lock.excludes(trace.lock) && event.place.row() == trace.place.row()
                })
            })
            .map(|&earlier| after(earlier))
            .max()
            .unwrap_or(0);
        let own = trace.source == Some(Source::Transaction(transaction));
        let written = trace.source.and_then(|source| match source {
            Source::Transaction(writer) => Some(after(writer)),
            Source::Initial => None,
        });
        let slot = match (trace.lock != Lock::No, current) {
            (false, _) if own => 0,
            (true, false) if trace.lock <= Lock::Probe => written.unwrap_or(0).min(position),
            (false, _) => by_view,
            (true, true) => by_lock,
            (true, false) => by_lock.max(by_view),
        };
        reached = reached.max(slot);
        slots.push(Some(reached));
    }
    slots
}
