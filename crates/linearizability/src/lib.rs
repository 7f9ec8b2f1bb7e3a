//! Is this history, or this class, explained by the sequential object?
//!
//! A concurrent object is *linearizable* if every history of calls and returns
//! can be explained by running the calls one after another, in an order that
//! respects which call returned before which other one began. This crate
//! checks recorded histories ([`check`]) against sequential objects
//! ([`specification`]), and finds clients whose executions are to be explored.
//!
//! ```
//! use aplomb_linearizability::{CheckOptions, Format, History, check, specification::Queue};
//!
//! let history = History::read(
//!     r#"{"thread": 1, "method": "enqueue", "args": ["a"], "call": 0, "return": 1}
//!        {"thread": 1, "method": "enqueue", "args": ["b"], "call": 2, "return": 3}
//!        {"thread": 2, "method": "dequeue", "result": "b", "call": 4, "return": 5}"#,
//!     Format::JsonLines,
//! )?;
//! let answer = check(&Queue, &history, &CheckOptions::default())?;
//! assert!(!answer.is_linearizable());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariants: an answer is exact or *unknown*, never approximate; a history
//! that is refused comes with the operation at which it stops being
//! linearizable; nothing here depends on time, on addresses or on an unseeded
//! random choice.

pub mod class;
pub mod history;
pub mod specification;

mod checker;
mod client;
mod random;
mod sequential;
mod value;

pub use checker::{
    CheckAnswer, CheckError, CheckOptions, Exhausted, Explanation, MonitorAnswer, Pattern,
    Procedure, check,
};
pub use class::{ClassUnderTest, ClientReport, ClientVerdict};
pub use client::{Bounds, Client, ClientError, Enumeration, Larger, Sampling};
pub use history::{
    Completion, Format, History, HistoryBuilder, HistoryError, HistoryProblem, JepsenConventions,
    Operation, Stamp,
};
pub use sequential::Outcome;
pub use specification::{NamedSpecification, Specification, SpecificationError};
pub use value::{Call, Made, Value};
