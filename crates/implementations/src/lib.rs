//! *Do runs of real consensus libraries keep the laws of the quorum tree?*
//!
//! A cluster of nodes, each driven by an unmodified library ([`Library`]), runs under a
//! scheduler that loses, duplicates, delays and reorders messages, cuts the network in two and
//! restarts nodes. What the leaders propose and decide becomes events of a quorum tree, whose
//! laws are checked as they happen; independently, what the nodes apply must agree.
//!
//! Everything that happens in a run follows from its seed.
//!
//! ```
//! use aplomb_implementations::{Raft, Settings, simulate};
//!
//! let outcome = simulate::<Raft>(&Settings { steps: 2000, ..Settings::default() }, 1);
//! assert!(outcome.failure.is_none());
//! assert!(outcome.statistics.commits > 0);
//! ```
//!
//! # Invariants
//!
//! - A library is used as its documentation says, except for the [`Bug`] that a user asks for.
//! - Two runs of one seed are the same, step by step.

mod chance;
mod finding;
mod library;
mod many;
mod omnipaxos;
mod raft;
mod simulation;

pub use chance::Chance;
pub use finding::report;
pub use library::{Bug, Library, Seen};
pub use many::{Tally, simulate_many};
pub use omnipaxos::OmniPaxos;
pub use raft::Raft;
pub use simulation::{Failure, Happened, Outcome, Settings, Statistics, Wrong, simulate};
