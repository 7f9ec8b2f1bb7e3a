//! Multi-Paxos (3.8): a tree for every sequence number, and one first phase for all of them.
//!
//! Joining is global: it reports the highest vote of every sequence number. The leader turns to a
//! sequence number when it has decided the one before; the mutant `pipelined` does not wait, and
//! is harmless.

use super::synod::{Mutation, Rules};
use super::{Bounds, Entry, Expected, Mutant, Setup, paxos};
use crate::qtree::Law;

const SMALL: Bounds = Bounds::new(3, 2, 2, 2);

pub(super) const ENTRY: Entry = Entry {
    name: "multi-paxos",
    what: "Multi-Paxos: a sequence of values, each on a tree of its own, with a stable leader.",
    bounds: SMALL,
    mutants: &[
        Mutant {
            name: "reports-first-slot-only",
            what: "A process that joins reports its vote for the first sequence number alone.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "mixes-slots",
            what: "A process reports its vote for the first sequence number as one for all.",
            expected: Expected::Law(Law::P3),
            bounds: SMALL,
        },
        Mutant {
            name: "ignores-votes",
            what: "The leader proposes its own values although it learns of votes.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(3, 2, 2, 1),
        },
        Mutant {
            name: "value-of-first-slot",
            what: "A process reports each vote with the value that it voted for under the first sequence number.",
            expected: Expected::Law(Law::P3a),
            bounds: SMALL,
        },
        Mutant {
            name: "amnesia",
            what: "A process restarts without what it has promised and voted for.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(3, 2, 2, 1),
        },
        Mutant {
            name: "any-order",
            what: "The leader proposes for sequence numbers in any order.",
            expected: Expected::Harmless,
            bounds: Bounds::new(3, 2, 1, 2),
        },
        Mutant {
            name: "pipelined",
            what: "The leader proposes for a sequence number before it has decided the last one.",
            expected: Expected::Harmless,
            bounds: Bounds::new(3, 2, 1, 2),
        },
    ],
};

pub(super) fn rules(setup: &Setup<'_>) -> Rules {
    let mutation = match setup.mutant {
        Some("reports-first-slot-only") => Some(Mutation::ReportsFirstSlotOnly),
        Some("mixes-slots") => Some(Mutation::MixesSlots),
        Some("ignores-votes") => Some(Mutation::IgnoresVotes),
        Some("value-of-first-slot") => Some(Mutation::FirstSlotValue),
        Some("any-order") => Some(Mutation::AnyOrder),
        _ => None,
    };
    Rules {
        slots: setup.bounds.instances,
        pipelined: setup.mutant == Some("pipelined"),
        mutation,
        loses_state: setup.loses_state || setup.mutant == Some("amnesia"),
        ..paxos::rules(&Setup { mutant: None, ..*setup })
    }
}
