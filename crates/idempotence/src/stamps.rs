//! Stamps: what a store says of its cells and what every write changes, whatever is written
//! there (the time of the last one, a version). Where a function looks at them, a write that
//! leaves the content as it was is seen all the same.

use crate::app::{App, symbol_term, terms_of};
use aplomb_symbolic::{Meaning, Node, Operator, Stamp, Term, Terms, Trace};
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl App {
    /// Notes which functions look at the stamps of which stores.
    pub(crate) fn find_stamps(&mut self) {
        for (index, function) in self.functions.iter().enumerate() {
            for stamp in &function.trace.stamps {
                if shows(&mut self.terms, &function.trace, stamp) {
                    self.stamps.push((stamp.store, index));
                }
            }
        }
    }

    /// A function that looks at the stamps of a store, among those that are present.
    pub(crate) fn looks_at_stamps(
        &self,
        store: Term,
        present: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let looking = self.stamps.iter().filter(|(stamped, _)| self.same_store(*stamped, store));
        looking.map(|&(_, function)| function).find(|&function| present(function))
    }
}

/// Whether a function makes anything of a stamp.
fn shows(terms: &mut Terms, trace: &Trace, stamp: &Stamp) -> bool {
    let of = symbol_term(terms, stamp.of);
    let mut roots = terms_of(trace);
    if stamp.fields.is_empty() {
        return terms.parts(&roots).contains(&of);
    }
    // A loop over what is listed looks at its items where it uses them.
    let collections: FxHashSet<Term> = trace.loops.iter().filter_map(|it| it.collection).collect();
    roots.retain(|root| !collections.contains(root));
    roots.extend(&trace.made_in_loops);
    let loops = trace.loops.iter().filter_map(|it| Some((it.element?, it.collection?)));
    let elements: Vec<_> = loops.chain(trace.elements.iter().copied()).collect();
    let mut items = FxHashSet::from_iter([of]);
    for (element, collection) in elements {
        if terms.parts(&[collection]).contains(&of) {
            items.insert(symbol_term(terms, element));
        }
    }
    is_seen(terms, roots, &items, &stamp.fields)
}

/// Whether terms depend on items by one of these fields, or as a whole.
fn is_seen(terms: &Terms, roots: Vec<Term>, items: &FxHashSet<Term>, fields: &[Arc<str>]) -> bool {
    let mut seen: FxHashSet<Term> = roots.iter().copied().collect();
    let mut open = roots;
    while let Some(term) = open.pop() {
        if items.contains(&term) {
            return true;
        }
        let parts = match terms.node(term) {
            Node::Apply(Operator::Select, of) if is_item(terms, of[0], items) => {
                match terms.as_str(of[1]) {
                    Some(name) if !fields.contains(name) => Vec::new(),
                    _ => vec![of[0]],
                }
            }
            Node::Apply(Operator::Length | Operator::NotEmpty | Operator::Truthy, of) => {
                beside(terms, of, items)
            }
            // Whether anything is there.
            Node::Apply(Operator::Equal, sides)
                if sides.iter().any(|&side| is_nothing(terms, side)) =>
            {
                beside(terms, sides, items)
            }
            // What a loop makes of its elements is looked at by itself.
            Node::Apply(Operator::Pure(function), of)
                if function.is(Meaning::Rest) || function.is(Meaning::Loop) =>
            {
                beside(terms, of, items)
            }
            _ => terms.arguments(term).to_vec(),
        };
        open.extend(parts.into_iter().filter(|&part| seen.insert(part)));
    }
    false
}

fn is_nothing(terms: &Terms, value: Term) -> bool {
    matches!(terms.node(value), Node::Undefined | Node::Null | Node::Absent)
}

/// What is given besides the items as a whole, or nothing in their place.
fn beside(terms: &Terms, given: &[Term], items: &FxHashSet<Term>) -> Vec<Term> {
    let mut found = Vec::new();
    for &value in given {
        match terms.node(value) {
            _ if items.contains(&value) => {}
            Node::Apply(Operator::Ite, parts) => {
                found.push(parts[0]);
                found.extend(beside(terms, &parts[1..], items));
            }
            _ => found.push(value),
        }
    }
    found
}

/// Whether a value is one of the items, or one that is picked by its place.
fn is_item(terms: &Terms, value: Term, items: &FxHashSet<Term>) -> bool {
    match terms.node(value) {
        _ if items.contains(&value) => true,
        Node::Apply(Operator::Select, of) => {
            matches!(terms.node(of[1]), Node::Number(_)) && items.contains(&of[0])
        }
        _ => false,
    }
}
