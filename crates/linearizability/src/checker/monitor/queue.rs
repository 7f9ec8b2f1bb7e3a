//! Queues: the four ways in which a history of distinct elements can fail
//! (Henzinger, Sezgin and Vafeiadis, CONCUR 2013), each found by one sweep.

use super::{
    MonitorAnswer,
    copies::Leaving,
    element::{Access, Lives, NEVER, NoLives, never_empty},
};
use crate::{History, Operation, Value, specification::QueueMethod};

/// Decides a history of a queue whose elements can be told apart.
pub(crate) fn check(history: &History) -> MonitorAnswer {
    let access = |operation| access(history, operation);
    let Some(accesses) = history.operations().iter().map(access).collect::<Option<Vec<_>>>() else {
        return MonitorAnswer::NotApplicable;
    };
    let lives = match Lives::new(history, &accesses, Leaving::FirstIn) {
        Ok(lives) => lives,
        Err(NoLives::Repeated) => return MonitorAnswer::NotApplicable,
        Err(NoLives::Violated { reason, operations }) => {
            return MonitorAnswer::violated(reason, operations);
        }
    };
    let completed = completed(&lives);
    if let Some(violated) = out_of_order(&completed) {
        return violated;
    }
    match seen_empty(history, &completed) {
        None => MonitorAnswer::Linearizable,
        // The pending operations may have taken other elements.
        Some(_) => {
            seen_empty(history, &lives.most_lenient()).unwrap_or(MonitorAnswer::NotApplicable)
        }
    }
}

/// The history with its pending operations completed so that elements are out of order only if
/// they are in every completion. An element that stays must be taken before the first one is that
/// was certainly enqueued after it; operations that are called earlier take what is due earlier.
fn completed<'history>(lives: &Lives<'history>) -> Lives<'history> {
    if lives.pending.is_empty() {
        return lives.clone();
    }
    let mut taken: Vec<(i64, i64)> = lives
        .elements
        .iter()
        .filter(|(_, element)| element.taken.is_some())
        .map(|(_, element)| (element.put_called, element.take_returned))
        .collect();
    taken.sort_unstable();
    // The first return among those that were enqueued from here on.
    for place in (1..taken.len()).rev() {
        taken[place - 1].1 = taken[place - 1].1.min(taken[place].1);
    }
    lives.completed(|element| {
        let later = taken.partition_point(|(called, _)| *called <= element.put_returned);
        let due = taken.get(later).map_or(NEVER, |(_, returned)| *returned);
        (due, element.put_returned)
    })
}

fn access<'history>(history: &'history History, operation: &Operation) -> Option<Access<'history>> {
    let result = history.result(operation);
    Some(match (QueueMethod::of(history.call(operation))?, result) {
        (QueueMethod::Enqueue(element, false), _)
        | (QueueMethod::Enqueue(element, true), Some(Value::Boolean(true)) | None) => {
            Access::Put(element)
        }
        (QueueMethod::Dequeue(_), None) if operation.returned.is_none() => Access::MayTake,
        (QueueMethod::Dequeue(when_empty), Some(result)) if when_empty.answers(result) => {
            Access::SawEmpty
        }
        (QueueMethod::Dequeue(_), Some(element))
            if !matches!(element, Value::Exception(_) | Value::Null) =>
        {
            Access::Take(element)
        }
        (QueueMethod::IsEmpty, Some(Value::Boolean(true))) => Access::SawEmpty,
        (QueueMethod::IsEmpty | QueueMethod::Peek | QueueMethod::Size, None) => Access::Nothing,
        _ => return None,
    })
}

/// Two elements that were enqueued in one order and dequeued in the other.
fn out_of_order(lives: &Lives<'_>) -> Option<MonitorAnswer> {
    let elements = &lives.elements;
    let mut by_return: Vec<usize> = (0..elements.len()).collect();
    by_return.sort_unstable_by_key(|&index| elements[index].1.put_returned);
    let mut by_call: Vec<usize> = (0..elements.len()).collect();
    by_call.sort_unstable_by_key(|&index| elements[index].1.put_called);

    let mut earlier = by_return.into_iter().peekable();
    // Of the elements certainly enqueued before, the one dequeued last.
    let mut last_taken: Option<usize> = None;
    for second in by_call {
        while let Some(first) =
            earlier.next_if(|&first| elements[first].1.put_returned < elements[second].1.put_called)
        {
            if last_taken
                .is_none_or(|last| elements[last].1.take_called < elements[first].1.take_called)
            {
                last_taken = Some(first);
            }
        }
        let Some(first) = last_taken else { continue };
        let ((first_value, first), (second_value, second)) = (&elements[first], &elements[second]);
        if second.take_returned < first.take_called {
            let reason = format!(
                "{first_value} was enqueued before {second_value}, but {second_value} was dequeued \
                 while {first_value} was still in the queue"
            );
            let operations = [Some(first.put), Some(second.put), second.taken, first.taken];
            return Some(MonitorAnswer::violated(reason, operations.into_iter().flatten()));
        }
    }
    None
}

fn seen_empty(history: &History, lives: &Lives<'_>) -> Option<MonitorAnswer> {
    let elements = lives.elements.iter().map(|(_, element)| element);
    let index = never_empty(history, elements, &lives.empty)?;
    let described = history.describe(&history.operations()[index as usize]);
    let reason = format!("`{described}`, but the queue was not empty at any moment of that call");
    Some(MonitorAnswer::violated(reason, [index]))
}
