//! What can be done to an operation so that a retry does not hurt.

use aplomb_symbolic::StepId;
use std::collections::BTreeSet;

/// One protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Protection {
    /// Record a fresh value (index into the trace's sources); the retry uses the
    /// recorded one. Where the value is a key, deriving it from the input does
    /// the same.
    LogSource(usize),
    /// Record what a read returned; the retry uses the recorded result.
    LogRead(StepId),
    /// Make a write happen once; the retry skips it and gets its result.
    Once(StepId),
    /// Pass the service a key derived from the input, so that it skips the
    /// repetition.
    IdempotencyKey(StepId),
}

/// A set of protections.
pub type Protections = BTreeSet<Protection>;
