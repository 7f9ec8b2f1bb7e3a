//! Tokens that make the claims a program asks for.

use super::shape::{Shapes, route_of};
use super::texts::text_with_piece;
use super::{OTHER, OWN, Tag};
use aplomb_symbolic::{Meaning, Node, Operator, Term, Terms, Trace};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Claims that are times, and the end of those that never come to an end: in the year 2100.
const TIMES: [&str; 3] = ["exp", "iat", "nbf"];
const LATER: f64 = 4_102_444_800.0;

/// What a program asks of the claims of one token: names, each with values it compares
/// the claim with.
type Asked = BTreeMap<Arc<str>, Vec<Term>>;

impl Shapes {
    /// Puts tokens where claims are read from, such that all that are asked for are there.
    pub(super) fn note_tokens(&mut self, terms: &mut Terms, trace: &Trace, parts: &[Term]) {
        for (claims, asked) in claims_asked_for(terms, parts) {
            let Node::Apply(_, arguments) = terms.node(claims) else { continue };
            let token = arguments[0];
            for makes in choices(terms, &asked) {
                let makes = terms.apply(Operator::Pure(Meaning::ToToken.into()), &[makes]);
                self.put(terms, trace, token, makes);
            }
        }
    }

    /// Makes a part of an input such that what a program takes for a token is this one. The
    /// first that is put there is what is tried first.
    fn put(&mut self, terms: &mut Terms, trace: &Trace, taken: Term, token: Term) {
        let Some(text) = terms.as_str(token).cloned() else { return };
        let (of, text) = match text_with_piece(terms, taken, &text) {
            Some((of, text)) => (of, terms.string(text)),
            None => (taken, token),
        };
        let Some((root, route)) = route_of(terms, trace, of) else { return };
        let shape = self.at(root, &route);
        let is_token = |known: Term| terms.as_str(known).is_some_and(|known| known.contains('.'));
        if shape.example.is_none_or(|known| !is_token(known)) {
            shape.example = Some(text);
        }
        shape.candidates.push(text);
    }
}

/// The claims that programs read off tokens, in the order of the terms.
fn claims_asked_for(terms: &Terms, parts: &[Term]) -> BTreeMap<Term, Asked> {
    let mut all: BTreeMap<Term, Asked> = BTreeMap::new();
    for &part in parts {
        if is_claims(terms, part) {
            all.entry(part).or_default();
        }
        if let Some((claims, name)) = claim(terms, part) {
            all.entry(claims).or_default().entry(name).or_default();
        }
        let Node::Apply(Operator::Equal, sides) = terms.node(part) else { continue };
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            let known =
                matches!(terms.node(other), Node::String(_) | Node::Bool(_) | Node::Number(_));
            if let (Some((claims, name)), true) = (claim(terms, side), known) {
                all.entry(claims).or_default().entry(name).or_default().push(other);
            }
        }
    }
    all
}

fn is_claims(terms: &Terms, term: Term) -> bool {
    matches!(terms.node(term), Node::Apply(Operator::Pure(function), arguments)
        if function.reads_claims() && !arguments.is_empty())
}

/// The claims of which a term is one, and its name.
fn claim(terms: &Terms, term: Term) -> Option<(Term, Arc<str>)> {
    let Node::Apply(Operator::Select, select) = terms.node(term) else { return None };
    let name = terms.as_str(select[1])?;
    is_claims(terms, select[0]).then(|| (select[0], name.clone()))
}

/// Claims worth making: one's own, those with each value that is compared, somebody else's.
fn choices(terms: &mut Terms, asked: &Asked) -> Vec<Term> {
    let own = of(terms, asked, OWN);
    let mut choices = vec![own];
    for (name, values) in asked {
        let name = terms.string(name.clone());
        for &value in values {
            choices.push(terms.apply(Operator::With, &[own, name, value]));
        }
    }
    choices.push(of(terms, asked, OTHER));
    choices
}

/// All claims that are asked for, as somebody makes them.
fn of(terms: &mut Terms, asked: &Asked, tag: Tag) -> Term {
    let claims: Vec<(Arc<str>, Term)> = asked
        .keys()
        .map(|name| match TIMES.contains(&&**name) {
            true => (name.clone(), terms.number(LATER)),
            false => (name.clone(), terms.string(tag.text)),
        })
        .collect();
    terms.record(claims)
}
