//! Identifiers that the platform gives to what it delivers. No two instances of a function
//! have the same one: the message that a queue delivers is one message, and a request id
//! belongs to one invocation. What a client calls a request (`event.id`) is none of them.

use crate::Delivery;
use crate::app::{App, terms_of};
use crate::refute::Actor;
use aplomb_symbolic::{Node, Operator, Origin, Term, Terms, Trace};
use std::sync::Arc;

/// What an identifier belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// The invocation: no instance of any function has the same.
    Invocation,
    /// The message: a function gets it once, but several functions may get it.
    Message,
}

/// The name of the input that is the request id.
const REQUEST_ID: &str = "requestId";

/// Where the identifier of a message is in one of the `Records` of an event.
fn of_record(delivery: Delivery) -> &'static [&'static str] {
    match delivery {
        Delivery::Queue => &["messageId"],
        Delivery::Asynchronous => &["Sns", "MessageId"],
        Delivery::Stream => &["eventID"],
        Delivery::Request => &[],
    }
}

impl App {
    /// The identifiers that a function looks at.
    pub(crate) fn unique_ids(&self, function: usize) -> Vec<(Of, Term)> {
        let model = &self.functions[function];
        let path = of_record(model.delivery);
        let parts = self.terms.parts(&terms_of(&model.named)).into_iter();
        let of = |part| unique_id(&self.terms, &model.named, part, path);
        parts.filter_map(|part| Some((of(part)?, part))).collect()
    }

    /// That two functions have different identifiers, given how each names its own.
    pub(crate) fn apart(
        &mut self,
        (function, own): (usize, &[(Of, Term)]),
        (other, others): (usize, &[(Of, Term)]),
    ) -> Term {
        let mut apart = Vec::new();
        for &(of, own) in own {
            for &(other_of, others) in others {
                if of == other_of && (of == Of::Invocation || function == other) {
                    let same = self.terms.equal(own, others);
                    apart.push(self.terms.not(same));
                }
            }
        }
        self.terms.apply(Operator::And, &apart)
    }

    /// Gives instances that have the identifiers of another one their own.
    pub(crate) fn with_own_ids(&mut self, actors: &mut [Actor]) {
        for index in 1..actors.len() {
            let actor = &actors[index];
            let delivery = self.functions[actor.function].delivery;
            let path = of_record(delivery);
            let twice = actors[..index].iter().any(|other| other.function == actor.function);
            let mut inputs = actor.inputs.clone();
            for (&input, value) in &mut inputs {
                let symbol = self.terms.as_symbol(input);
                let is_request_id =
                    symbol.is_some_and(|id| &*self.terms.symbol(id).name == REQUEST_ID);
                if is_request_id {
                    *value = marked(&mut self.terms, *value, index);
                } else if twice && !path.is_empty() {
                    *value = with_own_messages(&mut self.terms, *value, path, index);
                }
            }
            actors[index].inputs = inputs;
        }
    }
}

/// Whether a term is an identifier of the platform.
fn unique_id(terms: &Terms, trace: &Trace, term: Term, path: &[&str]) -> Option<Of> {
    if let Node::Symbol(id) = terms.node(term) {
        let symbol = terms.symbol(*id);
        let is_request_id = symbol.origin == Origin::Input && &*symbol.name == REQUEST_ID;
        return is_request_id.then_some(Of::Invocation);
    }
    let mut at = term;
    for name in path.iter().rev() {
        let Node::Apply(Operator::Select, parts) = terms.node(at) else { return None };
        if terms.as_str(parts[1]).is_none_or(|field| &**field != *name) {
            return None;
        }
        at = parts[0];
    }
    (!path.is_empty() && is_record(terms, trace, at)).then_some(Of::Message)
}

/// Whether a term is one of the `Records` of the event: the element of a loop over them, or
/// the item at a place.
fn is_record(terms: &Terms, trace: &Trace, term: Term) -> bool {
    match terms.node(term) {
        Node::Symbol(id) => {
            let of_loop = trace.loops.iter().filter(|each| each.element == Some(*id));
            let computing = trace.elements.iter().filter(|each| each.0 == *id);
            let collections = of_loop.filter_map(|each| each.collection);
            let mut collections = collections.chain(computing.map(|each| each.1)).peekable();
            collections.peek().is_some() && collections.all(|records| are_records(terms, records))
        }
        Node::Apply(Operator::Select, parts) => {
            are_records(terms, parts[0]) && matches!(terms.node(parts[1]), Node::Number(_))
        }
        _ => false,
    }
}

/// Whether a term is the `Records` of the event itself, not of a text in it.
fn are_records(terms: &Terms, term: Term) -> bool {
    let Node::Apply(Operator::Select, parts) = terms.node(term) else { return false };
    let is_event = terms
        .as_symbol(parts[0])
        .is_some_and(|symbol| terms.symbol(symbol).origin == Origin::Input);
    is_event && terms.as_str(parts[1]).is_some_and(|name| &**name == "Records")
}

fn marked(terms: &mut Terms, value: Term, index: usize) -> Term {
    let text = match terms.as_str(value) {
        Some(text) => text.to_string(),
        None => terms.show(value).to_string(),
    };
    terms.string(format!("{text}-{index}"))
}

/// An event whose messages have identifiers of their own.
fn with_own_messages(terms: &mut Terms, event: Term, path: &[&str], index: usize) -> Term {
    let records = terms.field(event, "Records");
    let Node::List(items) = terms.node(records).clone() else { return event };
    let items: Vec<Term> =
        items.iter().map(|&item| with_own_id(terms, item, path, index)).collect();
    let records = terms.list(items);
    let name = terms.string("Records");
    terms.apply(Operator::With, &[event, name, records])
}

fn with_own_id(terms: &mut Terms, record: Term, path: &[&str], index: usize) -> Term {
    let [name, rest @ ..] = path else { return marked(terms, record, index) };
    let part = terms.field(record, name);
    if matches!(terms.node(part), Node::Undefined) {
        return record;
    }
    let part = with_own_id(terms, part, rest, index);
    let name = terms.string(Arc::from(*name));
    terms.apply(Operator::With, &[record, name, part])
}
