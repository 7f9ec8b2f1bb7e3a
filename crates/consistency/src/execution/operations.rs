//! Running histories whose units are single operations.

use std::collections::{BTreeMap, BTreeSet};

use super::run::{Machine, Source};
use super::{Operation, Place};
use crate::program::Event;
use crate::term::{EvaluationError, Value};

/// Performs operations one by one; a read returns the latest of the writes it
/// sees, and nothing else is atomic.
pub(super) fn run_operations(
    machine: &mut Machine<'_>,
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
        machine.perform(transaction, event, statement, access, &mut |machine, place| {
            latest(machine, earlier, sees, place)
        })?;
        if let (Event::Write(_), Some(trace)) = (access, &machine.events[transaction][event]) {
            let (place, value) = (trace.place.clone(), trace.value.clone());
            machine.written.insert(place, value);
        }
    }
    Ok(())
}

fn latest(
    machine: &Machine<'_>,
    earlier: &[Operation],
    sees: &BTreeSet<Operation>,
    place: &Place,
) -> (Source, Value) {
    for operation in earlier.iter().rev().filter(|operation| sees.contains(operation)) {
        if let Some(write) = &machine.events[operation.transaction][operation.event]
            && write.source.is_none()
            && write.place == *place
        {
            return (Source::Transaction(operation.transaction), write.value.clone());
        }
    }
    (Source::Initial, machine.initial_value(place))
}
