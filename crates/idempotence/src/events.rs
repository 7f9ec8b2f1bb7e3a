//! What a function's input says of itself, as far as proofs use it. Whoever knows the
//! platform fills this in; here nobody knows what an event looks like.

use std::sync::Arc;

/// How a function's input reaches it, as far as that decides what a retry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Delivery {
    /// A client calls and waits; on failure it calls again with the same request.
    Request,
    /// The platform calls and repeats on failure, with the same request id.
    Asynchronous,
    /// A queue delivers messages again, with the same message ids but a new
    /// request id.
    Queue,
    /// A stream delivers a batch again, and nothing with the same key overtakes it.
    Stream,
}

/// The events that a function gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Events {
    /// How they reach it.
    pub delivery: Delivery,
    /// The input that identifies an invocation, and stays the same when it is repeated.
    pub invocation_id: Option<&'static str>,
    /// Where messages have their identifiers.
    pub message_id: Option<MessageId>,
    /// The ways, by names of fields, from a part of an event to the name of the store whose
    /// change it tells of.
    pub store_names: &'static [&'static [&'static str]],
    /// The name of that store, if the deployment fixes it.
    pub store: Option<Arc<str>>,
    /// The field under which a message tells of a change of a store that it does not name.
    pub change: Option<&'static str>,
}

/// Where the messages of an event have their identifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageId {
    /// The field of the event that lists its messages.
    pub messages: &'static str,
    /// The way from a message to its identifier, by names of fields.
    pub path: &'static [&'static str],
}

impl Events {
    /// Events that say nothing of themselves.
    pub fn of(delivery: Delivery) -> Self {
        let (invocation_id, message_id, store, change) = (None, None, None, None);
        Events { delivery, invocation_id, message_id, store_names: &[], store, change }
    }
}
