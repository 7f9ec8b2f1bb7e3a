//! When are two values the same? Decided where it can be seen, and never by
//! multiplying the cases of both sides.

use super::super::{Meaning, Node, Operator, Origin, Term, Terms};
use super::{
    Kind, arguments_of, concat, has, is_constant, ite, junction, kind, not, plain, select,
};
use std::sync::Arc;

/// Whether the term is made of constants, inputs and settings only, so that it
/// was fixed before any unique value was drawn.
fn fixed_before(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Symbol(id) => matches!(terms.symbol(*id).origin, Origin::Input | Origin::Setting),
        Node::Record(_, values) => values.iter().all(|&v| fixed_before(terms, v)),
        Node::List(items) | Node::Apply(_, items) => items.iter().all(|&v| fixed_before(terms, v)),
        _ => true,
    }
}

pub(super) fn unique_symbol(terms: &Terms, term: Term) -> bool {
    terms
        .as_symbol(term)
        .is_some_and(|id| terms.symbol(id).origin == (Origin::Fresh { unique: true }))
}

pub(super) fn equal(terms: &mut Terms, left: Term, right: Term) -> Term {
    if left == right {
        return terms.bool(true);
    }
    let (left, right) = if left < right { (left, right) } else { (right, left) };
    if is_constant(terms, left) && is_constant(terms, right) {
        return terms.bool(false);
    }
    if let (Some(a), Some(b)) = (kind(terms, left), kind(terms, right))
        && a != b
    {
        return terms.bool(false);
    }
    if let (Node::Record(keys, values), Node::Record(other_keys, others)) =
        (terms.node(left).clone(), terms.node(right).clone())
    {
        return records_equal(terms, (&keys, &values), (&other_keys, &others));
    }
    if let (Node::List(items), Node::List(others)) =
        (terms.node(left).clone(), terms.node(right).clone())
    {
        if items.len() != others.len() {
            return terms.bool(false);
        }
        return all_equal(terms, &items, &others);
    }
    let (unique, other) = if unique_symbol(terms, left) { (left, right) } else { (right, left) };
    if unique_symbol(terms, unique) && (fixed_before(terms, other) || unique_symbol(terms, other)) {
        return terms.bool(false);
    }
    if kind(terms, left) == Some(Kind::Bool) && kind(terms, right) == Some(Kind::Bool) {
        match (terms.as_bool(left), terms.as_bool(right)) {
            (Some(true), _) => return right,
            (_, Some(true)) => return left,
            (Some(false), _) => return not(terms, right),
            (_, Some(false)) => return not(terms, left),
            _ => {}
        }
    }
    if nothing_and_item(terms, left, right) || nothing_and_item(terms, right, left) {
        return terms.bool(false);
    }
    if ends_differ(terms, left, right) {
        return terms.bool(false);
    }
    if let Some((left, right)) = without_common_ends(terms, left, right) {
        return equal(terms, left, right);
    }
    for (changed, before) in [(left, right), (right, left)] {
        if let Some(same) = stays(terms, changed, before) {
            return same;
        }
    }
    for (side, other) in [(left, right), (right, left)] {
        if let Some(branches) = arguments_of(terms, side, &Operator::Ite) {
            // Only where a branch is decided at once: else the sides would be multiplied.
            let (then, otherwise) =
                (decided(terms, branches[1], other), decided(terms, branches[2], other));
            let (then, otherwise) = match (then, otherwise) {
                (Some(then), Some(otherwise)) => (terms.bool(then), terms.bool(otherwise)),
                (Some(then), None) => (terms.bool(then), equal(terms, branches[2], other)),
                (None, Some(otherwise)) => {
                    (equal(terms, branches[1], other), terms.bool(otherwise))
                }
                (None, None) => continue,
            };
            return ite(terms, branches[0], then, otherwise);
        }
    }
    plain(terms, Operator::Equal, &[left, right])
}

/// When a collection that something was put into or taken out of is what it was before;
/// `None` if the one is not made of the other.
fn stays(terms: &mut Terms, changed: Term, before: Term) -> Option<Term> {
    let mut same = Vec::new();
    let mut at = changed;
    let grows = |operator: &Operator| match operator {
        Operator::With => None,
        Operator::Pure(function) if function.is(Meaning::SetDifference) => Some(false),
        _ => Some(true),
    };
    let first = terms.node(changed).clone();
    while at != before {
        let Node::Apply(operator, parts) = terms.node(at).clone() else { return None };
        // What was taken out and put in again is there.
        if !matches!(&first, Node::Apply(first, _) if grows(first) == grows(&operator)) {
            return None;
        }
        match operator {
            Operator::With if terms.as_str(parts[1]).is_some() => {
                let field = select(terms, before, parts[1]);
                same.push(equal(terms, parts[2], field));
            }
            Operator::Insert => same.push(has(terms, before, parts[1])),
            Operator::Pure(function) if function.is(Meaning::SetDifference) => {
                let Node::List(gone) = terms.node(parts[1]).clone() else { return None };
                for &element in gone.iter() {
                    let there = has(terms, before, element);
                    same.push(not(terms, there));
                }
            }
            Operator::Pure(function) if function.is(Meaning::Union) => {
                let whole = terms.compute(Meaning::Superset, &[before, parts[1]]);
                same.push(terms.apply(Operator::Truthy, &[whole]));
            }
            _ => return None,
        }
        at = parts[0];
    }
    if let Node::Apply(Operator::With, _) = terms.node(changed) {
        // What is put into nothing is something.
        for nothing in [terms.absent(), terms.undefined(), terms.null()] {
            let is_nothing = equal(terms, before, nothing);
            same.push(not(terms, is_nothing));
        }
    }
    Some(junction(terms, &same, true))
}

/// Whether two terms are equal, if that is seen at once.
fn decided(terms: &Terms, left: Term, right: Term) -> Option<bool> {
    if left == right {
        return Some(true);
    }
    let constants = is_constant(terms, left) && is_constant(terms, right);
    let differ = matches!((kind(terms, left), kind(terms, right)), (Some(a), Some(b)) if a != b)
        || nothing_and_item(terms, left, right)
        || nothing_and_item(terms, right, left)
        || ends_differ(terms, left, right);
    (constants || differ).then_some(false)
}

/// Records are equal if all fields are; a field that is undefined is not there.
fn records_equal(
    terms: &mut Terms,
    (keys, values): (&[Arc<str>], &[Term]),
    (other_keys, others): (&[Arc<str>], &[Term]),
) -> Term {
    let undefined = terms.undefined();
    let mut parts = Vec::with_capacity(keys.len());
    for (key, &value) in keys.iter().zip(values) {
        let other = other_keys.binary_search(key).map_or(undefined, |index| others[index]);
        parts.push(equal(terms, value, other));
    }
    for (key, &other) in other_keys.iter().zip(others) {
        if keys.binary_search(key).is_err() {
            parts.push(equal(terms, undefined, other));
        }
    }
    junction(terms, &parts, true)
}

/// Whether one side is nothing and the other surely something: the content of a
/// store cell is an item or [`Node::Absent`], what is drawn is a value, and some fields of
/// events are always there. What is converted to a number is one, and a digest is never empty.
fn nothing_and_item(terms: &Terms, left: Term, right: Term) -> bool {
    let origin = terms.as_symbol(right).map(|id| &terms.symbol(id).origin);
    let is_computed = match terms.node(right) {
        Node::Apply(Operator::Pure(function), _) => {
            function.is_conversion_to_number() || function.is_never_empty()
        }
        _ => false,
    };
    match terms.node(left) {
        Node::Undefined | Node::Null | Node::Absent
            if is_computed || terms.guaranteed(right).is_some() =>
        {
            true
        }
        Node::Undefined | Node::Null => {
            matches!(origin, Some(Origin::Old | Origin::Fresh { .. }))
        }
        Node::Absent => matches!(origin, Some(Origin::Fresh { .. })),
        _ => false,
    }
}

fn all_equal(terms: &mut Terms, left: &[Term], right: &[Term]) -> Term {
    let parts: Vec<Term> = left.iter().zip(right).map(|(&a, &b)| equal(terms, a, b)).collect();
    junction(terms, &parts, true)
}

/// Two texts without what they begin and end with in common.
fn without_common_ends(terms: &mut Terms, left: Term, right: Term) -> Option<(Term, Term)> {
    let parts = arguments_of(terms, left, &Operator::Concat)?;
    let others = arguments_of(terms, right, &Operator::Concat)?;
    let (mut left, mut right) = (&parts[..], &others[..]);
    while let ([a, rest @ ..], [b, others @ ..]) = (left, right)
        && a == b
    {
        (left, right) = (rest, others);
    }
    while let ([rest @ .., a], [others @ .., b]) = (left, right)
        && a == b
    {
        (left, right) = (rest, others);
    }
    (left.len() < parts.len()).then(|| (concat(terms, left), concat(terms, right)))
}

/// Whether two strings begin or end with different constants (`user#…` and
/// `order#…`, `…/1` and `…/2`).
fn ends_differ(terms: &Terms, left: Term, right: Term) -> bool {
    longer(terms, left, right) || longer(terms, right, left) || constants_differ(terms, left, right)
}

/// Whether a text consists of another one and something more.
fn longer(terms: &Terms, whole: Term, part: Term) -> bool {
    let Node::Apply(Operator::Concat, parts) = terms.node(whole) else { return false };
    let more = |&more: &Term| terms.as_str(more).is_some_and(|text| !text.is_empty());
    parts.contains(&part) && parts.iter().any(more)
}

fn constants_differ(terms: &Terms, left: Term, right: Term) -> bool {
    [true, false].into_iter().any(|first| {
        let end = |term: Term| -> Option<(Arc<str>, bool)> {
            match terms.node(term) {
                Node::String(text) => Some((text.clone(), true)),
                Node::Apply(Operator::Concat, parts) => {
                    let part = if first { parts.first() } else { parts.last() };
                    match terms.node(*part?) {
                        Node::String(text) => Some((text.clone(), false)),
                        _ => None,
                    }
                }
                _ => None,
            }
        };
        let (Some((a, a_whole)), Some((b, b_whole))) = (end(left), end(right)) else {
            return false;
        };
        let (short, long) = if a.len() < b.len() { (&a, &b) } else { (&b, &a) };
        let agree = if first { long.starts_with(&**short) } else { long.ends_with(&**short) };
        !agree || (a_whole && b.len() > a.len()) || (b_whole && a.len() > b.len())
    })
}
