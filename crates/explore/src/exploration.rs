//! What a search reports when it ends.

use std::fmt;
use std::time::Duration;

use crate::schedule::Schedule;

/// Whether a search has seen everything that it had to see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Every final state and every deadlock was reached.
    Complete,
    /// Something stopped the search before its end.
    Stopped(StopReason),
}

/// What stopped a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// The visitor had seen enough.
    Visitor,
    /// The limit on states.
    States,
    /// The limit on time.
    Time,
    /// The limit on memory.
    Memory,
    /// Somebody cancelled it from outside.
    Cancelled,
    /// The strategy only samples executions; it is never complete.
    Sampling,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Visitor => "stopped at what was looked for",
            Self::States => "the limit on states was reached",
            Self::Time => "the limit on time was reached",
            Self::Memory => "the limit on memory was reached",
            Self::Cancelled => "cancelled",
            Self::Sampling => "executions were only sampled",
        })
    }
}

/// What a search did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Different states visited.
    pub states: u64,
    /// Steps taken.
    pub transitions: u64,
    /// Final states among the states.
    pub final_states: u64,
    /// Deadlocks among the states.
    pub deadlocks: u64,
    /// Length of the longest execution followed.
    pub depth: usize,
    /// Time taken.
    pub elapsed: Duration,
    /// With [hash compaction](crate::Options::hash_compaction), an upper bound on the probability
    /// that two different states were taken for one.
    pub collision_probability: Option<f64>,
}

/// States from which no execution ends: whatever is done, nothing is ever done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Livelock {
    /// How many visited states are like that.
    pub states: u64,
    /// How to get to the first of them.
    pub schedule: Schedule,
}

/// What a search reports when it ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Exploration {
    /// Whether it was complete.
    pub outcome: Outcome,
    /// What it did.
    pub statistics: Statistics,
    /// With [`Options::livelocks`](crate::Options::livelocks) and a complete search, the livelock
    /// that was found, if any.
    pub livelock: Option<Livelock>,
}
