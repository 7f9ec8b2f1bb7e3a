//! A key-value store as clients of a service see it.

use std::sync::Arc;

use super::{Entries, Specification, SpecificationError, refuse};
use crate::{
    Call, History, Value,
    checker::{MonitorAnswer, check_key_value},
};

/// A key-value store: updates return nothing, a missing key reads as `null`
/// (or as the empty text, as some stores have it).
#[derive(Clone, Debug, Default)]
pub struct KeyValue {
    /// What is read or compared with anywhere, sorted, if values that nobody
    /// asks for need not be told apart.
    read: Option<Arc<[Arc<str>]>>,
}

/// A value that nobody ever asks for, nor for anything that it grows to.
const UNREAD: &str = "unread";

/// What is done with the value of a key.
pub(crate) enum KeyValueMethod<'call> {
    Get,
    Put(&'call Value),
    Append(&'call Value),
    CompareAndSet(&'call Value, &'call Value),
    Delete,
}

const METHODS: &[&str] =
    &["get", "read", "put", "write", "set", "append", "cas", "delete", "remove"];

impl KeyValueMethod<'_> {
    pub(crate) fn of(call: &Call) -> Option<KeyValueMethod<'_>> {
        Some(match (&*call.method, &*call.arguments) {
            ("get" | "read", [_]) => KeyValueMethod::Get,
            ("put" | "write" | "set", [_, value]) => KeyValueMethod::Put(value),
            ("append", [_, suffix]) => KeyValueMethod::Append(suffix),
            ("cas", [_, old, new]) => KeyValueMethod::CompareAndSet(old, new),
            ("delete" | "remove", [_]) => KeyValueMethod::Delete,
            _ => return None,
        })
    }
}

impl Specification for KeyValue {
    type State = Entries;

    fn initial(&self) -> Self::State {
        Entries::default()
    }

    fn apply(&self, state: &Self::State, call: &Call) -> Option<(Self::State, Value)> {
        let method = KeyValueMethod::of(call)?;
        let key = call.arguments.first()?;
        let mut next = state.clone();
        let result = match method {
            KeyValueMethod::Get => next.get(key).cloned().unwrap_or(Value::Null),
            KeyValueMethod::Put(value) => {
                next.insert(key, self.as_read(value.clone()));
                Value::Unit
            }
            KeyValueMethod::Append(suffix) => {
                let appended = append(next.get(key), suffix);
                next.insert(key, self.as_read(appended));
                Value::Unit
            }
            KeyValueMethod::CompareAndSet(old, new) => {
                let matches = next.get(key).unwrap_or(&Value::Null) == old;
                if matches {
                    next.insert(key, self.as_read(new.clone()));
                }
                Value::Boolean(matches)
            }
            KeyValueMethod::Delete => {
                next.remove(key);
                Value::Unit
            }
        };
        Some((next, result))
    }

    fn validate(&self, call: &Call) -> Result<(), SpecificationError> {
        let expected = "a key (get, delete), a key and a value (put, append) or a key, \
                        the old and the new value (cas)";
        let refused = || refuse("key-value store", call, METHODS, expected);
        KeyValueMethod::of(call).map(drop).ok_or_else(refused)
    }

    fn part<'call>(&self, call: &'call Call) -> Option<&'call Value> {
        call.arguments.first()
    }

    fn agrees(&self, answer: &Value, observed: &Value) -> bool {
        match (answer, observed) {
            (Value::Unit, _) => true,
            (Value::Null, Value::Text(text)) if text.is_empty() => true,
            _ => answer == observed,
        }
    }

    fn only_observes(&self, call: &Call, result: Option<&Value>) -> bool {
        match KeyValueMethod::of(call) {
            Some(KeyValueMethod::Get) => true,
            Some(KeyValueMethod::CompareAndSet(..)) => result == Some(&Value::Boolean(false)),
            _ => false,
        }
    }

    /// A value that was read must be there, or be put or grown to by the rest.
    fn is_out_of_reach<'call>(
        &self,
        state: &Self::State,
        goal: &Call,
        observed: &Value,
        mut rest: impl Iterator<Item = &'call Call>,
    ) -> bool {
        let (Some(KeyValueMethod::Get), Some(key)) =
            (KeyValueMethod::of(goal), goal.arguments.first())
        else {
            return false;
        };
        let present = state.get(key).unwrap_or(&Value::Null);
        if self.agrees(present, observed) {
            return false;
        }
        let remaining = match (present, observed) {
            (Value::Null, Value::Text(whole)) => Some(&**whole),
            (Value::Text(text), Value::Text(whole)) => whole.strip_prefix(&**text),
            (_, Value::Text(_)) => None,
            // Values that are no texts grow to lists; few workloads do that.
            _ => return false,
        };
        let helps = |call: &Call| match KeyValueMethod::of(call) {
            _ if call.arguments.first() != Some(key) => false,
            Some(KeyValueMethod::Append(Value::Text(suffix))) => {
                remaining.is_some_and(|remaining| remaining.starts_with(&**suffix))
            }
            Some(KeyValueMethod::Put(begin) | KeyValueMethod::CompareAndSet(_, begin)) => {
                match (begin, observed) {
                    (Value::Text(begin), Value::Text(whole)) => whole.starts_with(&**begin),
                    _ => true,
                }
            }
            Some(KeyValueMethod::Get) => false,
            _ => true,
        };
        !rest.any(helps)
    }

    fn as_observed_by(&self, history: &History) -> Option<KeyValue> {
        let mut read = Vec::new();
        for operation in history.operations() {
            let asked = match KeyValueMethod::of(history.call(operation))? {
                KeyValueMethod::Get => history.result(operation),
                KeyValueMethod::CompareAndSet(old, _) => Some(old),
                _ => None,
            };
            match asked {
                Some(Value::Text(text)) => read.push(Arc::clone(text)),
                Some(Value::Null) | None => {}
                Some(_) => return None,
            }
        }
        read.sort_unstable();
        read.dedup();
        Some(KeyValue { read: Some(read.into()) })
    }

    fn monitor(&self, history: &History) -> MonitorAnswer {
        check_key_value(history)
    }

    fn describe(&self, state: &Self::State) -> String {
        state.describe()
    }
}

impl KeyValue {
    /// The value, if it or something that it grows to is read somewhere.
    fn as_read(&self, value: Value) -> Value {
        match (&self.read, &value) {
            (Some(read), Value::Text(text)) => {
                let place = read.partition_point(|known| known < text);
                match read.get(place) {
                    Some(longer) if longer.starts_with(&**text) => value,
                    _ => Value::exception(UNREAD),
                }
            }
            _ => value,
        }
    }
}

/// Texts grow by a suffix, lists by an element.
fn append(present: Option<&Value>, suffix: &Value) -> Value {
    match (present, suffix) {
        (Some(Value::Exception(_)), _) => Value::exception(UNREAD),
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
