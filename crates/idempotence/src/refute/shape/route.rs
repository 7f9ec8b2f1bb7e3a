//! The ways from a value to its parts.

use super::super::OWN;
use aplomb_symbolic::{Meaning, Node, Operator, Origin, SymbolId, Term, Terms, Trace};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// One step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Edge {
    /// A field.
    Field(Arc<str>),
    /// An item of a list, whichever.
    Item,
    /// The value that a JSON text holds.
    Parsed,
    /// The text that one in base 64 stands for.
    Decoded,
}

/// What reads a text in base 64.
const FROM_BASE64: &str = "base64.b64decode";

/// A part of a value: the way to it.
pub(crate) type Route = Vec<Edge>;

/// A part of an unknown: which, and the way to it.
pub(crate) type Place = (SymbolId, Route);

/// The parts of unknowns that are parts of terms.
pub(crate) fn places(terms: &Terms, trace: &Trace, roots: &[Term]) -> FxHashSet<Place> {
    terms.parts(roots).into_iter().filter_map(|part| route_of(terms, trace, part)).collect()
}

/// The part of an unknown that a route leads to.
pub(crate) fn part_at(terms: &mut Terms, unknown: Term, route: &Route) -> Term {
    let mut at = unknown;
    for edge in route {
        at = match edge {
            Edge::Parsed => terms.apply(Operator::JsonParse, &[at]),
            Edge::Decoded => terms.pure(FROM_BASE64, &[at]),
            Edge::Item => {
                let first = terms.number(0.0);
                terms.apply(Operator::Select, &[at, first])
            }
            Edge::Field(name) => terms.field(at, name),
        };
    }
    at
}

/// Whether a symbol is the number of an iteration.
fn counts(terms: &Terms, trace: &Trace, symbol: SymbolId) -> bool {
    let each = trace.loops.iter().find(|each| each.element == Some(symbol));
    match collection_of(trace, symbol) {
        Some(collection) => matches!(
            terms.node(collection),
            Node::Apply(Operator::Pure(function), _) if function.is(Meaning::Range)
        ),
        None => each.is_none() && terms.symbol(symbol).origin == Origin::Element,
    }
}

/// The way from an unknown to a part of it, if the term is one.
pub(crate) fn route_of(terms: &Terms, trace: &Trace, term: Term) -> Option<(SymbolId, Route)> {
    let mut edges = Vec::new();
    let mut at = term;
    loop {
        match terms.node(at) {
            Node::Symbol(id) => match collection_of(trace, *id) {
                Some(collection) => {
                    edges.push(Edge::Item);
                    at = collection;
                }
                None => {
                    edges.reverse();
                    return Some((*id, edges));
                }
            },
            Node::Apply(Operator::Select, arguments) => {
                edges.push(match terms.node(arguments[1]) {
                    Node::String(name) => Edge::Field(name.clone()),
                    Node::Number(_) => Edge::Item,
                    // The number of the iteration.
                    Node::Symbol(id) if counts(terms, trace, *id) => Edge::Item,
                    // A member of an answer by a name that is given: the one that inputs have.
                    _ if is_answer(terms, trace, arguments[0])
                        && route_of(terms, trace, arguments[1]).is_some() =>
                    {
                        Edge::Field(OWN.text.into())
                    }
                    _ => return None,
                });
                at = arguments[0];
            }
            Node::Apply(Operator::JsonParse, arguments) => {
                edges.push(Edge::Parsed);
                at = arguments[0];
            }
            Node::Apply(Operator::Pure(function), arguments)
                if function.is(Meaning::FromBase64) && arguments.len() == 1 =>
            {
                edges.push(Edge::Decoded);
                at = arguments[0];
            }
            // What a loop over the members of a record made of it has its members.
            Node::Apply(Operator::Pure(function), arguments)
                if function.is(Meaning::Loop)
                    && matches!(edges.last(), Some(Edge::Field(_)))
                    && arguments.first().is_some_and(|&of| members_of(terms, of).is_some()) =>
            {
                at = arguments.first().and_then(|&of| members_of(terms, of))?;
            }
            // What a loop over the items found, most often one of them.
            Node::Apply(Operator::Pure(function), arguments)
                if function.is(Meaning::Loop) && !arguments.is_empty() =>
            {
                edges.push(Edge::Item);
                at = arguments[0];
            }
            // The same text, for the texts that are tried.
            Node::Apply(Operator::Pure(function), arguments)
                if function.keeps_most_texts() && !arguments.is_empty() =>
            {
                at = arguments[0];
            }
            // Items of a part of a list are items of the list.
            Node::Apply(Operator::Pure(function), arguments)
                if function.is(Meaning::Slice) && matches!(edges.last(), Some(Edge::Item)) =>
            {
                at = arguments[0];
            }
            // One of two parts: the first that is one of an unknown.
            Node::Apply(Operator::Ite, arguments) => {
                let branches = arguments[1..].iter();
                let (root, mut route) =
                    branches.filter_map(|&branch| route_of(terms, trace, branch)).next()?;
                route.extend(edges.into_iter().rev());
                return Some((root, route));
            }
            _ => return None,
        }
    }
}

/// Whether a term is a part of what somebody answers.
fn is_answer(terms: &Terms, trace: &Trace, term: Term) -> bool {
    let root = route_of(terms, trace, term).map(|(root, _)| root);
    root.is_some_and(|root| {
        matches!(terms.symbol(root).origin, Origin::Fresh { .. } | Origin::Reply)
    })
}

/// The record whose members a collection lists.
fn members_of(terms: &Terms, collection: Term) -> Option<Term> {
    match terms.node(collection) {
        Node::Apply(Operator::Pure(function), of) if function.lists_members() => {
            of.first().copied()
        }
        _ => None,
    }
}

/// What the elements of a loop are from.
fn collection_of(trace: &Trace, element: SymbolId) -> Option<Term> {
    match trace.loops.iter().find(|each| each.element == Some(element)) {
        Some(each) => each.collection,
        None => trace.elements.iter().find(|each| each.0 == element).map(|each| each.1),
    }
}
