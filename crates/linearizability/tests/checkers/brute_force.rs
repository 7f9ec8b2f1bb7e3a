//! Linearizability by its definition: try every order.

use aplomb_linearizability::{History, Operation, Specification};

/// Whether some order of the operations explains the history.
pub fn is_linearizable<S: Specification>(specification: &S, history: &History) -> bool {
    let operations: Vec<&Operation> = history.operations().iter().collect();
    extends(specification, history, &operations, &specification.initial())
}

fn extends<S: Specification>(
    specification: &S,
    history: &History,
    left: &[&Operation],
    state: &S::State,
) -> bool {
    // What never returned need not have happened.
    if left.iter().all(|operation| operation.returned.is_none()) {
        return true;
    }
    (0..left.len()).any(|index| {
        let next = left[index];
        let waits = left.iter().any(|other| other.returned.is_some_and(|at| at < next.called));
        if waits {
            return false;
        }
        let Some(after) = step(specification, history, next, state) else { return false };
        let mut rest = left.to_vec();
        rest.remove(index);
        extends(specification, history, &rest, &after)
    })
}

/// Whether an order respects real time and explains the results of all
/// operations in it, and leaves out no completed operation of the parts that
/// it is about.
pub fn explains<S: Specification>(specification: &S, history: &History, order: &[u32]) -> bool {
    let operations = history.operations();
    let mut state = specification.initial();
    for (place, &index) in order.iter().enumerate() {
        let operation = &operations[index as usize];
        let late = |later: &u32| {
            operations[*later as usize].returned.is_some_and(|at| at < operation.called)
        };
        if order[place..].iter().any(late) || order[..place].contains(&index) {
            return false;
        }
        match step(specification, history, operation, &state) {
            Some(next) => state = next,
            None => return false,
        }
    }
    let part = |index: &u32| specification.part(history.call(&operations[*index as usize]));
    let Some(first) = order.first() else { return true };
    (0..operations.len() as u32)
        .filter(|index| operations[*index as usize].returned.is_some())
        .filter(|index| {
            part(index).is_none() || part(first).is_none() || part(index) == part(first)
        })
        .all(|index| {
            order.contains(&index) || order.iter().any(|other| part(other) != part(&index))
        })
}

fn step<S: Specification>(
    specification: &S,
    history: &History,
    operation: &Operation,
    state: &S::State,
) -> Option<S::State> {
    let (next, answer) = specification.apply(state, history.call(operation))?;
    match history.result(operation) {
        Some(observed) if !specification.agrees(&answer, observed) => None,
        _ => Some(next),
    }
}
