//! Specifications by name, as users ask for them.

use std::str::FromStr;

use super::{
    Counter, KeyValue, Map, Queue, Register, Set, Specification, SpecificationError, Stack,
};
use crate::{
    Call, CheckAnswer, CheckError, CheckOptions, Client, History, Value, check,
    sequential::{
        NotTried, Outcome, RealTimeOrder, SequentialGraph, SpecifiedRuns, some_order_explains,
    },
};

/// One of the sequential objects that everybody knows.
#[derive(Clone, Debug)]
pub enum NamedSpecification {
    /// See [`Set`].
    Set,
    /// See [`Map`].
    Map,
    /// See [`KeyValue`].
    KeyValue,
    /// See [`Queue`].
    Queue,
    /// See [`Stack`].
    Stack,
    /// See [`Register`].
    Register(Register),
    /// See [`Counter`].
    Counter(Counter),
}

/// Runs `$body` with `$object` bound to the specification itself.
macro_rules! with_object {
    ($named:expr, $object:ident => $body:expr) => {
        match $named {
            NamedSpecification::Set => {
                let $object = &Set;
                $body
            }
            NamedSpecification::Map => {
                let $object = &Map;
                $body
            }
            NamedSpecification::KeyValue => {
                let $object = &KeyValue::default();
                $body
            }
            NamedSpecification::Queue => {
                let $object = &Queue;
                $body
            }
            NamedSpecification::Stack => {
                let $object = &Stack;
                $body
            }
            NamedSpecification::Register($object) => $body,
            NamedSpecification::Counter($object) => $body,
        }
    };
}

impl NamedSpecification {
    /// The names that [`FromStr`] knows.
    pub const NAMES: [&'static str; 7] =
        ["set", "map", "kv", "queue", "stack", "register", "counter"];

    /// The name.
    pub fn name(&self) -> &'static str {
        match self {
            NamedSpecification::Set => "set",
            NamedSpecification::Map => "map",
            NamedSpecification::KeyValue => "kv",
            NamedSpecification::Queue => "queue",
            NamedSpecification::Stack => "stack",
            NamedSpecification::Register(_) => "register",
            NamedSpecification::Counter(_) => "counter",
        }
    }

    /// The same object with another value in the beginning, if it has one.
    pub fn starting_with(self, initial: Value) -> Option<NamedSpecification> {
        match (self, initial) {
            (NamedSpecification::Register(_), initial) => {
                Some(NamedSpecification::Register(Register { initial }))
            }
            (NamedSpecification::Counter(_), Value::Integer(initial)) => {
                Some(NamedSpecification::Counter(Counter { initial }))
            }
            _ => None,
        }
    }

    /// Checks a history: see [`check`].
    pub fn check(
        &self,
        history: &History,
        options: &CheckOptions,
    ) -> Result<CheckAnswer, CheckError> {
        with_object!(self, object => check(object, history, options))
    }

    /// Whether the object has such a method.
    pub fn validate(&self, call: &Call) -> Result<(), SpecificationError> {
        with_object!(self, object => object.validate(call))
    }

    /// Whether what was observed is what the object answers.
    pub(crate) fn agrees(&self, answer: &Value, observed: &Value) -> bool {
        with_object!(self, object => object.agrees(answer, observed))
    }

    /// All sequential runs of a client; nothing if a call before its threads start waits for ever.
    pub(crate) fn sequential_runs(&self, client: &Client) -> Option<SequentialGraph> {
        let lengths = client.threads.iter().map(Vec::len).collect();
        with_object!(self, object => {
            let runs = SpecifiedRuns::new(object, client)?;
            match SequentialGraph::new(&runs, lengths) {
                Ok(graph) => Some(graph),
                Err(never) => match never {},
            }
        })
    }

    /// Whether some order of the calls has this outcome, found out by trying all orders; nothing
    /// if there are too many.
    pub(crate) fn some_order_explains(
        &self,
        client: &Client,
        outcome: &Outcome,
        real_time: Option<&RealTimeOrder>,
    ) -> Option<bool> {
        let lengths: Vec<usize> = client.threads.iter().map(Vec::len).collect();
        let agrees = |answer: &Value, observed: &Value| self.agrees(answer, observed);
        with_object!(self, object => {
            let runs = SpecifiedRuns::new(object, client)?;
            match some_order_explains(&runs, &lengths, outcome, real_time, &agrees) {
                Ok(explained) => Some(explained),
                Err(NotTried::TooMany) => None,
                Err(NotTried::Failed(never)) => match never {},
            }
        })
    }
}

/// There is no specification of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no specification `{0}`; there are {names}", names = NamedSpecification::NAMES.join(", "))]
pub struct UnknownSpecification(pub String);

impl FromStr for NamedSpecification {
    type Err = UnknownSpecification;

    fn from_str(name: &str) -> Result<NamedSpecification, UnknownSpecification> {
        Ok(match name {
            "set" => NamedSpecification::Set,
            "map" => NamedSpecification::Map,
            "kv" | "key-value" => NamedSpecification::KeyValue,
            "queue" => NamedSpecification::Queue,
            "stack" => NamedSpecification::Stack,
            "register" => NamedSpecification::Register(Register::default()),
            "counter" => NamedSpecification::Counter(Counter::default()),
            _ => return Err(UnknownSpecification(name.to_owned())),
        })
    }
}
