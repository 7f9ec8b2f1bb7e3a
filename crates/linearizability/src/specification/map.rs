//! A map from keys to values.

use super::{Entries, Specification, SpecificationError, refuse};
use crate::{Call, Value};

/// A map, as `java.util.concurrent.ConcurrentMap` has it: `put` and `remove`
/// return what was there before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Map;

const METHODS: &[&str] = &[
    "get",
    "put",
    "putIfAbsent",
    "remove",
    "replace",
    "cas",
    "containsKey",
    "getOrDefault",
    "size",
    "isEmpty",
    "clear",
];

impl Specification for Map {
    type State = Entries;

    fn initial(&self) -> Self::State {
        Entries::default()
    }

    fn apply(&self, state: &Self::State, call: &Call) -> Option<(Self::State, Value)> {
        let mut next = state.clone();
        let or_null = |value: Option<Value>| value.unwrap_or(Value::Null);
        let result = match (&*call.method, &*call.arguments) {
            ("get", [key]) => or_null(next.get(key).cloned()),
            ("getOrDefault", [key, default]) => next.get(key).unwrap_or(default).clone(),
            ("containsKey", [key]) => Value::Boolean(next.get(key).is_some()),
            ("put", [key, value]) => or_null(next.insert(key, value.clone())),
            ("putIfAbsent", [key, value]) => match next.get(key) {
                Some(present) => present.clone(),
                None => or_null(next.insert(key, value.clone())),
            },
            ("remove", [key]) => or_null(next.remove(key)),
            ("remove", [key, value]) => {
                let matches = next.get(key) == Some(value);
                if matches {
                    next.remove(key);
                }
                Value::Boolean(matches)
            }
            ("replace", [key, value]) => match next.get(key) {
                Some(_) => or_null(next.insert(key, value.clone())),
                None => Value::Null,
            },
            ("replace" | "cas", [key, old, new]) => {
                let matches = next.get(key) == Some(old);
                if matches {
                    next.insert(key, new.clone());
                }
                Value::Boolean(matches)
            }
            ("size", []) => Value::Integer(next.len() as i64),
            ("isEmpty", []) => Value::Boolean(next.len() == 0),
            ("clear", []) => {
                next.clear();
                Value::Unit
            }
            _ => return None,
        };
        Some((next, result))
    }

    fn validate(&self, call: &Call) -> Result<(), SpecificationError> {
        let fits = matches!(
            (&*call.method, call.arguments.len()),
            ("size" | "isEmpty" | "clear", 0)
                | ("get" | "containsKey" | "remove", 1)
                | ("getOrDefault" | "put" | "putIfAbsent" | "remove" | "replace", 2)
                | ("replace" | "cas", 3)
        );
        let expected = "what java.util.concurrent.ConcurrentMap takes (cas: key, old, new)";
        if fits { Ok(()) } else { Err(refuse("map", call, METHODS, expected)) }
    }

    fn part<'call>(&self, call: &'call Call) -> Option<&'call Value> {
        call.arguments.first()
    }

    fn only_observes(&self, call: &Call, result: Option<&Value>) -> bool {
        match (&*call.method, call.arguments.len()) {
            ("get" | "containsKey" | "getOrDefault" | "size" | "isEmpty", _) => true,
            ("putIfAbsent", _) => result.is_some_and(|result| *result != Value::Null),
            ("remove", 1) | ("replace", 2) => result == Some(&Value::Null),
            ("remove" | "replace" | "cas", _) => result == Some(&Value::Boolean(false)),
            _ => false,
        }
    }

    fn describe(&self, state: &Self::State) -> String {
        state.describe()
    }
}
