//! What a search is told besides its strategy.

use std::fmt;
use std::time::Duration;

use crate::process::ProcessId;

/// In which order the processes of a state are tried.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// First those whose moves seem to conflict with the fewest others, judged by what the search
    /// has seen near the state; in ascending order where it cannot tell. For source sets computed
    /// on the fly this visits the fewest states.
    #[default]
    Guided,
    /// In this order; processes that are not mentioned come last, in ascending order.
    Sequential(Vec<ProcessId>),
    /// At random, reproducibly for each seed.
    Random(u64),
}

impl Order {
    /// Process 0 first, then 1 and so on.
    pub const ASCENDING: Self = Self::Sequential(Vec::new());
}

/// When to give up. A search that gives up says so in its [`Outcome`](crate::Outcome).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The number of states to visit.
    pub states: Option<u64>,
    /// The time to take.
    pub time: Option<Duration>,
    /// The memory that the process may occupy, in bytes. Where the operating system does not tell,
    /// the search counts what it stores itself, taking states for as large as their type.
    pub memory: Option<u64>,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// States visited.
    pub states: u64,
    /// Steps taken.
    pub transitions: u64,
    /// Length of the execution being explored.
    pub depth: usize,
    /// Time taken.
    pub elapsed: Duration,
}

impl Progress {
    /// States per second.
    pub fn rate(&self) -> f64 {
        self.states as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// What a search is told besides its strategy.
#[derive(Clone, Default)]
pub struct Options<'a> {
    /// In which order processes are tried.
    pub order: Order,
    /// When to give up.
    pub limits: Limits,
    /// Store a 128-bit fingerprint of each state in place of the state. Two states with the same
    /// fingerprint would be taken for one; [`Statistics`](crate::Statistics) says how likely that
    /// was.
    pub hash_compaction: bool,
    /// The same, but only from so many states on: few states are compared exactly, and many do not
    /// fill the memory. Only depth-first searches do this.
    pub compact_beyond: Option<u64>,
    /// Look for livelocks: states from which no execution ends. This stores all transitions.
    pub livelocks: bool,
    /// How many threads a parallel strategy uses; 0 stands for one per core.
    pub threads: usize,
    /// Called about ten times a second.
    pub progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
    /// Asked now and then whether to stop the search.
    pub cancelled: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("order", &self.order)
            .field("limits", &self.limits)
            .field("hash_compaction", &self.hash_compaction)
            .field("compact_beyond", &self.compact_beyond)
            .field("livelocks", &self.livelocks)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
