//! The quorum tree, as an object and as laws.
//!
//! [`QTree`] is Algorithm 4 of the thesis: a tree whose nodes are added, become ghosts, or are
//! committed. [`Laws`] is its declarative twin, Theorem 8: four properties of a sequence of
//! events, judged one event at a time in logarithmic time. Both accept the same sequences. The
//! laws are what protocols, traces and real implementations are checked with; the tree is the
//! picture.
//!
//! A round is anything with a total order: a number for Paxos, a [`TermIndex`] for Raft. The root
//! is below every round and is written as `None`.
//!
//! # Where this deviates from the thesis
//!
//! - `maxCommitted` as printed cannot be satisfied (it demands `n.round < n.round`).
//! - `extendsTrunk` looks at the highest committed node alone, which accepts
//!   `add(1,a,0) commit(1) add(3,a,1) commit(3) add(2,a,0)` although that breaks P4, and turns
//!   round 1 from committed into a ghost. Here a new node extends *all* committed nodes of lower
//!   rounds. With that, and only with that, Theorem 8 is true.
//! - Rounds are not required to be positive, since the root is no round.

mod crossed;
mod event;
mod instances;
mod laws;
mod past;
mod tree;

pub use event::{Event, TermIndex};
pub use instances::Instances;
pub use laws::Laws;
pub use past::{Law, Past, Snapshot, Violation, judge};
pub use tree::{Branch, Node, QTree, Refused, Status};

/// Which of the two quorum trees a protocol refines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Version {
    /// One value is to be agreed on: a node has the value of its parent (law P3a). Paxos, and each
    /// instance of Multi-Paxos and PBFT.
    SingleDecree,
    /// A sequence of values is to be agreed on, and each node adds one. Raft, HotStuff.
    StateMachineReplication,
}
