//! Running histories whose units are single operations.

use std::collections::{BTreeMap, BTreeSet};

use super::run::{Machine, Source};
use super::{Levels, Operation, Place};
use crate::term::{EvaluationError, Value};

/// Performs operations one by one; a read returns the latest of the writes it
/// sees, and nothing else is atomic.
pub(super) fn run_operations(
    machine: &mut Machine<'_>,
    levels: &Levels,
    order: &[Operation],
    seen: &BTreeMap<Operation, BTreeSet<Operation>>,
) -> Result<(), EvaluationError> {
    let program = machine.program;
    let nothing = BTreeSet::new();
    for (position, &operation) in order.iter().enumerate() {
        let Operation { transaction, event } = operation;
        let Some((statement, access)) = program.transactions[transaction].events().nth(event)
        else {
            continue;
        };
        let sees = seen.get(&operation).unwrap_or(&nothing);
        let earlier = &order[..position];
        let axioms = levels.axioms(program, transaction);
        machine.perform(transaction, event, statement, access, axioms, &mut |machine, place| {
            latest(machine, transaction, earlier, sees, place)
        })?;
        if !order[position + 1..].iter().any(|later| later.transaction == transaction) {
            machine.decide_rollback(transaction)?;
        }
    }
    let lasting = order.iter().filter(|operation| !machine.is_undone(operation.transaction));
    let mut written = BTreeMap::new();
    for Operation { transaction, event } in lasting {
        if let Some(trace) = &machine.events[*transaction][*event]
            && trace.source.is_none()
        {
            written.insert(trace.place.clone(), trace.value.clone());
        }
    }
    machine.written = written;
    Ok(())
}

fn latest(
    machine: &Machine<'_>,
    reader: usize,
    earlier: &[Operation],
    sees: &BTreeSet<Operation>,
    place: &Place,
) -> (Source, Value) {
    for operation in earlier.iter().rev().filter(|operation| sees.contains(operation)) {
        if let Some(write) = &machine.events[operation.transaction][operation.event]
            && write.source.is_none()
            && write.place == *place
            && (operation.transaction == reader || !machine.is_undone(operation.transaction))
        {
            return (Source::Transaction(operation.transaction), write.value.clone());
        }
    }
    (Source::Initial, machine.initial_value(place))
}
