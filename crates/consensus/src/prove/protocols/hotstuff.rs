//! HotStuff (section 3.5). Processes are the correct ones; of a Byzantine process every
//! signature is always at hand, so a quorum is the set of its correct members, and a leader
//! proposes whatever can be justified.
//!
//! A node is added when its JOIN certificate is made. The thesis says: when a valid
//! PRECOMMIT is sent; but a Byzantine leader can keep the certificate to itself and use it
//! to justify a child, whose parent then was never added.

use crate::prove::{Malformed, System, system::Description, tree::Tree};

pub(super) const ASSUMPTIONS: &[&str] = &[
    "a quorum is given by its correct members: two quorums share a correct process",
    "signatures cannot be forged, and correct processes keep their state across restarts",
];

/// HotStuff.
pub fn hotstuff() -> Result<System, Malformed> {
    let mut system = Description::new("hotstuff");
    system
        .sort("process", &["n"])
        .ordered("round", &["r", "p", "x"])
        .sort("node", &["b"])
        .sort("quorum", &["q"])
        .fixed("in", &["process", "quorum"])
        .fixed("extends", &["node", "round"])
        .relation("joined", &["process", "round", "node"])
        .relation("certified", &["round", "node"])
        .relation("precommit_voted", &["process", "round"])
        .relation("commit_voted", &["process", "round"])
        .relation("left", &["process", "round"])
        .tree(Tree::of("node"))
        .axiom("quorum-intersection", "exists n. in(n, q1) & in(n, q2)")
        .axiom("quorum-not-empty", "exists n. in(n, q)")
        .axiom("one-parent", "extends(b, p1) & extends(b, p2) -> p1 = p2")
        .plenty("exists b. extends(b, p)");
    steps(&mut system);
    system
        .invariant("CERTIFICATE", "added(r) <-> exists b. certified(r, b)")
        .invariant("JOINED", "certified(r, b) -> exists q. forall n. in(n, q) -> joined(n, r, b)")
        .invariant("JOIN-ONCE", "joined(n, r, b1) & joined(n, r, b2) -> b1 = b2")
        .invariant("PARENT", "joined(n, r, b) & extends(b, p) -> p < r & (p = 0 | added(p))")
        .invariant("SRC", "precommit_voted(n, r) | commit_voted(n, r) -> added(r)")
        .invariant("LEFT", "joined(n, r, b) & x < r -> left(n, x)")
        .invariant("LOCK", "joined(n, r, b) & extends(b, p) & commit_voted(n, x) & x < r -> x <= p")
        .invariant("DEC", "committed(r) -> exists q. forall n. in(n, q) -> commit_voted(n, r)")
        .invariant("EDGE", "crossed(x) -> exists n. in(n, q) & left(n, x) & !commit_voted(n, x)");
    system.finish()
}

fn steps(system: &mut Description) {
    let moves_on = "left(n1, x) | n1 = n & x < r";
    system
        .transition("ROUND-CHANGE", "n, r", |step| {
            step.sets("moves-on", "left(n1, x)", moves_on);
        })
        .transition("JOIN", "n, r, b, p", |step| {
            step.requires("not-left", "!left(n, r)")
                .requires("once", "forall b1. !joined(n, r, b1)")
                .requires("parent", "extends(b, p)")
                .requires("higher-round", "p < r")
                .requires("certificate", "p = 0 | exists b1. certified(p, b1)")
                .requires("lock", "forall x. commit_voted(n, x) -> x <= p")
                .inserts("joined(n, r, b)")
                .sets("moves-on", "left(n1, x)", moves_on);
        })
        .transition("PRECOMMIT", "r, b, p, q", |step| {
            step.requires("quorum", "forall n. in(n, q) -> joined(n, r, b)")
                .requires("parent", "extends(b, p)")
                .requires("once", "!certified(r, b)")
                .inserts("certified(r, b)")
                .adds("r, b, p");
        })
        .transition("PRECOMMIT_VOTE", "n, r, b", |step| {
            step.requires("certificate", "certified(r, b)")
                .requires("not-left", "!left(n, r)")
                .inserts("precommit_voted(n, r)")
                .sets("moves-on", "left(n1, x)", moves_on);
        })
        .transition("COMMIT_VOTE", "n, r, q", |step| {
            step.requires("quorum", "forall n1. in(n1, q) -> precommit_voted(n1, r)")
                .requires("not-left", "!left(n, r)")
                .inserts("commit_voted(n, r)")
                .sets("moves-on", "left(n1, x)", moves_on);
        })
        .transition("DECIDE", "r, q", |step| {
            step.requires("quorum", "forall n. in(n, q) -> commit_voted(n, r)")
                .requires("once", "!committed(r)")
                .commits("r");
        });
}
