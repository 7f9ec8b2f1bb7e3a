//! Flexible Paxos (3.8): quorums of any sizes, as long as one of the first phase and one of the
//! second intersect. Two of the same phase need not.

use super::synod::Rules;
use super::{Bounds, Entry, Expected, Mutant, Setup, paxos};
use crate::qtree::Law;

pub(super) const ENTRY: Entry = Entry {
    name: "flexible-paxos",
    what: "Paxos with large quorums to join and small ones to vote, or the other way round.",
    bounds: Bounds::new(4, 2, 2, 1).with_quorums(3, 2),
    mutants: &[
        Mutant {
            name: "quorums-miss-each-other",
            what: "A quorum that joins and a quorum that votes need not have a common member.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(4, 2, 2, 1).with_quorums(2, 2),
        },
        Mutant {
            name: "small-vote-quorum",
            what: "The leader decides with one vote less than a quorum.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(4, 2, 2, 1).with_quorums(3, 1),
        },
        Mutant {
            name: "everybody-joins",
            what: "Everybody has to join, and a single vote decides.",
            expected: Expected::Harmless,
            bounds: Bounds::new(4, 2, 2, 1).with_quorums(4, 1),
        },
        Mutant {
            name: "everybody-votes",
            what: "A single process has to join, and everybody has to vote.",
            expected: Expected::Harmless,
            bounds: Bounds::new(4, 2, 2, 1).with_quorums(1, 4),
        },
        Mutant {
            name: "swapped-quorums",
            what: "Joining takes as many as voting should, and voting as many as joining.",
            expected: Expected::Harmless,
            bounds: Bounds::new(4, 2, 2, 1).with_quorums(2, 3),
        },
    ],
};

/// The rules of Paxos. Where nobody asks for quorums, voting takes half of the processes and
/// joining the rest and one more.
pub(super) fn rules(setup: &Setup<'_>) -> Rules {
    let processes = setup.bounds.processes;
    let votes = processes.div_ceil(2);
    let joins = processes - votes + 1;
    let sizes = match setup.mutant {
        Some("quorums-miss-each-other") => ((joins - 1).max(1), votes),
        Some("small-vote-quorum") => (joins, votes.saturating_sub(1).max(1)),
        Some("everybody-joins") => (processes, 1),
        Some("everybody-votes") => (1, processes),
        Some("swapped-quorums") => (votes, joins),
        _ => (joins, votes),
    };
    let quorums = Some(setup.bounds.quorums.unwrap_or(sizes));
    paxos::rules(&Setup { bounds: Bounds { quorums, ..setup.bounds }, mutant: None, ..*setup })
}
