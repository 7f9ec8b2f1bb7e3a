//! DynamoDB's typed attribute values (`{"S": "text"}`) as plain values.

use aplomb_symbolic::{Meaning, Node, Operator, Term, Terms};
use std::sync::Arc;

/// A value without type descriptors, where it visibly has them.
pub(crate) fn plain(terms: &mut Terms, value: Term) -> Term {
    if let Node::Record(keys, values) = terms.node(value).clone()
        && let ([kind], [inner]) = (&*keys, &*values)
    {
        if let Some(value) = handed_on(terms, *inner, kind) {
            return value;
        }
        match &**kind {
            "S" | "B" | "BOOL" => return *inner,
            "SS" | "NS" | "BS" => return *inner,
            "NULL" => return terms.null(),
            "N" => return number(terms, *inner),
            "M" => return plain_item(terms, *inner),
            "L" => {
                if let Node::List(items) = terms.node(*inner).clone() {
                    let items: Vec<Term> = items.iter().map(|&item| plain(terms, item)).collect();
                    return terms.list(items);
                }
                return *inner;
            }
            _ => {}
        }
    }
    value
}

/// The attribute that a program hands on as it got it: `{"N": item["version"]["N"]}`.
fn handed_on(terms: &mut Terms, value: Term, kind: &str) -> Option<Term> {
    let Node::Apply(Operator::Select, parts) = terms.node(value).clone() else { return None };
    let same = terms.as_str(parts[1]).is_some_and(|named| **named == *kind);
    if same { untyped(terms, parts[0]) } else { None }
}

/// What an attribute of an item that a client shows is, without the descriptor of its type.
fn untyped(terms: &mut Terms, value: Term) -> Option<Term> {
    match terms.node(value).clone() {
        Node::Apply(Operator::Pure(function), inner) if function.is(Meaning::Typed) => {
            Some(inner[0])
        }
        Node::Apply(Operator::Select, parts) => {
            let item = untyped(terms, parts[0])?;
            Some(terms.apply(Operator::Select, &[item, parts[1]]))
        }
        Node::Apply(Operator::Ite, parts) => {
            let (then, otherwise) = (untyped(terms, parts[1])?, untyped(terms, parts[2])?);
            Some(terms.ite(parts[0], then, otherwise))
        }
        _ => None,
    }
}

/// An item whose attributes may be typed.
pub(crate) fn plain_item(terms: &mut Terms, item: Term) -> Term {
    let Node::Record(keys, values) = terms.node(item).clone() else { return item };
    let fields: Vec<(Arc<str>, Term)> = keys
        .iter()
        .cloned()
        .zip(values.iter())
        .map(|(key, &value)| (key, plain(terms, value)))
        .collect();
    terms.record(fields)
}

fn number(terms: &mut Terms, text: Term) -> Term {
    if let Some(value) = terms.as_str(text).and_then(|text| text.parse().ok()) {
        return terms.number(value);
    }
    match terms.node(text) {
        // The text of one value: `str(total)`.
        Node::Apply(Operator::Concat, parts) if parts.len() == 1 => parts[0],
        _ => text,
    }
}

/// An item (or list of items) as a client without a document layer shows it.
pub(crate) fn typed_item(terms: &mut Terms, item: Term) -> Term {
    match terms.node(item).clone() {
        Node::Record(keys, values) => {
            let fields: Vec<(Arc<str>, Term)> = keys
                .iter()
                .cloned()
                .zip(values.iter())
                .map(|(key, &value)| (key, typed(terms, value)))
                .collect();
            terms.record(fields)
        }
        Node::List(items) => {
            let items: Vec<Term> = items.iter().map(|&item| typed_item(terms, item)).collect();
            terms.list(items)
        }
        Node::Apply(Operator::Ite, parts) => {
            let then = typed_item(terms, parts[1]);
            let otherwise = typed_item(terms, parts[2]);
            terms.ite(parts[0], then, otherwise)
        }
        Node::Undefined | Node::Null | Node::Absent => item,
        _ => terms.compute(Meaning::Typed, &[item]),
    }
}

fn typed(terms: &mut Terms, value: Term) -> Term {
    let (kind, inner) = match terms.node(value).clone() {
        Node::Bool(_) => ("BOOL", value),
        Node::Null => ("NULL", terms.bool(true)),
        Node::Number(_) => ("N", terms.apply(Operator::Concat, &[value])),
        Node::Record(..) => ("M", typed_item(terms, value)),
        Node::List(items) => {
            let items: Vec<Term> = items.iter().map(|&item| typed(terms, item)).collect();
            ("L", terms.list(items))
        }
        Node::String(_) => ("S", value),
        _ => return terms.compute(Meaning::Typed, &[value]),
    };
    terms.record([(Arc::from(kind), inner)])
}

/// What `unmarshall` gives: the item without descriptors.
pub(crate) fn unmarshalled(terms: &mut Terms, item: Term) -> Term {
    match terms.node(item).clone() {
        Node::Apply(Operator::Pure(function), inner) if function.is(Meaning::Typed) => inner[0],
        Node::Apply(Operator::Ite, parts) => {
            let then = unmarshalled(terms, parts[1]);
            let otherwise = unmarshalled(terms, parts[2]);
            terms.ite(parts[0], then, otherwise)
        }
        Node::Record(..) => plain_item(terms, item),
        _ => item,
    }
}
