//! Values, as a person would write them down.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use aplomb_symbolic::{Operator, Term, Terms};

use super::evaluate::from_json;

/// A number by its bits, so that it can stand in a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Number(u64);

impl Number {
    pub(super) fn new(value: f64) -> Number {
        // There is one zero, and one thing that is not a number.
        let value = if value == 0.0 { 0.0 } else { value };
        Number(if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() })
    }

    pub(super) fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// A concrete value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Value {
    Undefined,
    Null,
    /// No item: what a cell holds that holds nothing.
    Absent,
    Bool(bool),
    Number(Number),
    Text(Arc<str>),
    List(Vec<Value>),
    /// Fields that are there; one that is undefined is not.
    Record(BTreeMap<Arc<str>, Value>),
    /// What a function gives whose meaning is not known, or a part of that.
    Opaque(Operator, Vec<Value>),
    /// A package, a function, an object with identity.
    Thing(Term),
}

impl Value {
    /// The value for the interpreter, which hands it to the program.
    pub(crate) fn term(&self, terms: &mut Terms) -> Term {
        match self {
            Value::Undefined => terms.undefined(),
            Value::Null => terms.null(),
            Value::Absent => terms.absent(),
            Value::Bool(value) => terms.bool(*value),
            Value::Number(number) => terms.number(number.get()),
            Value::Text(text) => terms.string(text.clone()),
            Value::List(items) => {
                let items: Vec<Term> = items.iter().map(|item| item.term(terms)).collect();
                terms.list(items)
            }
            Value::Record(fields) => {
                let fields: Vec<(Arc<str>, Term)> =
                    fields.iter().map(|(name, field)| (name.clone(), field.term(terms))).collect();
                terms.record(fields)
            }
            Value::Opaque(operator, arguments) => {
                let arguments: Vec<Term> = arguments.iter().map(|it| it.term(terms)).collect();
                terms.apply(operator.clone(), &arguments)
            }
            Value::Thing(term) => *term,
        }
    }

    /// How much it takes to write the value down.
    pub(super) fn size(&self) -> usize {
        1 + match self {
            Value::Text(text) => text.len(),
            Value::List(parts) | Value::Opaque(_, parts) => parts.iter().map(Value::size).sum(),
            Value::Record(fields) => {
                fields.iter().map(|(name, field)| name.len() + field.size()).sum()
            }
            _ => 0,
        }
    }

    /// What sort of value this surely is.
    fn kind(&self) -> Option<Kind> {
        Some(match self {
            Value::Undefined | Value::Null | Value::Absent => Kind::Nothing,
            Value::Bool(_) => Kind::Bool,
            Value::Number(_) => Kind::Number,
            Value::Text(_) => Kind::Text,
            Value::List(_) => Kind::List,
            Value::Record(_) => Kind::Record,
            Value::Opaque(operator, _) => match operator {
                Operator::Concat | Operator::JsonText | Operator::TypeOf => Kind::Text,
                Operator::Add
                | Operator::Multiply
                | Operator::Divide
                | Operator::Remainder
                | Operator::Length => Kind::Number,
                Operator::Append | Operator::Insert => Kind::List,
                Operator::With | Operator::Without | Operator::Merge => Kind::Record,
                Operator::Pure(function) if function.gives_text() => Kind::Text,
                _ => return None,
            },
            Value::Thing(_) => return None,
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nothing,
    Bool,
    Number,
    Text,
    List,
    Record,
}

/// Whether two values are the same, if that can be told.
pub(super) fn same(left: &Value, right: &Value) -> Option<bool> {
    if left == right {
        return Some(true);
    }
    match (left, right) {
        (Value::Record(one), Value::Record(other)) => {
            let names = one.keys().chain(other.keys());
            let field = |record: &BTreeMap<Arc<str>, Value>, name| {
                record.get(name).cloned().unwrap_or(Value::Undefined)
            };
            all(names.map(|name| same(&field(one, name), &field(other, name))))
        }
        (Value::List(one), Value::List(other)) if one.len() == other.len() => {
            all(one.iter().zip(other).map(|(one, other)| same(one, other)))
        }
        (Value::Opaque(..), Value::Opaque(..)) if same_form(left, right) => Some(false),
        (Value::Opaque(Operator::Pure(function), _), other)
        | (other, Value::Opaque(Operator::Pure(function), _))
            if other.kind() == Some(Kind::Nothing) && function.is_never_empty() =>
        {
            Some(false)
        }
        (Value::Opaque(..) | Value::Thing(_), _) | (_, Value::Opaque(..) | Value::Thing(_)) => {
            match (left.kind(), right.kind()) {
                (Some(one), Some(other)) if one != other => Some(false),
                _ => ends_differ(left, right).then_some(false),
            }
        }
        _ => Some(false),
    }
}

/// Whether two answers are the same to whoever reads them, if that can be told: two JSON texts are
/// if they say the same, in whatever order.
pub(super) fn same_answer(left: &Value, right: &Value) -> Option<bool> {
    match (left, right) {
        (Value::Text(one), Value::Text(other)) => {
            let said = |text: &str| {
                let value = serde_json::from_str(text).ok().map(|json| from_json(&json));
                value.filter(|value| matches!(value, Value::Record(_) | Value::List(_)))
            };
            Some(one == other || said(one).is_some_and(|value| said(other) == Some(value)))
        }
        (Value::Record(one), Value::Record(other)) => {
            let names: BTreeSet<&Arc<str>> = one.keys().chain(other.keys()).collect();
            let field = |record: &BTreeMap<Arc<str>, Value>, name| {
                record.get(name).cloned().unwrap_or(Value::Undefined)
            };
            all(names.into_iter().map(|name| same_answer(&field(one, name), &field(other, name))))
        }
        (Value::List(one), Value::List(other)) if one.len() == other.len() => {
            all(one.iter().zip(other).map(|(one, other)| same_answer(one, other)))
        }
        _ => same(left, right),
    }
}

/// A conjunction of which some parts may not be known.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = true;
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => known = false,
        }
    }
    known.then_some(true)
}

/// Whether the same functions are applied in the same way to constants that differ: they are
/// taken to give different values.
fn same_form(left: &Value, right: &Value) -> bool {
    let both = |one: &[Value], other: &[Value]| {
        one.len() == other.len()
            && one.iter().zip(other).all(|(one, other)| one == other || same_form(one, other))
    };
    match (left, right) {
        // A choice whose condition differs may give the same all the same.
        (Value::Opaque(Operator::Ite, _), _) | (_, Value::Opaque(Operator::Ite, _)) => false,
        (Value::Opaque(one, mine), Value::Opaque(other, theirs)) => {
            one == other && both(mine, theirs)
        }
        (Value::List(mine), Value::List(theirs)) => both(mine, theirs),
        (Value::Record(mine), Value::Record(theirs)) => {
            let names = mine.keys().eq(theirs.keys());
            let pairs = mine.values().zip(theirs.values());
            names && pairs.into_iter().all(|(one, other)| one == other || same_form(one, other))
        }
        (
            Value::Opaque(..) | Value::List(_) | Value::Record(_),
            Value::Opaque(..) | Value::List(_) | Value::Record(_),
        ) => false,
        (Value::Opaque(..), _) | (_, Value::Opaque(..)) => false,
        _ => true,
    }
}

/// Whether two texts, of which parts are not known, begin or end differently.
fn ends_differ(left: &Value, right: &Value) -> bool {
    let parts = |value: &Value| match value {
        Value::Opaque(Operator::Concat, parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let (left, right) = (parts(left), parts(right));
    let differ = |one: Option<&Value>, other: Option<&Value>, agree: fn(&str, &str) -> bool| {
        matches!((one, other), (Some(Value::Text(one)), Some(Value::Text(other)))
            if !agree(one, other) && !agree(other, one))
    };
    differ(left.first(), right.first(), |one, other| one.starts_with(other))
        || differ(left.last(), right.last(), |one, other| one.ends_with(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    #[test]
    fn whoever_reads_an_answer_does_not_see_the_order_of_fields() {
        let one = r#"{"a":1,"b":[{"c":2,"d":3}]}"#;
        for (other, is_same) in [
            (r#"{ "b": [{"d": 3, "c": 2}], "a": 1.0 }"#, true),
            (r#"{"b":[{"d":3,"c":2}],"a":2}"#, false),
            (r#"{"a":1}"#, false),
            ("a", false),
        ] {
            assert_eq!(same_answer(&text(one), &text(other)), Some(is_same), "{other}");
        }
        let within = |body: &str| Value::Record([("body".into(), text(body))].into());
        let (one, other) = (r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#);
        assert_eq!(same_answer(&within(one), &within(other)), Some(true));
        assert_eq!(same(&text(one), &text(other)), Some(false));
    }
}
