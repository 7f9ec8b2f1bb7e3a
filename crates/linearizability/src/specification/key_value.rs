//! A key-value store as clients of a service see it.

use std::sync::Arc;

use super::{Entries, Specification, SpecificationError, refuse};
use crate::{Call, Value};

/// A key-value store: updates return nothing, a missing key reads as `null`
/// (or as the empty text, as some stores have it).
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyValue;

const METHODS: &[&str] =
    &["get", "read", "put", "write", "set", "append", "cas", "delete", "remove"];

impl Specification for KeyValue {
    type State = Entries;

    fn initial(&self) -> Self::State {
        Entries::default()
    }

    fn apply(&self, state: &Self::State, call: &Call) -> Option<(Self::State, Value)> {
        let mut next = state.clone();
        let result = match (&*call.method, &*call.arguments) {
            ("get" | "read", [key]) => next.get(key).cloned().unwrap_or(Value::Null),
            ("put" | "write" | "set", [key, value]) => {
                next.insert(key, value.clone());
                Value::Unit
            }
            ("append", [key, suffix]) => {
                let appended = append(next.get(key), suffix);
                next.insert(key, appended);
                Value::Unit
            }
            ("cas", [key, old, new]) => {
                let matches = next.get(key).unwrap_or(&Value::Null) == old;
                if matches {
                    next.insert(key, new.clone());
                }
                Value::Boolean(matches)
            }
            ("delete" | "remove", [key]) => {
                next.remove(key);
                Value::Unit
            }
            _ => return None,
        };
        Some((next, result))
    }

    fn validate(&self, call: &Call) -> Result<(), SpecificationError> {
        let fits = matches!(
            (&*call.method, call.arguments.len()),
            ("get" | "read" | "delete" | "remove", 1)
                | ("put" | "write" | "set" | "append", 2)
                | ("cas", 3)
        );
        let expected = "a key (get, delete), a key and a value (put, append) or a key, \
                        the old and the new value (cas)";
        if fits { Ok(()) } else { Err(refuse("key-value store", call, METHODS, expected)) }
    }

    fn part<'call>(&self, call: &'call Call) -> Option<&'call Value> {
        call.arguments.first()
    }

    fn agrees(&self, answer: &Value, observed: &Value) -> bool {
        match (answer, observed) {
            (Value::Unit, _) => true,
            (Value::Null, Value::Text(text)) => text.is_empty(),
            _ => answer == observed,
        }
    }

    fn only_observes(&self, call: &Call, result: Option<&Value>) -> bool {
        match &*call.method {
            "get" | "read" => true,
            "cas" => result == Some(&Value::Boolean(false)),
            _ => false,
        }
    }

    fn describe(&self, state: &Self::State) -> String {
        state.describe()
    }
}

/// Texts grow by a suffix, lists by an element.
fn append(present: Option<&Value>, suffix: &Value) -> Value {
    match (present, suffix) {
        (None, Value::Text(_)) => suffix.clone(),
        (Some(Value::Text(text)), Value::Text(suffix)) => {
            let mut grown = String::with_capacity(text.len() + suffix.len());
            grown.push_str(text);
            grown.push_str(suffix);
            Value::Text(grown.into())
        }
        (Some(Value::List(items)), element) => {
            Value::List(items.iter().chain([element]).cloned().collect::<Arc<[Value]>>())
        }
        (Some(other), element) => Value::List([other.clone(), element.clone()].into()),
        (None, element) => Value::List([element.clone()].into()),
    }
}
