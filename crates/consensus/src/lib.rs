//! *Does this protocol, or this run of one, refine the quorum tree?*
//!
//! Chapter 3 of the thesis reduces the safety of Paxos, Raft, PBFT, HotStuff and their relatives
//! to one small object, the quorum tree, with two operations: a round *adds* a value below the
//! round that it continues, and a round *commits* what it added. Whoever proposes or decides
//! something emits such an event; if the events keep four laws, nobody ever disagrees.
//!
//! ```
//! use aplomb_consensus::qtree::{Event, Law, Laws, Version};
//!
//! let mut laws = Laws::new(Version::SingleDecree);
//! laws.observe(Event::add(1, "apple", None))?;
//! laws.observe(Event::commit(1))?;
//! laws.observe(Event::add(2, "apple", Some(1)))?;
//! // Round 3 has not heard of round 1, which may have been decided: it was.
//! let violation = laws.observe(Event::add(3, "pear", None)).unwrap_err();
//! assert_eq!(violation.law(), Law::P4);
//! # Ok::<(), aplomb_consensus::qtree::Violation<i32, &'static str>>(())
//! ```
//!
//! # Invariants
//!
//! - The laws are judged on events alone: nothing in [`qtree`] knows a protocol.
//! - [`qtree::Laws`] accepts exactly the sequences that [`qtree::QTree`] accepts; a test tries all
//!   of them to a bound.

pub mod bits;
mod check;
mod code;
mod drawing;
mod judge;
mod protocol;
pub mod protocols;
pub mod prove;
pub mod qtree;
pub mod trace;

pub use check::{Breach, Watch, check_protocol, simulate};
pub use code::code;
pub use drawing::Drawing;
pub use judge::{Judge, Run, Taken, choices, run};
pub use protocol::{
    Decisions, Description, Enabled, Instance, Labels, Message, Process, Protocol, Value,
};

#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/consensus.md")]
struct Book;
