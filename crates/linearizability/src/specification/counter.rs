//! A number that is counted up and down.

use super::{Specification, SpecificationError, refuse};
use crate::{Call, Value};

/// A counter, with the method names of `AtomicInteger`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter {
    /// What it stands at in the beginning.
    pub initial: i64,
}

const METHODS: &[&str] = &[
    "get",
    "read",
    "increment",
    "inc",
    "decrement",
    "dec",
    "add",
    "incrementAndGet",
    "decrementAndGet",
    "addAndGet",
    "getAndIncrement",
    "getAndDecrement",
    "getAndAdd",
];

/// What a method answers.
enum Answer {
    Nothing,
    Before,
    After,
}

/// By how much a method counts, and what it answers.
fn effect(call: &Call) -> Option<(i64, Answer)> {
    let amount = match &*call.arguments {
        [] => None,
        [Value::Integer(amount)] => Some(*amount),
        _ => return None,
    };
    Some(match (&*call.method, amount) {
        ("get" | "read", None) => (0, Answer::After),
        ("increment" | "inc", None) => (1, Answer::Nothing),
        ("decrement" | "dec", None) => (-1, Answer::Nothing),
        ("add", Some(amount)) => (amount, Answer::Nothing),
        ("incrementAndGet", None) => (1, Answer::After),
        ("decrementAndGet", None) => (-1, Answer::After),
        ("addAndGet", Some(amount)) => (amount, Answer::After),
        ("getAndIncrement", None) => (1, Answer::Before),
        ("getAndDecrement", None) => (-1, Answer::Before),
        ("getAndAdd", Some(amount)) => (amount, Answer::Before),
        _ => return None,
    })
}

impl Specification for Counter {
    type State = i64;

    fn initial(&self) -> i64 {
        self.initial
    }

    fn apply(&self, state: &i64, call: &Call) -> Option<(i64, Value)> {
        let (amount, answer) = effect(call)?;
        let next = state.wrapping_add(amount);
        let result = match answer {
            Answer::Nothing => Value::Unit,
            Answer::Before => Value::Integer(*state),
            Answer::After => Value::Integer(next),
        };
        Some((next, result))
    }

    fn validate(&self, call: &Call) -> Result<(), SpecificationError> {
        let expected = "a whole number (add, addAndGet, getAndAdd) or nothing (all others)";
        effect(call).map(drop).ok_or_else(|| refuse("counter", call, METHODS, expected))
    }

    fn only_observes(&self, call: &Call, _result: Option<&Value>) -> bool {
        effect(call).is_some_and(|(amount, _)| amount == 0)
    }

    fn describe(&self, state: &i64) -> String {
        state.to_string()
    }
}
