//! Identifiers that the platform gives to what it delivers. No two instances of a function
//! have the same one: the message that a queue delivers is one message, and a request id
//! belongs to one invocation. What a client calls a request (`event.id`) is none of them.

use crate::app::{App, terms_of};
use crate::event_store::whole;
use crate::events::{Events, MessageId};
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

impl App {
    /// The identifiers that a function looks at.
    pub(crate) fn unique_ids(&self, function: usize) -> Vec<(Of, Term)> {
        let model = &self.functions[function];
        let parts = self.terms.parts(&terms_of(&model.named)).into_iter();
        let of = |part| unique_id(&self.terms, &model.named, part, &model.events);
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
            let events = &self.functions[actor.function].events;
            let twice = actors[..index].iter().any(|other| other.function == actor.function);
            let mut inputs = actor.inputs.clone();
            let mut names: Vec<Term> = inputs.keys().copied().collect();
            names.sort_unstable();
            for input in names {
                let value = inputs[&input];
                let symbol = self.terms.as_symbol(input);
                let name = symbol.map(|id| &*self.terms.symbol(id).name);
                let own = if name.is_some() && name == events.invocation_id {
                    marked(&mut self.terms, value, index)
                } else if let Some(of_message) = events.message_id.filter(|_| twice) {
                    with_own_messages(&mut self.terms, value, of_message, index)
                } else {
                    continue;
                };
                inputs.insert(input, own);
            }
            actors[index].inputs = inputs;
        }
    }
}

/// Whether a term is an identifier of the platform.
fn unique_id(terms: &Terms, trace: &Trace, term: Term, events: &Events) -> Option<Of> {
    if let Node::Symbol(id) = terms.node(term) {
        let symbol = terms.symbol(*id);
        let is_invocation_id =
            symbol.origin == Origin::Input && events.invocation_id == Some(&*symbol.name);
        return is_invocation_id.then_some(Of::Invocation);
    }
    let of_message = events.message_id?;
    let message = whole(terms, term, of_message.path)?;
    is_message(terms, trace, message, of_message.messages).then_some(Of::Message)
}

/// Whether a term is one of the messages of the event: the element of a loop over them, or
/// the item at a place.
fn is_message(terms: &Terms, trace: &Trace, term: Term, messages: &str) -> bool {
    match terms.node(term) {
        Node::Symbol(id) => {
            let of_loop = trace.loops.iter().filter(|each| each.element == Some(*id));
            let computing = trace.elements.iter().filter(|each| each.0 == *id);
            let collections = of_loop.filter_map(|each| each.collection);
            let mut collections = collections.chain(computing.map(|each| each.1)).peekable();
            collections.peek().is_some()
                && collections.all(|list| are_messages(terms, list, messages))
        }
        Node::Apply(Operator::Select, parts) => {
            are_messages(terms, parts[0], messages)
                && matches!(terms.node(parts[1]), Node::Number(_))
        }
        _ => false,
    }
}

/// Whether a term is the list of messages of the event itself, not of a text in it.
fn are_messages(terms: &Terms, term: Term, messages: &str) -> bool {
    let Node::Apply(Operator::Select, parts) = terms.node(term) else { return false };
    let is_event = terms
        .as_symbol(parts[0])
        .is_some_and(|symbol| terms.symbol(symbol).origin == Origin::Input);
    is_event && terms.as_str(parts[1]).is_some_and(|name| &**name == messages)
}

fn marked(terms: &mut Terms, value: Term, index: usize) -> Term {
    let text = match terms.as_str(value) {
        Some(text) => text.to_string(),
        None => terms.show(value).to_string(),
    };
    terms.string(format!("{text}-{index}"))
}

/// An event whose messages have identifiers of their own.
fn with_own_messages(terms: &mut Terms, event: Term, of: MessageId, index: usize) -> Term {
    let messages = terms.field(event, of.messages);
    let Node::List(items) = terms.node(messages).clone() else { return event };
    let items: Vec<Term> =
        items.iter().map(|&item| with_own_id(terms, item, of.path, index)).collect();
    let messages = terms.list(items);
    let name = terms.string(of.messages);
    terms.apply(Operator::With, &[event, name, messages])
}

fn with_own_id(terms: &mut Terms, message: Term, path: &[&str], index: usize) -> Term {
    let [name, rest @ ..] = path else { return marked(terms, message, index) };
    let part = terms.field(message, name);
    if matches!(terms.node(part), Node::Undefined) {
        return message;
    }
    let part = with_own_id(terms, part, rest, index);
    let name = terms.string(Arc::from(*name));
    terms.apply(Operator::With, &[message, name, part])
}
