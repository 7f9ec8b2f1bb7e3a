//! A set of values.

use std::collections::BTreeSet;

use super::{Specification, SpecificationError, listed, refuse};
use crate::{
    Call, History, Value,
    checker::{MonitorAnswer, check_set},
};

/// A set, as `java.util.Set` has it: `add` and `remove` say whether they
/// changed anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Set;

pub(crate) enum SetMethod<'call> {
    Add(&'call Value),
    Remove(&'call Value),
    Contains(&'call Value),
    Size,
    IsEmpty,
    Clear,
    Read,
}

const METHODS: &[&str] = &[
    "add", "insert", "remove", "delete", "contains", "member", "size", "isEmpty", "clear", "read",
];

impl SetMethod<'_> {
    pub(crate) fn of(call: &Call) -> Option<SetMethod<'_>> {
        Some(match (&*call.method, &*call.arguments) {
            ("add" | "insert", [element]) => SetMethod::Add(element),
            ("remove" | "delete", [element]) => SetMethod::Remove(element),
            ("contains" | "member", [element]) => SetMethod::Contains(element),
            ("size", []) => SetMethod::Size,
            ("isEmpty", []) => SetMethod::IsEmpty,
            ("clear", []) => SetMethod::Clear,
            ("read", []) => SetMethod::Read,
            _ => return None,
        })
    }
}

impl Specification for Set {
    type State = BTreeSet<Value>;

    fn initial(&self) -> Self::State {
        BTreeSet::new()
    }

    fn apply(&self, state: &Self::State, call: &Call) -> Option<(Self::State, Value)> {
        let mut next = state.clone();
        let result = match SetMethod::of(call)? {
            SetMethod::Add(element) => Value::Boolean(next.insert(element.clone())),
            SetMethod::Remove(element) => Value::Boolean(next.remove(element)),
            SetMethod::Contains(element) => Value::Boolean(next.contains(element)),
            SetMethod::Size => Value::Integer(next.len() as i64),
            SetMethod::IsEmpty => Value::Boolean(next.is_empty()),
            SetMethod::Clear => {
                next.clear();
                Value::Unit
            }
            SetMethod::Read => Value::List(next.iter().cloned().collect()),
        };
        Some((next, result))
    }

    fn validate(&self, call: &Call) -> Result<(), SpecificationError> {
        let expected =
            "one element (add, remove, contains) or nothing (size, isEmpty, clear, read)";
        SetMethod::of(call).map(drop).ok_or_else(|| refuse("set", call, METHODS, expected))
    }

    fn part<'call>(&self, call: &'call Call) -> Option<&'call Value> {
        match SetMethod::of(call)? {
            SetMethod::Add(element) | SetMethod::Remove(element) | SetMethod::Contains(element) => {
                Some(element)
            }
            _ => None,
        }
    }

    /// A set that was read as a whole may be listed in any order.
    fn agrees(&self, answer: &Value, observed: &Value) -> bool {
        match (answer, observed) {
            (Value::List(answer), Value::List(observed)) => {
                let mut observed = observed.to_vec();
                observed.sort();
                **answer == *observed
            }
            (Value::Unit, _) => true,
            _ => answer == observed,
        }
    }

    fn only_observes(&self, call: &Call, result: Option<&Value>) -> bool {
        match SetMethod::of(call) {
            Some(SetMethod::Add(_) | SetMethod::Remove(_)) => {
                result == Some(&Value::Boolean(false))
            }
            Some(SetMethod::Clear) | None => false,
            Some(_) => true,
        }
    }

    fn monitor(&self, history: &History) -> MonitorAnswer {
        check_set(history)
    }

    fn describe(&self, state: &Self::State) -> String {
        listed("{", state, "}")
    }
}
