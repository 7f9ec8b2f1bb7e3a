//! DynamoDB's typed attribute values (`{"S": "text"}`) as plain values.

use aplomb_symbolic::{Node, Term, Terms};
use std::sync::Arc;

/// A value without type descriptors, where it visibly has them.
pub(crate) fn plain(terms: &mut Terms, value: Term) -> Term {
    if let Node::Record(keys, values) = terms.node(value).clone()
        && let ([kind], [inner]) = (&*keys, &*values)
    {
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
    match terms.as_str(text).and_then(|text| text.parse().ok()) {
        Some(value) => terms.number(value),
        None => text,
    }
}
