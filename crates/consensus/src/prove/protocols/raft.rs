//! Raft (section 3.6). A log is a node of the tree: its last entry. Rounds are pairs of term
//! and index; the system knows their order and the term of each.
//!
//! Two things differ from the text of the thesis. A quorum of LOGRESPs decides entries of
//! the leader's own term only (without that, the thesis's Raft decides two different logs:
//! Figure 8 of the Raft paper). And two quorums of VOTERESPs must intersect: terms have no
//! leader that is known beforehand.

use super::Mutant;
use crate::prove::{Malformed, System, system::Description, tree::Tree};

pub(super) const ASSUMPTIONS: &[&str] = &[
    "processes remember across restarts their term, their vote and their log",
    "the set of processes does not change",
];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "commits-earlier-terms",
        about: "a heartbeat makes followers acknowledge entries of earlier terms (Figure 8)",
        apply: |system| {
            system.transition("HEARTBEAT", "n, t, r", |step| {
                step.requires("leader", "head(t, r)")
                    .requires("an-entry", "added(r)")
                    .requires("not-left", "!left(n, t)")
                    .inserts("acked(n, r)")
                    .inserts("at(n, t)")
                    .sets("moves-on", "left(n1, t1)", MOVES_ON);
            });
        },
    },
    Mutant {
        name: "reversed-comparison",
        about: "a process votes for candidates whose log is not longer than its own",
        apply: |system| {
            system.amend("VOTERESP", |step| {
                step.requires("up-to-date", "r = 0 | exists x. acked(n, x) & r <= x");
            });
        },
    },
];

/// Raft.
pub fn raft() -> Result<System, Malformed> {
    let mut system = Description::new("raft");
    system
        .sort("process", &["n", "c"])
        .ordered("term", &["t"])
        .ordered("round", &["r", "p", "x"])
        .sort("value", &["v"])
        .sort("vote quorum", &["q"])
        .sort("log quorum", &["l"])
        .fixed("in_vote", &["process", "vote quorum"])
        .fixed("in_log", &["process", "log quorum"])
        .fixed("of_term", &["round", "term"])
        .relation("requested", &["process", "term", "round"])
        .relation("ballot", &["process", "term", "process"])
        .relation("leader", &["process", "term"])
        .relation("elected", &["term"])
        .relation("head", &["term", "round"])
        .relation("sent", &["term", "round"])
        .relation("skipped", &["round"])
        .relation("acked", &["process", "round"])
        .relation("at", &["process", "term"])
        .relation("left", &["process", "term"])
        .tree(Tree::of("value"))
        .axiom("vote-quorums-intersect", "exists n. in_vote(n, q1) & in_vote(n, q2)")
        .axiom("vote-and-log-quorums-intersect", "exists n. in_vote(n, q) & in_log(n, l)")
        .axiom("vote-quorum-not-empty", "exists n. in_vote(n, q)")
        .axiom("log-quorum-not-empty", "exists n. in_log(n, l)")
        .axiom("a-term", "exists t. of_term(r, t)")
        .axiom("one-term", "of_term(r, t1) & of_term(r, t2) -> t1 = t2")
        .axiom("order-of-terms", "of_term(r1, t1) & of_term(r2, t2) & t1 < t2 -> r1 < r2")
        .plenty("t = 0 | exists r. of_term(r, t) & r != 0");
    election(&mut system);
    replication(&mut system);
    invariants(&mut system);
    system.finish()
}

const MOVES_ON: &str = "left(n1, t1) | n1 = n & t1 < t";

fn election(system: &mut Description) {
    system
        .transition("VOTEREQ", "n, t, r", |step| {
            step.requires("new-term", "!at(n, t) & !left(n, t)")
                .requires("own-log", "r = 0 | acked(n, r)")
                .requires("end-of-log", "forall x. acked(n, x) -> x <= r")
                .inserts("requested(n, t, r)")
                .inserts("at(n, t)")
                .sets("moves-on", "left(n1, t1)", MOVES_ON);
        })
        .transition("VOTERESP", "n, c, t, r", |step| {
            step.requires("request", "requested(c, t, r)")
                .requires("not-left", "!left(n, t)")
                .requires("once", "forall c1. ballot(n, t, c1) -> c1 = c")
                .requires("up-to-date", "forall x. acked(n, x) -> x <= r")
                .inserts("ballot(n, t, c)")
                .inserts("at(n, t)")
                .sets("moves-on", "left(n1, t1)", MOVES_ON);
        })
        .transition("ELECTED", "c, t, r, q", |step| {
            step.requires("quorum", "forall n. in_vote(n, q) -> ballot(n, t, c)")
                .requires("request", "requested(c, t, r)")
                .requires("once", "!leader(c, t)")
                .inserts("leader(c, t)")
                .inserts("elected(t)")
                .inserts("head(t, r)");
        });
}

fn replication(system: &mut Description) {
    system
        .transition("APPEND", "n, t, r, v, p", |step| {
            step.requires("leader", "leader(n, t)")
                .requires("not-left", "!left(n, t)")
                .requires("own-term", "of_term(r, t)")
                .requires("end-of-log", "head(t, p)")
                .requires("grows", "p < r")
                .sets("head", "head(t1, r1)", "t1 != t & head(t1, r1) | t1 = t & r1 = r")
                .sets("skip", "skipped(x)", "skipped(x) | of_term(x, t) & p < x & x < r")
                .inserts("sent(t, r)")
                .inserts("acked(n, r)")
                .adds("r, v, p");
        })
        .transition("LOGRESP", "n, t, r", |step| {
            step.requires("request", "sent(t, r)")
                .requires("not-left", "!left(n, t)")
                // A log that ends in r has all entries of the term up to r.
                .sets("log", "acked(n1, x)", "acked(n1, x) | n1 = n & sent(t, x) & x <= r")
                .inserts("at(n, t)")
                .sets("moves-on", "left(n1, t1)", MOVES_ON);
        })
        .transition("DECIDE", "t, r, l", |step| {
            step.requires("own-term", "of_term(r, t) & sent(t, r)")
                .requires("quorum", "forall n. in_log(n, l) -> acked(n, r)")
                .requires("once", "!committed(r)")
                .commits("r");
        });
}

fn invariants(system: &mut Description) {
    system
        .invariant("SENT", "sent(t, r) -> added(r) & of_term(r, t) & 0 < r")
        .invariant("SENT-ALL", "added(r) & of_term(r, t) -> sent(t, r)")
        .invariant("SRC", "acked(n, r) -> added(r)")
        .invariant("AT", "acked(n, r) & of_term(r, t) -> at(n, t)")
        .invariant("LEFT", "at(n, t) & t1 < t -> left(n, t1)")
        .invariant("REQUEST-AT", "requested(c, t, r) -> at(c, t)")
        .invariant("REQUEST-ONCE", "requested(c, t, r1) & requested(c, t, r2) -> r1 = r2")
        .invariant("REQUEST-LOG", "requested(c, t, r) -> r = 0 | added(r)")
        .invariant("BALLOT-AT", "ballot(n, t, c) -> at(n, t)")
        .invariant("BALLOT-ONCE", "ballot(n, t, c1) & ballot(n, t, c2) -> c1 = c2")
        .invariant(
            "BALLOT-ACK",
            "ballot(n, t, c) & requested(c, t, r) & acked(n, x) & of_term(x, t1) & t1 < t
             -> x <= r",
        )
        .invariant("BALLOT-REQUEST", "ballot(n, t, c) | leader(c, t) -> at(c, t)")
        .invariant(
            "ELECTED",
            "elected(t)
             -> exists q. forall n, c. in_vote(n, q) & leader(c, t) -> ballot(n, t, c)",
        )
        .invariant("LEADER", "elected(t) <-> exists c. leader(c, t)")
        .invariant("ONE-LEADER", "leader(c1, t) & leader(c2, t) -> c1 = c2")
        .invariant(
            "BY-LEADER",
            "head(t, r) | sent(t, r) | skipped(r) & of_term(r, t) -> elected(t)",
        )
        .invariant("ONE-HEAD", "head(t, p1) & head(t, p2) -> p1 = p2")
        .invariant("HEAD-ADDED", "head(t, p) -> p = 0 | added(p)")
        .invariant("HEAD-REQUEST", "head(t, p) & leader(c, t) & requested(c, t, r) -> r <= p")
        .invariant(
            "HEAD-ACK",
            "head(t, p) & leader(c, t) & ballot(n, t, c) & acked(n, x) & of_term(x, t1) & t1 < t
             -> x <= p",
        )
        .invariant("HEAD-SENT", "head(t, p) & sent(t, x) -> x <= p")
        .invariant("HEAD-SKIPPED", "head(t, p) & skipped(x) & of_term(x, t) -> x < p")
        .invariant("SKIPPED", "skipped(x) -> !added(x)")
        .invariant(
            "DEC",
            "committed(r) -> added(r) & exists l. forall n. in_log(n, l) -> acked(n, r)",
        )
        .invariant(
            "EDGE",
            "crossed(x) & !skipped(x) & of_term(x, t)
             -> exists n. in_log(n, l) & left(n, t) & !acked(n, x)",
        );
}
