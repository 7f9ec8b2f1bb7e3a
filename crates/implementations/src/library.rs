//! What the simulation needs of a library: one node of it.

use std::fmt;

use aplomb_consensus::qtree::Event;

use crate::Chance;

/// A node of a cluster, driven by a library.
pub trait Library: Sized {
    /// The name of the library on the command line.
    const NAME: &'static str;
    /// The bugs of the driver that can be asked for.
    const BUGS: &'static [Bug];
    /// Whether the library needs links such as those of TCP: a link delivers messages once and
    /// in order, and whatever it loses is lost with the whole session.
    const SESSIONS: bool;
    /// What nodes send to each other.
    type Message: Clone;
    /// What a node of the quorum tree is called.
    type Round: Ord + Clone + fmt::Display + fmt::Debug;

    /// Starts the node with this number, from 1, in a cluster of some size.
    fn start(number: u64, size: u64, bug: Option<Bug>) -> Self;

    /// A message arrives.
    fn deliver(&mut self, message: Self::Message);

    /// Time passes.
    fn tick(&mut self);

    /// The node tries to become the leader.
    fn campaign(&mut self);

    /// A client asks for something. A node that is not the leader may refuse.
    fn propose(&mut self, value: u64);

    /// The node loses everything that is not durable, and starts again.
    fn restart(&mut self);

    /// A session with another node was lost, and is there again.
    fn reconnect(&mut self, _other: u64) {}

    /// Takes what the node has sent, done and applied since the last time.
    fn observe(&mut self, chance: &mut Chance, seen: &mut Seen<Self>);
}

/// What a node has sent, done and applied.
pub struct Seen<L: Library> {
    /// Messages, with the number of the receiver.
    pub messages: Vec<(u64, L::Message)>,
    /// Events of the quorum tree, in order.
    pub events: Vec<Event<L::Round, u64>>,
    /// Positions of the log that were applied, with what was applied there.
    pub applied: Vec<(u64, u64)>,
    /// How often a node has become the leader.
    pub elections: u64,
}

impl<L: Library> Default for Seen<L> {
    fn default() -> Seen<L> {
        Seen { messages: Vec::new(), events: Vec::new(), applied: Vec::new(), elections: 0 }
    }
}

/// Something that the driver of a library does wrong on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// What a node has promised or voted for is not durable.
    ForgetsVote,
    /// The last entry of the log is lost when a node restarts.
    LosesLastEntry,
    /// Half of the nodes believe that they are the whole cluster, and so does the other half.
    SplitMembership,
}

impl Bug {
    /// All bugs.
    pub const ALL: [Bug; 3] = [Bug::ForgetsVote, Bug::LosesLastEntry, Bug::SplitMembership];

    /// The name of the bug on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Bug::ForgetsVote => "forgets-vote",
            Bug::LosesLastEntry => "loses-last-entry",
            Bug::SplitMembership => "split-membership",
        }
    }

    /// What the driver does wrong.
    pub fn about(self) -> &'static str {
        match self {
            Bug::ForgetsVote => "what a node has voted for is not durable",
            Bug::LosesLastEntry => "the last entry of the log is lost when a node restarts",
            Bug::SplitMembership => "each half of the nodes believes that it is the whole cluster",
        }
    }

    /// The members of the cluster, as the node with this number sees it.
    pub(crate) fn members(bug: Option<Bug>, number: u64, size: u64) -> Vec<u64> {
        let half = size / 2;
        match bug {
            Some(Bug::SplitMembership) if number <= half => (1..=half).collect(),
            Some(Bug::SplitMembership) => (half + 1..=size).collect(),
            _ => (1..=size).collect(),
        }
    }
}
