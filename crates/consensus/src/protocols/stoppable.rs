//! Stoppable Paxos (3.8): once the command to stop is decided for a sequence number, nothing is
//! decided for later ones.
//!
//! That promise connects sequence numbers, so no set of independent trees can see it broken; it is
//! checked beside the laws. The rule of the thesis, that a leader which proposes to stop
//! proposes nothing after that, is enough only because leaders turn to a sequence number when they
//! have decided the one before.

use super::synod::Rules;
use super::{Bounds, Entry, Expected, Mutant, Setup, multi_paxos};

pub(super) const ENTRY: Entry = Entry {
    name: "stoppable-paxos",
    what: "Multi-Paxos with a command after which nothing more is decided.",
    bounds: Bounds::new(3, 2, 2, 2),
    mutants: &[
        Mutant {
            name: "does-not-stop",
            what: "The leader proposes after it has decided to stop.",
            expected: Expected::Promise,
            bounds: Bounds::new(3, 1, 3, 2),
        },
        Mutant {
            name: "any-order",
            what: "The leader proposes for sequence numbers in any order.",
            expected: Expected::Promise,
            bounds: Bounds::new(3, 1, 2, 2),
        },
        Mutant {
            name: "pipelined",
            what: "The leader proposes for a sequence number before it has decided the last one.",
            expected: Expected::Promise,
            bounds: Bounds::new(3, 2, 2, 2),
        },
    ],
};

pub(super) fn rules(setup: &Setup<'_>) -> Rules {
    Rules {
        has_stop: true,
        leader_stops: setup.mutant != Some("does-not-stop"),
        ..multi_paxos::rules(setup)
    }
}
