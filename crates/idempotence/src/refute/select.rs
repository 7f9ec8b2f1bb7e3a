//! Items that satisfy the conditions by which programs list them.

use crate::entail::conjuncts;
use aplomb_symbolic::{Meaning, Node, Operator, Term, Terms};
use rustc_hash::FxHashMap;

/// An item like a given one that satisfies a condition over [`Terms::item`], as far as its
/// parts can be told one by one.
pub(super) fn satisfying(terms: &mut Terms, condition: Term, like: Term) -> Term {
    conjuncts(terms, condition).into_iter().fold(like, |item, part| with(terms, part, item))
}

/// The item with what one condition asks for.
fn with(terms: &mut Terms, condition: Term, item: Term) -> Term {
    let this = terms.item();
    let outcome = terms.substitute(condition, &FxHashMap::from_iter([(this, item)]));
    if terms.is_true(outcome) {
        return item;
    }
    let Node::Apply(operator, parts) = terms.node(condition).clone() else { return item };
    match (&operator, &*parts) {
        (Operator::Or, parts) => satisfying(terms, parts[0], item),
        (Operator::And, _) => satisfying(terms, condition, item),
        (Operator::Not, &[inner]) => without(terms, inner, item),
        (Operator::Equal, &[left, right]) => {
            let item = set(terms, left, right, item);
            set(terms, right, left, item)
        }
        (Operator::Less, &[small, large]) => {
            let below = below(terms, large);
            let item = set(terms, small, below, item);
            let above = above(terms, small);
            set(terms, large, above, item)
        }
        (Operator::LessEqual, &[small, large]) => {
            let item = set(terms, small, large, item);
            set(terms, large, small, item)
        }
        (Operator::Truthy | Operator::NotEmpty, &[of]) => match terms.node(of).clone() {
            Node::Apply(Operator::Pure(function), of) if function.is(Meaning::StartsWith) => {
                set(terms, of[0], of[1], item)
            }
            _ => {
                let yes = terms.bool(true);
                set(terms, of, yes, item)
            }
        },
        (Operator::Select, _) => {
            let yes = terms.bool(true);
            set(terms, condition, yes, item)
        }
        (Operator::Has, &[collection, element]) => {
            let list = terms.list([element]);
            set(terms, collection, list, item)
        }
        _ => item,
    }
}

/// The item with what makes one condition false.
fn without(terms: &mut Terms, condition: Term, item: Term) -> Term {
    let Node::Apply(operator, parts) = terms.node(condition).clone() else { return item };
    match (&operator, &*parts) {
        (Operator::Equal, &[left, right]) => {
            let other = above(terms, right);
            let item = set(terms, left, other, item);
            let other = above(terms, left);
            set(terms, right, other, item)
        }
        (Operator::Less, &[small, large]) => {
            let item = set(terms, small, large, item);
            set(terms, large, small, item)
        }
        (Operator::LessEqual, &[small, large]) => {
            let greater = above(terms, large);
            let item = set(terms, small, greater, item);
            let less = below(terms, small);
            set(terms, large, less, item)
        }
        (Operator::Not, &[inner]) => with(terms, inner, item),
        (Operator::Truthy | Operator::NotEmpty, &[of]) => {
            let no = terms.bool(false);
            set(terms, of, no, item)
        }
        (Operator::Select, _) => {
            let no = terms.bool(false);
            set(terms, condition, no, item)
        }
        _ => item,
    }
}

/// The item with a value at a place, if that is a place of the item and the value is known.
fn set(terms: &mut Terms, place: Term, value: Term, item: Term) -> Term {
    let this = terms.item();
    if terms.parts(&[value]).contains(&this) || !terms.symbols_of(&[value]).is_empty() {
        return item;
    }
    match terms.node(place).clone() {
        Node::Apply(Operator::Select, parts) if parts[0] == this => {
            terms.apply(Operator::With, &[item, parts[1], value])
        }
        _ => item,
    }
}

fn below(terms: &mut Terms, value: Term) -> Term {
    match terms.node(value) {
        Node::Number(number) => {
            let number = number.get();
            terms.number(number - 1.0)
        }
        Node::String(text) if &**text > "0" => terms.string("0"),
        _ => terms.string(""),
    }
}

fn above(terms: &mut Terms, value: Term) -> Term {
    match terms.node(value) {
        Node::Number(number) => {
            let number = number.get();
            terms.number(number + 1.0)
        }
        Node::String(text) => {
            let text = format!("{text}z");
            terms.string(text)
        }
        _ => terms.string("listed"),
    }
}
