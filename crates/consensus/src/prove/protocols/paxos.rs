//! Paxos, Flexible Paxos and Multi-Paxos (sections 3.4.1 and 3.8): one system.
//!
//! Multi-Paxos decides one value for each instance; a round is joined for all instances at
//! once. Flexible Paxos needs only that a quorum of JOINs and a quorum of VOTEs intersect.
//! Paxos has one instance and one sort of quorums.
//!
//! A JOIN carries all votes of its sender instead of the last one; the proposer looks for
//! the greatest round among them, so that makes no difference.

use super::Mutant;
use crate::prove::{Malformed, System, system::Description, tree::Tree};

pub(super) const ASSUMPTIONS: &[&str] = &[
    "each round has one proposer, which remembers what it has proposed",
    "processes remember across restarts what they joined and voted for",
];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "decides-on-joins",
        about: "the proposer decides when a quorum has joined, without votes",
        apply: |system| {
            system.amend("DECIDE", |step| {
                step.requires("quorum", "forall n. in_vote(n, q) -> joined(n, r)");
            });
        },
    },
    Mutant {
        name: "amnesia",
        about: "a process that restarts forgets which rounds it has left",
        apply: |system| {
            system.transition("RESTART", "n", |step| {
                step.sets("amnesia", "left(n1, x)", "left(n1, x) & n1 != n");
            });
        },
    },
];

/// Paxos.
pub fn paxos() -> Result<System, Malformed> {
    let mut system = Description::new("paxos");
    system.sort("quorum", &["j", "q"]);
    family(&mut system, "quorum", "quorum");
    system.single("instance", "i");
    system.axiom("same-quorums", "in_join(n, q) <-> in_vote(n, q)");
    system.finish()
}

/// Flexible Paxos.
pub fn flexible_paxos() -> Result<System, Malformed> {
    let mut system = Description::new("flexible-paxos");
    system.sort("join quorum", &["j"]).sort("vote quorum", &["q"]);
    family(&mut system, "join quorum", "vote quorum");
    system.single("instance", "i");
    system.finish()
}

/// Multi-Paxos, with flexible quorums.
pub fn multi_paxos() -> Result<System, Malformed> {
    let mut system = Description::new("multi-paxos");
    system.sort("join quorum", &["j"]).sort("vote quorum", &["q"]);
    family(&mut system, "join quorum", "vote quorum");
    system.finish()
}

fn family(system: &mut Description, join_quorum: &str, vote_quorum: &str) {
    system
        .sort("process", &["n"])
        .ordered("round", &["r", "p", "x"])
        .sort("value", &["v"])
        .sort("instance", &["i"])
        .fixed("in_join", &["process", join_quorum])
        .fixed("in_vote", &["process", vote_quorum])
        .relation("joined", &["process", "round"])
        .relation("reported", &["process", "round", "instance", "round"])
        .relation("proposed", &["instance", "round", "value"])
        .relation("voted", &["process", "instance", "round"])
        .relation("left", &["process", "round"])
        .tree(Tree::of("value").for_each("instance", "i").with_same_value());
    system
        .axiom("quorum-intersection", "exists n. in_join(n, j) & in_vote(n, q)")
        .axiom("join-quorum-not-empty", "exists n. in_join(n, j)")
        .axiom("vote-quorum-not-empty", "exists n. in_vote(n, q)");
    first_phase(system);
    second_phase(system);
    invariants(system);
}

fn first_phase(system: &mut Description) {
    system
        .transition("JOIN", "n, r", |step| {
            step.requires("round", "0 < r")
                .requires("not-left", "!left(n, r)")
                .requires("once", "!joined(n, r)")
                .requires("not-voted", "forall i. !voted(n, i, r)")
                .inserts("joined(n, r)")
                .sets(
                    "report",
                    "reported(n1, r1, i, x)",
                    "reported(n1, r1, i, x) | n1 = n & r1 = r & voted(n, i, x)",
                )
                .sets("promise", "left(n1, x)", "left(n1, x) | n1 = n & x < r");
        })
        .transition("PROPOSE", "i, r, v, p, j", |step| {
            step.requires("round", "0 < r")
                .requires("once", "forall v1. !proposed(i, r, v1)")
                .requires("quorum", "forall n. in_join(n, j) -> joined(n, r)")
                .requires("a-vote", "p = 0 | exists n. in_join(n, j) & reported(n, r, i, p)")
                .requires(
                    "highest-vote",
                    "forall n, x. in_join(n, j) & reported(n, r, i, x) -> x <= p",
                )
                .requires("value-of-vote", "p = 0 | proposed(i, p, v)")
                .inserts("proposed(i, r, v)")
                .adds("i, r, v, p");
        });
}

fn second_phase(system: &mut Description) {
    system
        .transition("VOTE", "n, i, r, v", |step| {
            step.requires("proposal", "proposed(i, r, v)")
                .requires("not-left", "!left(n, r)")
                .inserts("voted(n, i, r)")
                .sets("promise", "left(n1, x)", "left(n1, x) | n1 = n & x < r");
        })
        .transition("DECIDE", "i, r, q", |step| {
            step.requires("quorum", "forall n. in_vote(n, q) -> voted(n, i, r)")
                .requires("once", "!committed(i, r)")
                .commits("i, r");
        });
}

fn invariants(system: &mut Description) {
    system
        .invariant("PROPOSED", "added(i, r) <-> exists v. proposed(i, r, v)")
        .invariant("VALUE", "proposed(i, r, v) -> value(i, r, v)")
        .invariant("SRC", "voted(n, i, r) -> added(i, r)")
        .invariant("LEFT", "(joined(n, r) | voted(n, i, r)) & x < r -> left(n, x)")
        .invariant("REPORT", "joined(n, r) & voted(n, i, x) & x < r -> reported(n, r, i, x)")
        .invariant("REPORTED", "reported(n, r, i, x) -> voted(n, i, x) & x < r")
        .invariant("DEC", "committed(i, r) -> exists q. forall n. in_vote(n, q) -> voted(n, i, r)")
        .invariant(
            "EDGE",
            "crossed(i, x) -> exists n. in_vote(n, q) & left(n, x) & !voted(n, i, x)",
        );
}
