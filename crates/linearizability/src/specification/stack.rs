//! A last-in first-out stack.

use super::{Specification, SpecificationError, listed, refuse};
use crate::{
    Call, History, Value,
    checker::{MonitorAnswer, check_stack},
};

/// A stack: an empty one answers `pop` with `null`, or with an exception that
/// says so.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stack;

pub(crate) enum StackMethod<'call> {
    Push(&'call Value),
    Pop,
    Peek,
    Size,
    IsEmpty,
}

const METHODS: &[&str] = &["push", "pop", "poll", "peek", "top", "size", "isEmpty"];

impl StackMethod<'_> {
    pub(crate) fn of(call: &Call) -> Option<StackMethod<'_>> {
        Some(match (&*call.method, &*call.arguments) {
            // `null` means empty, so it cannot be an element.
            ("push", [Value::Null]) => return None,
            ("push", [element]) => StackMethod::Push(element),
            ("pop" | "poll", []) => StackMethod::Pop,
            ("peek" | "top", []) => StackMethod::Peek,
            ("size", []) => StackMethod::Size,
            ("isEmpty", []) => StackMethod::IsEmpty,
            _ => return None,
        })
    }
}

impl Specification for Stack {
    type State = Vec<Value>;

    fn initial(&self) -> Self::State {
        Vec::new()
    }

    fn apply(&self, state: &Self::State, call: &Call) -> Option<(Self::State, Value)> {
        let mut next = state.clone();
        let result = match StackMethod::of(call)? {
            StackMethod::Push(element) => {
                next.push(element.clone());
                Value::Unit
            }
            StackMethod::Pop => next.pop().unwrap_or(Value::Null),
            StackMethod::Peek => next.last().cloned().unwrap_or(Value::Null),
            StackMethod::Size => Value::Integer(next.len() as i64),
            StackMethod::IsEmpty => Value::Boolean(next.is_empty()),
        };
        Some((next, result))
    }

    fn validate(&self, call: &Call) -> Result<(), SpecificationError> {
        let expected = "one element that is not null (push) or nothing (all others)";
        StackMethod::of(call).map(drop).ok_or_else(|| refuse("stack", call, METHODS, expected))
    }

    fn agrees(&self, answer: &Value, observed: &Value) -> bool {
        *answer == Value::Unit
            || answer == observed
            || (*answer == Value::Null && means_empty(observed))
    }

    fn only_observes(&self, call: &Call, result: Option<&Value>) -> bool {
        match StackMethod::of(call) {
            Some(StackMethod::Peek | StackMethod::Size | StackMethod::IsEmpty) => true,
            Some(StackMethod::Pop) => result.is_some_and(means_empty),
            _ => false,
        }
    }

    fn monitor(&self, history: &History) -> MonitorAnswer {
        check_stack(history)
    }

    fn describe(&self, state: &Self::State) -> String {
        listed("⟨", state, "⟩")
    }
}

/// Whether what `pop` returned says that the stack was empty.
pub(crate) fn means_empty(result: &Value) -> bool {
    match result {
        Value::Null => true,
        Value::Exception(class) => {
            class.ends_with("EmptyStackException") || class.ends_with("NoSuchElementException")
        }
        _ => false,
    }
}
