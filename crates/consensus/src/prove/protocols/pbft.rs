//! PBFT (section 3.7), with one quorum tree for each sequence number. Processes are the
//! correct ones; see the neighbour `hotstuff` for what that means.
//!
//! A proposal is a value and the round whose vote justifies it. It is added when its JOIN
//! certificate is made; the thesis says: at the first VOTE of a correct process, but a
//! Byzantine process can show a certificate for which no correct process has voted. The
//! leader shows a whole quorum of ROUND-CHANGE messages, not only the votes in them.

use crate::prove::{Malformed, System, system::Description, tree::Tree};

pub(super) const ASSUMPTIONS: &[&str] = &[
    "a quorum is given by its correct members: two quorums share a correct process",
    "signatures cannot be forged, and correct processes keep their state across restarts",
];

/// PBFT.
pub fn pbft() -> Result<System, Malformed> {
    let mut system = Description::new("pbft");
    system
        .sort("process", &["n"])
        .ordered("round", &["r", "p", "x"])
        .sort("proposal", &["b"])
        .sort("value", &["v"])
        .sort("sequence number", &["i"])
        .sort("quorum", &["q"])
        .fixed("in", &["process", "quorum"])
        .fixed("source", &["proposal", "round"])
        .fixed("carries", &["proposal", "value"])
        .relation("round_changed", &["process", "round"])
        .relation("reported", &["process", "round", "sequence number", "round"])
        .relation("joined", &["process", "sequence number", "round", "proposal"])
        .relation("accepted", &["sequence number", "round", "proposal"])
        .relation("certified", &["sequence number", "round", "proposal"])
        .relation("voted", &["process", "sequence number", "round"])
        .relation("left", &["process", "round"])
        .tree(Tree::of("value").for_each("sequence number", "i").with_same_value())
        .axiom("quorum-intersection", "exists n. in(n, q1) & in(n, q2)")
        .axiom("quorum-not-empty", "exists n. in(n, q)")
        .axiom("one-source", "source(b, p1) & source(b, p2) -> p1 = p2")
        .axiom("one-value", "carries(b, v1) & carries(b, v2) -> v1 = v2")
        .plenty("exists b. source(b, p) & carries(b, v)");
    propose(&mut system);
    decide(&mut system);
    invariants(&mut system);
    system.finish()
}

fn propose(system: &mut Description) {
    system
        .transition("ROUND-CHANGE", "n, r", |step| {
            step.requires("not-left", "!left(n, r)")
                .requires("once", "!round_changed(n, r)")
                .requires("not-joined", "forall i, b. !joined(n, i, r, b)")
                .requires("not-voted", "forall i. !voted(n, i, r)")
                .inserts("round_changed(n, r)")
                .sets(
                    "report",
                    "reported(n1, r1, i, x)",
                    "reported(n1, r1, i, x) | n1 = n & r1 = r & voted(n, i, x)",
                )
                .sets("moves-on", "left(n1, x)", "left(n1, x) | n1 = n & x < r");
        })
        .transition("JOIN", "n, i, r, b, v, p, q", |step| {
            step.requires("not-left", "!left(n, r)")
                .requires("once", "forall b1. !joined(n, i, r, b1)")
                .requires("content", "source(b, p) & carries(b, v)")
                .requires("round-changes", "forall n1. in(n1, q) -> round_changed(n1, r)")
                .requires("earlier-source", "p < r")
                .requires("certificate", "p = 0 | exists b1. certified(i, p, b1) & carries(b1, v)")
                .requires(
                    "highest-vote",
                    "forall n1, x. in(n1, q) & reported(n1, r, i, x) -> x <= p",
                )
                .inserts("joined(n, i, r, b)")
                .inserts("accepted(i, r, b)")
                .sets("moves-on", "left(n1, x)", "left(n1, x) | n1 = n & x < r");
        });
}

fn decide(system: &mut Description) {
    system
        .transition("CERTIFY", "i, r, b, v, p, q", |step| {
            step.requires("quorum", "forall n. in(n, q) -> joined(n, i, r, b)")
                .requires("content", "source(b, p) & carries(b, v)")
                .requires("once", "!certified(i, r, b)")
                .inserts("certified(i, r, b)")
                .adds("i, r, v, p");
        })
        .transition("VOTE", "n, i, r, b", |step| {
            step.requires("certificate", "certified(i, r, b)")
                .requires("not-left", "!left(n, r)")
                .inserts("voted(n, i, r)")
                .sets("moves-on", "left(n1, x)", "left(n1, x) | n1 = n & x < r");
        })
        .transition("DECIDE", "i, r, q", |step| {
            step.requires("quorum", "forall n. in(n, q) -> voted(n, i, r)")
                .requires("once", "!committed(i, r)")
                .commits("i, r");
        });
}

fn invariants(system: &mut Description) {
    system
        .invariant("CERTIFICATE", "added(i, r) <-> exists b. certified(i, r, b)")
        .invariant(
            "JOINED",
            "certified(i, r, b) -> exists q. forall n. in(n, q) -> joined(n, i, r, b)",
        )
        .invariant("ACCEPTED", "joined(n, i, r, b) -> accepted(i, r, b)")
        .invariant("JOIN-ONCE", "joined(n, i, r, b1) & joined(n, i, r, b2) -> b1 = b2")
        .invariant("VALUE", "certified(i, r, b) & carries(b, v) -> value(i, r, v)")
        .invariant("SOURCE", "joined(n, i, r, b) & source(b, p) -> p < r & (p = 0 | added(i, p))")
        .invariant(
            "SOURCE-VALUE",
            "joined(n, i, r, b) & source(b, p) & carries(b, v) -> p = 0 | value(i, p, v)",
        )
        .invariant("SRC", "voted(n, i, r) -> added(i, r)")
        .invariant("LEFT", "(round_changed(n, r) | voted(n, i, r)) & x < r -> left(n, x)")
        .invariant("REPORT", "round_changed(n, r) & voted(n, i, x) & x < r -> reported(n, r, i, x)")
        .invariant(
            "JUSTIFIED",
            "accepted(i, r, b) & source(b, p) & p < x & x < r
             -> exists n. in(n, q) & left(n, x) & !voted(n, i, x)",
        )
        .invariant("DEC", "committed(i, r) -> exists q. forall n. in(n, q) -> voted(n, i, r)")
        .invariant("EDGE", "crossed(i, x) -> exists n. in(n, q) & left(n, x) & !voted(n, i, x)");
}
