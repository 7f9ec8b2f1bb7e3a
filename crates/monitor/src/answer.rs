//! Answers: what is known about one instance of a property, and why.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Origin, StateId, Time};

/// What is known about one instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Neither violated nor beyond violation.
    Open,
    /// In some order of the events nothing can violate the property any more, and in no
    /// order it is violated.
    Holds,
    /// Some orders of the events violate the property; others do not.
    PossiblyViolated,
    /// Every order of the events violates the property.
    Violated,
    /// There were too many situations to look at.
    Undecided,
}

impl Verdict {
    /// The property is violated in some order of the events.
    pub fn is_violated(self) -> bool {
        matches!(self, Verdict::PossiblyViolated | Verdict::Violated)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Open => "open",
            Verdict::Holds => "holds",
            Verdict::PossiblyViolated => "possibly violated",
            Verdict::Violated => "violated",
            Verdict::Undecided => "undecided",
        })
    }
}

/// Something new about an instance.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Which property, as an index into those that the monitor was given.
    pub property: usize,
    /// The values of the property's variables.
    pub instance: Map<String, Value>,
    /// What is known now.
    pub verdict: Verdict,
    /// What was answered before, if this is not the first answer.
    pub revises: Option<Verdict>,
    /// The states that some order of the events leads to.
    pub states: Vec<StateId>,
    /// The time up to which answers were due.
    pub as_of: Time,
    /// How the verdict comes about: for a violation an order of the events that
    /// violates the property.
    pub story: Story,
    /// If the violation is only possible: an order that does not violate it.
    pub otherwise: Option<Story>,
}

/// The events that changed the state, in one possible order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// Moves before the first one were forgotten.
    pub shortened: bool,
    /// The moves.
    pub moves: Vec<StoryMove>,
}

/// One event that changed the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryMove {
    /// The state before.
    pub from: StateId,
    /// The state after.
    pub to: StateId,
    /// The name of the event.
    pub event: String,
    /// Its time.
    pub time: Time,
    /// Its place in its invocation.
    pub order: Option<u64>,
    /// Where it comes from.
    pub origin: Arc<Origin>,
}
