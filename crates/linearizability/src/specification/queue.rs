//! A first-in first-out queue.

use std::collections::VecDeque;

use super::{Specification, SpecificationError, listed, refuse};
use crate::{
    Call, History, Value,
    checker::{MonitorAnswer, check_queue},
};

/// A queue, as `java.util.concurrent.BlockingQueue` has it: an empty queue
/// answers `poll` with `null`, `remove` with an exception, and lets `take`
/// wait.
#[derive(Clone, Copy, Debug, Default)]
pub struct Queue;

pub(crate) enum QueueMethod<'call> {
    /// The second part says whether the method answers `true`.
    Enqueue(&'call Value, bool),
    Dequeue(WhenEmpty),
    Peek,
    Size,
    IsEmpty,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WhenEmpty {
    Null,
    Throw,
    Wait,
}

const METHODS: &[&str] = &[
    "enqueue", "put", "offer", "add", "dequeue", "poll", "remove", "take", "peek", "size",
    "isEmpty",
];

impl WhenEmpty {
    /// Whether the result says that the queue was empty.
    pub(crate) fn answers(self, result: &Value) -> bool {
        match self {
            WhenEmpty::Null => *result == Value::Null,
            WhenEmpty::Throw => {
                matches!(result, Value::Exception(class) if **class == *NO_SUCH_ELEMENT)
            }
            WhenEmpty::Wait => false,
        }
    }
}

/// What `remove` throws if there is nothing to remove.
const NO_SUCH_ELEMENT: &str = "java.util.NoSuchElementException";

impl QueueMethod<'_> {
    pub(crate) fn of(call: &Call) -> Option<QueueMethod<'_>> {
        Some(match (&*call.method, &*call.arguments) {
            // `null` means empty, so it cannot be an element.
            ("enqueue" | "put" | "offer" | "add", [Value::Null]) => return None,
            ("enqueue" | "put", [element]) => QueueMethod::Enqueue(element, false),
            ("offer" | "add", [element]) => QueueMethod::Enqueue(element, true),
            ("dequeue" | "poll", []) => QueueMethod::Dequeue(WhenEmpty::Null),
            ("remove", []) => QueueMethod::Dequeue(WhenEmpty::Throw),
            ("take", []) => QueueMethod::Dequeue(WhenEmpty::Wait),
            ("peek", []) => QueueMethod::Peek,
            ("size", []) => QueueMethod::Size,
            ("isEmpty", []) => QueueMethod::IsEmpty,
            _ => return None,
        })
    }
}

impl Specification for Queue {
    type State = VecDeque<Value>;

    fn initial(&self) -> Self::State {
        VecDeque::new()
    }

    fn apply(&self, state: &Self::State, call: &Call) -> Option<(Self::State, Value)> {
        let mut next = state.clone();
        let result = match QueueMethod::of(call)? {
            QueueMethod::Enqueue(element, answers) => {
                next.push_back(element.clone());
                if answers { Value::Boolean(true) } else { Value::Unit }
            }
            QueueMethod::Dequeue(when_empty) => match (next.pop_front(), when_empty) {
                (Some(element), _) => element,
                (None, WhenEmpty::Null) => Value::Null,
                (None, WhenEmpty::Throw) => Value::exception(NO_SUCH_ELEMENT),
                (None, WhenEmpty::Wait) => return None,
            },
            QueueMethod::Peek => next.front().cloned().unwrap_or(Value::Null),
            QueueMethod::Size => Value::Integer(next.len() as i64),
            QueueMethod::IsEmpty => Value::Boolean(next.is_empty()),
        };
        Some((next, result))
    }

    fn validate(&self, call: &Call) -> Result<(), SpecificationError> {
        let expected =
            "one element that is not null (enqueue, put, offer, add) or nothing (all others)";
        QueueMethod::of(call).map(drop).ok_or_else(|| refuse("queue", call, METHODS, expected))
    }

    fn only_observes(&self, call: &Call, result: Option<&Value>) -> bool {
        match QueueMethod::of(call) {
            Some(QueueMethod::Peek | QueueMethod::Size | QueueMethod::IsEmpty) => true,
            Some(QueueMethod::Dequeue(when_empty)) => {
                result.is_some_and(|result| when_empty.answers(result))
            }
            _ => false,
        }
    }

    fn monitor(&self, history: &History) -> MonitorAnswer {
        check_queue(history)
    }

    fn describe(&self, state: &Self::State) -> String {
        listed("⟨", state, "⟩")
    }
}
