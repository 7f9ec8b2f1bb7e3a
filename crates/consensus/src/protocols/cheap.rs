//! Cheap Paxos (3.8): in each round a fixed set of processes is active and all of them have to
//! answer; the others are idle. The active sets of two rounds have a common member.

use super::synod::{Quorums, Rules};
use super::{Bounds, Entry, Expected, Mutant, Setup, multi_paxos};
use crate::qtree::Law;

pub(super) const ENTRY: Entry = Entry {
    name: "cheap-paxos",
    what: "Multi-Paxos in which each round has active processes, and the others are idle.",
    bounds: Bounds::new(3, 3, 2, 2),
    mutants: &[
        Mutant {
            name: "disjoint-active-sets",
            what: "The processes that are active in one round are idle in the next.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(4, 2, 2, 1),
        },
        Mutant {
            name: "waits-for-fewer",
            what: "The leader does not wait for one of the active processes.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(3, 2, 2, 1),
        },
        Mutant {
            name: "amnesia",
            what: "A process restarts without what it has promised and voted for.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(3, 2, 2, 1),
        },
        Mutant {
            name: "idle-joins-count",
            what: "Idle processes join, and any majority allows the leader to propose.",
            expected: Expected::Harmless,
            bounds: Bounds::new(3, 2, 2, 1),
        },
        Mutant {
            name: "idle-votes-count",
            what: "Idle processes vote, and any majority decides.",
            expected: Expected::Harmless,
            bounds: Bounds::new(3, 2, 2, 1),
        },
    ],
};

/// Round after round, one active process is replaced by an idle one.
pub(super) fn rules(setup: &Setup<'_>) -> Rules {
    let processes = setup.bounds.processes;
    let (size, step) = match setup.mutant {
        Some("disjoint-active-sets") => (processes / 2, processes.div_ceil(2)),
        Some("waits-for-fewer") => (setup.bounds.majority() - 1, 1),
        _ => (setup.bounds.majority(), 1),
    };
    let active = (0..setup.bounds.rounds).map(|round| {
        let members = (0..size).map(|member| (round * step + member) % processes);
        members.fold(0, |mask, member| mask | 1 << member)
    });
    let quorums = Quorums::Members(active.collect());
    Rules {
        join_quorums: match setup.mutant {
            Some("idle-joins-count") => Quorums::AtLeast(setup.bounds.majority() as u32),
            _ => quorums.clone(),
        },
        vote_quorums: match setup.mutant {
            Some("idle-votes-count") => Quorums::AtLeast(setup.bounds.majority() as u32),
            _ => quorums,
        },
        loses_state: setup.loses_state || setup.mutant == Some("amnesia"),
        ..multi_paxos::rules(&Setup { mutant: None, ..*setup })
    }
}
