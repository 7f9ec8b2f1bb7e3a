//! Decision procedures for long histories of common objects.
//!
//! Each takes time log-linear in the length of the history, however many
//! operations overlap, where search may take exponential time. They apply if
//! elements can be told apart (sets excepted), as they can be when a workload
//! uses fresh values, or equal ones in an order that says which is which.

mod blocks;
mod copies;
mod deadlines;
mod element;
mod key_value;
mod queue;
mod register;
mod set;
mod stack;
mod tournament;

pub(crate) use key_value::check as check_key_value;
pub(crate) use queue::check as check_queue;
pub(crate) use register::check as check_register;
pub(crate) use set::check as check_set;
pub(crate) use stack::check as check_stack;

/// What a monitor says of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MonitorAnswer {
    /// The history has operations, or repeated values, that the monitor does
    /// not decide.
    NotApplicable,
    /// The history is linearizable.
    Linearizable,
    /// The history is not linearizable.
    NotLinearizable(Pattern),
}

/// Operations that no order can explain together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Why not, in a sentence.
    pub reason: String,
    /// The operations, as indices into the history.
    pub operations: Vec<u32>,
}

impl MonitorAnswer {
    fn violated(reason: String, operations: impl IntoIterator<Item = u32>) -> MonitorAnswer {
        let mut operations: Vec<u32> = operations.into_iter().collect();
        operations.sort_unstable();
        operations.dedup();
        MonitorAnswer::NotLinearizable(Pattern { reason, operations })
    }
}
