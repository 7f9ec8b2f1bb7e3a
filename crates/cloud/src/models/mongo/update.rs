//! Update documents: `{ $set: …, $inc: … }` as terms over a document.

use aplomb_symbolic::{Machine, Meaning, Node, Operator, Stop, Term, Terms};
use std::sync::Arc;

/// The document after an update. `created` says whether the update creates it.
pub(super) fn updated(
    machine: &mut Machine<'_>,
    old: Term,
    update: Term,
    created: bool,
) -> Result<Term, Stop> {
    let Some(parts) = fields(machine.terms(), update) else {
        return Ok(machine.terms().pure("mongodb.update", &[old, update]));
    };
    let by_operator = parts.iter().any(|(name, _)| name.starts_with('$'));
    // Mongoose sets the fields; drivers replace the document, which is an operation of its own.
    let parts = if by_operator { parts } else { vec![("$set".into(), update)] };
    let mut new = old;
    for (operator, values) in parts {
        if &*operator == "$setOnInsert" && !created {
            continue;
        }
        let Some(values) = fields(machine.terms(), values) else {
            let terms = machine.terms();
            new = match &*operator {
                "$set" | "$setOnInsert" => terms.apply(Operator::Merge, &[new, values]),
                _ => terms.pure(&format!("mongodb.{operator}"), &[new, values]),
            };
            continue;
        };
        for (name, value) in values {
            let value = match &*operator {
                "$currentDate" => {
                    let span = machine.span();
                    machine.fresh("$currentDate", span, false)?
                }
                _ => value,
            };
            new = one(machine.terms(), new, &operator, &name, value);
        }
    }
    Ok(new)
}

fn one(terms: &mut Terms, document: Term, operator: &str, name: &str, value: Term) -> Term {
    let keys: Vec<Term> = name.split('.').map(|part| terms.string(part)).collect();
    let mut current = document;
    for &key in &keys {
        current = terms.apply(Operator::Select, &[current, key]);
    }
    let undefined = terms.undefined();
    let new = match operator {
        "$set" | "$setOnInsert" | "$currentDate" => Some(value),
        "$unset" => None,
        "$inc" => {
            let missing = terms.equal(current, undefined);
            let zero = terms.number(0.0);
            let base = terms.ite(missing, zero, current);
            Some(terms.apply(Operator::Add, &[base, value]))
        }
        "$mul" => {
            let missing = terms.equal(current, undefined);
            let zero = terms.number(0.0);
            let product = terms.apply(Operator::Multiply, &[current, value]);
            Some(terms.ite(missing, zero, product))
        }
        "$push" => {
            let missing = terms.equal(current, undefined);
            let empty = terms.list([]);
            let base = terms.ite(missing, empty, current);
            let item = terms.list([value]);
            Some(terms.apply(Operator::Append, &[base, item]))
        }
        "$addToSet" if is_element(terms, value) => {
            Some(terms.apply(Operator::Insert, &[current, value]))
        }
        "$addToSet" if each(terms, value).is_some() => {
            let elements = each(terms, value).unwrap_or(value);
            Some(terms.compute(Meaning::Union, &[current, elements]))
        }
        // Without a list nothing is taken from it.
        "$pull" | "$pullAll" if !has_operators(terms, value) => {
            let gone = if operator == "$pull" { terms.list([value]) } else { value };
            let operator = Operator::Pure(Meaning::SetDifference.into());
            let rest = terms.apply(operator, &[current, gone]);
            let missing = terms.equal(current, undefined);
            let changed = place(terms, document, &keys, Some(rest));
            return terms.ite(missing, document, changed);
        }
        "$max" | "$min" => {
            let less = terms.apply(Operator::Less, &[current, value]);
            let (then, otherwise) =
                if operator == "$max" { (value, current) } else { (current, value) };
            let missing = terms.equal(current, undefined);
            let chosen = terms.ite(less, then, otherwise);
            Some(terms.ite(missing, value, chosen))
        }
        _ => Some(terms.pure(&format!("mongodb.{operator}"), &[current, value])),
    };
    place(terms, document, &keys, new)
}

/// Whether the stages of an aggregation may store what they find: `$merge`, `$out`, or a stage
/// that is not known.
pub(super) fn may_store(terms: &Terms, stages: Term) -> bool {
    let stores = |name: &str| matches!(name, "$merge" | "$out");
    match terms.node(stages) {
        Node::List(parts) | Node::Apply(Operator::Append, parts) => {
            parts.iter().any(|&part| may_store(terms, part))
        }
        Node::Apply(Operator::Ite, parts) => parts[1..].iter().any(|&part| may_store(terms, part)),
        Node::Record(names, _) => names.iter().any(|name| stores(name)),
        // A stage that was put together, with a name of its own in it.
        Node::Apply(Operator::With | Operator::Merge, _) => {
            let named = |part: Term| match terms.node(part) {
                Node::String(name) => stores(name),
                Node::Record(names, _) => names.iter().any(|name| stores(name)),
                _ => false,
            };
            terms.parts(&[stages]).into_iter().any(named)
        }
        _ => true,
    }
}

/// The fields of a document that an update changes, as they begin; `None` if they are not known.
pub(super) fn changed_fields(terms: &Terms, update: Term) -> Option<Vec<Arc<str>>> {
    let begin = |name: &Arc<str>| Arc::from(name.split('.').next().unwrap_or(name));
    let mut names = Vec::new();
    for (operator, values) in fields(terms, update)? {
        match operator.starts_with('$') {
            true => names.extend(fields(terms, values)?.iter().map(|(name, _)| begin(name))),
            false => names.push(begin(&operator)),
        }
    }
    Some(names)
}

/// Whether a value is what it says, and no operator: a record without `$each`.
fn is_element(terms: &Terms, value: Term) -> bool {
    match fields(terms, value) {
        Some(fields) => fields.iter().all(|(name, _)| !name.starts_with('$')),
        None => !has_operators(terms, value),
    }
}

/// Whether a value says more than what it is: `{ $each: [...] }`, or a condition on elements.
fn has_operators(terms: &Terms, value: Term) -> bool {
    matches!(terms.node(value), Node::Record(..) | Node::Apply(Operator::With | Operator::Merge, _))
}

/// The elements that `{ $each: elements }` adds, if it says nothing else.
fn each(terms: &mut Terms, value: Term) -> Option<Term> {
    match fields(terms, value)?.as_slice() {
        [(name, elements)] if &**name == "$each" => Some(*elements),
        _ => None,
    }
}

fn place(terms: &mut Terms, document: Term, keys: &[Term], value: Option<Term>) -> Term {
    match (keys, value) {
        ([], Some(value)) => value,
        ([], None) => document,
        ([last], None) => terms.apply(Operator::Without, &[document, *last]),
        ([last], Some(value)) => terms.apply(Operator::With, &[document, *last, value]),
        ([first, rest @ ..], value) => {
            let inner = terms.apply(Operator::Select, &[document, *first]);
            let inner = place(terms, inner, rest, value);
            terms.apply(Operator::With, &[document, *first, inner])
        }
    }
}

/// The fields of a record constant.
pub(super) fn fields(terms: &Terms, record: Term) -> Option<Vec<(Arc<str>, Term)>> {
    match terms.node(record) {
        Node::Record(names, values) => {
            Some(names.iter().cloned().zip(values.iter().copied()).collect())
        }
        _ => None,
    }
}
