//! What terms mean for concrete values, operator by operator.
//!
//! The engine's terms simplify themselves while they are built, by rules that hold for all
//! values. Here nothing is simplified: each operator computes its value from those of its
//! arguments, and says so where it cannot.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use aplomb_symbolic::{Meaning, Node, Operator, SymbolId, Term, Terms};

use super::value::{Number, Value, same};

/// Terms that are nested more deeply are not evaluated.
const DEEPEST: usize = 400;

/// Larger values are not made of their parts.
const LARGEST: usize = 1 << 20;

/// Evaluates terms over what the symbols in them stand for.
pub(super) struct Evaluation<'a> {
    terms: &'a Terms,
    bound: &'a BTreeMap<SymbolId, Value>,
    /// The item that a condition over items is about.
    item: Option<(Term, Value)>,
    known: HashMap<Term, Value>,
    depth: usize,
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(terms: &'a Terms, bound: &'a BTreeMap<SymbolId, Value>) -> Evaluation<'a> {
        Evaluation { terms, bound, item: None, known: HashMap::new(), depth: 0 }
    }

    /// The same, of conditions in which a term stands for the item in question.
    pub(super) fn about(self, term: Term, item: Value) -> Evaluation<'a> {
        Evaluation { item: Some((term, item)), ..self }
    }

    /// The value of a term.
    pub(super) fn of(&mut self, term: Term) -> Result<Value, String> {
        if let Some(known) = self.known.get(&term) {
            return Ok(known.clone());
        }
        if self.depth == DEEPEST {
            return Err("a value is nested too deeply".into());
        }
        self.depth += 1;
        let value = self.compute(term);
        self.depth -= 1;
        let value = value?;
        self.known.insert(term, value.clone());
        Ok(value)
    }

    fn compute(&mut self, term: Term) -> Result<Value, String> {
        let terms = self.terms;
        Ok(match terms.node(term) {
            Node::Undefined => Value::Undefined,
            Node::Null => Value::Null,
            Node::Absent => Value::Absent,
            Node::Bool(value) => Value::Bool(*value),
            Node::Number(number) => Value::Number(Number::new(number.get())),
            Node::String(text) => Value::Text(text.clone()),
            Node::Symbol(symbol) => match self.bound.get(symbol) {
                Some(value) => value.clone(),
                None => Value::Thing(term),
            },
            Node::External(_) | Node::Reference(_) => match &self.item {
                Some((stands_for, item)) if *stands_for == term => item.clone(),
                _ => Value::Thing(term),
            },
            Node::List(items) => Value::List(self.parts(items)?),
            Node::Record(names, fields) => {
                let fields = self.parts(fields)?;
                record(names.iter().cloned().zip(fields))
            }
            // Only the branch that is taken has a value.
            Node::Apply(Operator::Ite, parts) => match self.of(parts[0])? {
                Value::Bool(true) => self.of(parts[1])?,
                Value::Bool(false) => self.of(parts[2])?,
                // Nobody knows which one it is, but the same one wherever the same is asked.
                _ => Value::Opaque(Operator::Ite, self.each(parts)?),
            },
            Node::Apply(operator, arguments) => apply(operator, self.parts(arguments)?),
        })
    }

    /// What a value is made of, unless that is too much: terms share their parts, values do not.
    fn parts(&mut self, terms: &[Term]) -> Result<Vec<Value>, String> {
        let parts = self.each(terms)?;
        match parts.iter().map(Value::size).sum::<usize>() > LARGEST {
            true => Err("a value is too large".into()),
            false => Ok(parts),
        }
    }

    fn each(&mut self, terms: &[Term]) -> Result<Vec<Value>, String> {
        terms.iter().map(|&term| self.of(term)).collect()
    }
}

/// A record; a field that is undefined is not there.
fn record(fields: impl IntoIterator<Item = (Arc<str>, Value)>) -> Value {
    let there = fields.into_iter().filter(|(_, field)| *field != Value::Undefined);
    Value::Record(there.collect())
}

fn is_nothing(value: &Value) -> bool {
    matches!(value, Value::Undefined | Value::Null | Value::Absent)
}

/// An operator applied to values: what it gives, or the application itself.
fn apply(operator: &Operator, arguments: Vec<Value>) -> Value {
    computed(operator, &arguments).unwrap_or_else(|| match operator {
        Operator::Add => sum(arguments),
        _ => Value::Opaque(operator.clone(), arguments),
    })
}

/// A sum of which parts are not known: all that is known first, as one number, so that
/// `x + 1 + 1` is seen to be `x + 2`.
fn sum(arguments: Vec<Value>) -> Value {
    let parts = arguments.into_iter().flat_map(|argument| match argument {
        Value::Opaque(Operator::Add, parts) => parts,
        other => vec![other],
    });
    let (known, open): (Vec<Value>, Vec<Value>) =
        parts.partition(|part| matches!(part, Value::Number(_)));
    let known = numbers(&known).unwrap_or_default().iter().sum();
    Value::Opaque(Operator::Add, [number(known)].into_iter().chain(open).collect())
}

fn computed(operator: &Operator, arguments: &[Value]) -> Option<Value> {
    Some(match (operator, arguments) {
        (Operator::Not, [Value::Bool(value)]) => Value::Bool(!value),
        (Operator::And, parts) => junction(parts, true)?,
        (Operator::Or, parts) => junction(parts, false)?,
        (Operator::Equal, [left, right]) => Value::Bool(same(left, right)?),
        // What is not a number is neither smaller nor larger nor the same.
        (Operator::Less, [left, right]) => {
            Value::Bool(compare(left, right)?.is_some_and(Ordering::is_lt))
        }
        (Operator::LessEqual, [left, right]) => {
            Value::Bool(compare(left, right)?.is_some_and(Ordering::is_le))
        }
        (Operator::Truthy, [value]) => Value::Bool(truth(value, true)?),
        (Operator::NotEmpty, [value]) => Value::Bool(truth(value, false)?),
        (Operator::Add, parts) if parts.iter().any(|part| matches!(part, Value::Text(_))) => {
            return None;
        }
        (Operator::Add, parts) => number(numbers(parts)?.iter().sum()),
        (Operator::Multiply, parts) => number(numbers(parts)?.iter().product()),
        (Operator::Divide, [left, right]) => number(as_number(left)? / as_number(right)?),
        (Operator::Remainder, [left, right]) => number(as_number(left)? % as_number(right)?),
        (Operator::Concat, parts) => {
            let texts: Option<String> = parts.iter().map(text).collect();
            Value::Text(texts?.into())
        }
        (Operator::Select, [from, key]) => select(from, key)?,
        (Operator::With, [into, key, value]) => with(into, key, value)?,
        (Operator::Without, [Value::Record(fields), key]) => {
            let mut fields = fields.clone();
            fields.remove(&*text(key)?);
            Value::Record(fields)
        }
        (Operator::Merge, [base, over]) => merge(base, over)?,
        (Operator::Has, [collection, key]) => Value::Bool(has(collection, key)?),
        (Operator::Append, lists) => {
            let mut items = Vec::new();
            for list in lists.iter().filter(|list| !is_nothing(list)) {
                let Value::List(more) = list else { return None };
                items.extend(more.iter().cloned());
            }
            Value::List(items)
        }
        (Operator::Insert, [set, element]) => insert(set, element)?,
        (Operator::Pure(function), [Value::Text(text), Value::Text(start)])
            if function.is(Meaning::StartsWith) =>
        {
            Value::Bool(text.starts_with(&**start))
        }
        (Operator::Pure(function), [set, other]) if function.is(Meaning::SetDifference) => {
            let (mut left, gone) = (elements(set)?, elements(other)?);
            left.retain(|element| !gone.contains(element));
            if left.is_empty() { Value::Undefined } else { Value::List(left) }
        }
        (Operator::Pure(function), [set, other]) if function.is(Meaning::Union) => {
            let mut all = elements(other)?.into_iter();
            all.try_fold(set.clone(), |set, element| insert(&set, &element))?
        }
        (Operator::Length, [Value::List(items)]) => number(items.len() as f64),
        (Operator::Length, [Value::Record(fields)]) => number(fields.len() as f64),
        (Operator::Length, [Value::Text(text)]) => number(text.encode_utf16().count() as f64),
        (Operator::JsonText, [value]) => Value::Text(to_json(value)?.to_string().into()),
        (Operator::JsonParse, [Value::Text(text)]) => from_json(&serde_json::from_str(text).ok()?),
        (Operator::TypeOf, [value]) => Value::Text(type_of(value)?.into()),
        _ => return None,
    })
}

/// The elements of a set; nothing is a set without elements.
fn elements(set: &Value) -> Option<Vec<Value>> {
    match set {
        Value::List(items) => Some(items.clone()),
        nothing if is_nothing(nothing) => Some(Vec::new()),
        _ => None,
    }
}

fn number(value: f64) -> Value {
    Value::Number(Number::new(value))
}

fn numbers(values: &[Value]) -> Option<Vec<f64>> {
    values.iter().map(as_number).collect()
}

fn as_number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(number.get()),
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        Value::Null => Some(0.0),
        Value::Undefined => Some(f64::NAN),
        Value::Text(text) => text_as_number(text.trim()),
        _ => None,
    }
}

/// A text as JavaScript's `Number` reads it; other radixes and infinity are left open.
fn text_as_number(text: &str) -> Option<f64> {
    let special = ["0x", "0X", "0b", "0B", "0o", "0O"].iter().any(|it| text.starts_with(it))
        || text.ends_with("Infinity");
    let is_decimal = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    match text {
        "" => Some(0.0),
        _ if special => None,
        _ if text.chars().all(is_decimal) => Some(text.parse().unwrap_or(f64::NAN)),
        _ => Some(f64::NAN),
    }
}

/// How two values are ordered, if that can be told: perhaps not at all.
fn compare(left: &Value, right: &Value) -> Option<Option<Ordering>> {
    match (left, right) {
        (Value::Text(left), Value::Text(right)) => Some(Some(left.cmp(right))),
        _ => Some(as_number(left)?.partial_cmp(&as_number(right)?)),
    }
}

fn junction(parts: &[Value], conjunction: bool) -> Option<Value> {
    if parts.contains(&Value::Bool(!conjunction)) {
        return Some(Value::Bool(!conjunction));
    }
    parts.iter().all(|part| matches!(part, Value::Bool(_))).then_some(Value::Bool(conjunction))
}

fn truth(value: &Value, empty: bool) -> Option<bool> {
    Some(match value {
        Value::Undefined | Value::Null | Value::Absent => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.get() != 0.0 && !number.get().is_nan(),
        Value::Text(text) => !text.is_empty(),
        Value::List(items) => empty || !items.is_empty(),
        Value::Record(fields) => empty || !fields.is_empty(),
        Value::Opaque(Operator::Pure(function), _) if function.is_never_empty() => true,
        Value::Thing(_) | Value::Opaque(..) => return None,
    })
}

fn text(value: &Value) -> Option<String> {
    Some(match value {
        Value::Text(text) => text.to_string(),
        Value::Number(number) => aplomb_symbolic::Number::new(number.get()).to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Null => "null".into(),
        Value::Undefined => "undefined".into(),
        _ => return None,
    })
}

/// The place in a list that a number means; negative ones count from the end.
fn place(items: &[Value], index: Number) -> Option<usize> {
    let index = index.get();
    let index = if index < 0.0 { index + items.len() as f64 } else { index };
    (index >= 0.0 && index < items.len() as f64).then_some(index as usize)
}

fn select(from: &Value, key: &Value) -> Option<Value> {
    Some(match (from, key) {
        (Value::Record(fields), key) => {
            fields.get(&*text(key)?).cloned().unwrap_or(Value::Undefined)
        }
        (Value::List(items), Value::Number(index)) => {
            place(items, *index).map_or(Value::Undefined, |place| items[place].clone())
        }
        (Value::Bool(_) | Value::Number(_), _) => Value::Undefined,
        (nothing, _) if is_nothing(nothing) => Value::Undefined,
        _ => return None,
    })
}

fn with(into: &Value, key: &Value, value: &Value) -> Option<Value> {
    let mut fields = match (into, key) {
        (Value::Record(fields), _) => fields.clone(),
        (Value::List(items), Value::Number(index)) if index.get() >= 0.0 => {
            let mut items = items.clone();
            let place = place(&items, *index)?;
            items[place] = value.clone();
            return Some(Value::List(items));
        }
        (nothing, _) if is_nothing(nothing) => BTreeMap::new(),
        _ => return None,
    };
    let name: Arc<str> = text(key)?.into();
    match value {
        Value::Undefined => fields.remove(&name),
        value => fields.insert(name, value.clone()),
    };
    Some(Value::Record(fields))
}

fn merge(base: &Value, over: &Value) -> Option<Value> {
    match (base, over) {
        (base, over) if is_nothing(over) => Some(base.clone()),
        (base, over @ Value::Record(_)) if is_nothing(base) => Some(over.clone()),
        (Value::Record(base), Value::Record(over)) => {
            let over = over.iter().map(|(name, field)| (name.clone(), field.clone()));
            Some(Value::Record(base.clone().into_iter().chain(over).collect()))
        }
        _ => None,
    }
}

fn has(collection: &Value, key: &Value) -> Option<bool> {
    match (collection, key) {
        (Value::Record(fields), key) => Some(fields.contains_key(&*text(key)?)),
        (Value::List(items), element) => {
            let mut known = true;
            for item in items {
                match same(item, element) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => known = false,
                }
            }
            known.then_some(false)
        }
        (Value::Text(text), Value::Text(part)) => Some(text.contains(&**part)),
        (nothing, _) if is_nothing(nothing) => Some(false),
        _ => None,
    }
}

fn insert(set: &Value, element: &Value) -> Option<Value> {
    let mut items = match set {
        Value::List(items) => items.clone(),
        nothing if is_nothing(nothing) => Vec::new(),
        _ => return None,
    };
    if !has(set, element)? {
        items.push(element.clone());
        // The order in which elements came does not matter.
        items.sort();
    }
    Some(Value::List(items))
}

fn type_of(value: &Value) -> Option<&'static str> {
    Some(match value {
        Value::Undefined => "undefined",
        Value::Null | Value::Absent | Value::List(_) | Value::Record(_) => "object",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::Text(_) => "string",
        Value::Opaque(..) | Value::Thing(_) => return None,
    })
}

/// What a JSON text says.
pub(super) fn from_json(value: &serde_json::Value) -> Value {
    match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(value) => Value::Bool(*value),
        serde_json::Value::Number(value) => number(value.as_f64().unwrap_or(f64::NAN)),
        serde_json::Value::String(text) => Value::Text(text.as_str().into()),
        serde_json::Value::Array(items) => Value::List(items.iter().map(from_json).collect()),
        serde_json::Value::Object(fields) => {
            record(fields.iter().map(|(name, field)| (name.as_str().into(), from_json(field))))
        }
    }
}

fn to_json(value: &Value) -> Option<serde_json::Value> {
    Some(match value {
        Value::Null | Value::Absent => serde_json::Value::Null,
        Value::Bool(value) => (*value).into(),
        Value::Number(number) => match number.get() {
            whole if whole.fract() == 0.0 && whole.abs() < 9e15 => (whole as i64).into(),
            other => other.into(),
        },
        Value::Text(text) => text.to_string().into(),
        Value::List(items) => items.iter().map(to_json).collect::<Option<Vec<_>>>()?.into(),
        Value::Record(fields) => {
            let mut object = serde_json::Map::new();
            for (name, field) in fields {
                object.insert(name.to_string(), to_json(field)?);
            }
            object.into()
        }
        Value::Undefined | Value::Opaque(..) | Value::Thing(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aplomb_symbolic::Origin;
    use proptest::{collection::vec, prelude::*, sample::select};

    fn value() -> impl Strategy<Value = Value> {
        let texts = ["", "a", "b", "7", "{\"a\":[1,null]}", "a b"];
        let leaf = prop_oneof![
            Just(Value::Undefined),
            Just(Value::Null),
            Just(Value::Absent),
            any::<bool>().prop_map(Value::Bool),
            select(vec![0.0, 1.0, -1.0, 2.5, 7.0, 1e20]).prop_map(number),
            select(texts.to_vec()).prop_map(|text| Value::Text(text.into())),
        ];
        leaf.prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                vec(inner.clone(), 0..3).prop_map(Value::List),
                vec((select(vec!["a", "b", "0"]), inner), 0..3).prop_map(|fields| {
                    record(fields.into_iter().map(|(name, field)| (Arc::from(name), field)))
                }),
            ]
        })
    }

    fn operator() -> impl Strategy<Value = (Operator, usize)> {
        use Operator::*;
        select(vec![
            (Not, 1),
            (And, 2),
            (Or, 2),
            (Equal, 2),
            (Less, 2),
            (LessEqual, 2),
            (Truthy, 1),
            (NotEmpty, 1),
            (Add, 2),
            (Multiply, 2),
            (Divide, 2),
            (Remainder, 2),
            (Concat, 2),
            (Select, 2),
            (With, 3),
            (Without, 2),
            (Merge, 2),
            (Has, 2),
            (Append, 2),
            (Insert, 2),
            (Length, 1),
            (JsonParse, 1),
            (JsonText, 1),
            (TypeOf, 1),
            (Ite, 3),
        ])
    }

    /// Lists whose order does not matter, in one order.
    fn sorted(value: Value) -> Value {
        match value {
            Value::List(mut items) => {
                items.sort();
                Value::List(items)
            }
            other => other,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Where this evaluator says something, so do the terms that simplify themselves, by
        /// rules that nobody copied from here.
        #[test]
        fn operators_mean_what_terms_fold_to(
            (operator, count) in operator(),
            values in vec(value(), 3),
        ) {
            let mut terms = Terms::new();
            let unknowns: Vec<Term> =
                (0..count).map(|_| terms.fresh_symbol("x", Origin::Unknown)).collect();
            let open = terms.apply(operator.clone(), &unknowns);
            let symbols = unknowns.iter().filter_map(|&unknown| terms.as_symbol(unknown));
            let bound: BTreeMap<SymbolId, Value> = symbols.zip(values.iter().cloned()).collect();
            let Ok(mine) = Evaluation::new(&terms, &bound).of(open) else { return Ok(()) };
            if matches!(mine, Value::Opaque(..)) {
                return Ok(());
            }
            let given: Vec<Term> =
                values[..count].iter().map(|value| value.term(&mut terms)).collect();
            let folded = terms.apply(operator.clone(), &given);
            let theirs = Evaluation::new(&terms, &BTreeMap::new()).of(folded);
            match operator {
                Operator::Insert => prop_assert_eq!(Ok(sorted(mine)), theirs.map(sorted)),
                _ => prop_assert_eq!(Ok(mine), theirs),
            }
        }
    }
}
