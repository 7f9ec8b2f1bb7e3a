//! The quorum tree itself: what the laws of Theorem 8 are good for.
//!
//! A tree that grows only by lawful events has a single trunk: of two committed nodes, one
//! is an ancestor of the other. If nodes also have the values of their parents (law P3a),
//! all committed values are the same. With the proof that a protocol's events are lawful,
//! that is agreement for the protocol.

use super::Mutant;
use crate::prove::{Malformed, System, system::Description, tree::Tree};

pub(super) const MUTANTS: &[Mutant] = &[Mutant {
    name: "highest-committed-only",
    about: "a new node extends the highest committed node, as Algorithm 4 prints it, not all",
    apply: |system| {
        system.relation("highest", &["round"]);
        system.amend("COMMIT", |step| {
            step.sets(
                "highest",
                "highest(x)",
                "highest(x) & r < x | x = r & forall r1. committed(r1) -> r1 < r",
            );
        });
        system.amend("ADD", |step| {
            step.requires("P4", "forall x. p < x & x < r -> !highest(x)");
        });
    },
}];

/// The tree of consensus on one value.
pub fn single_decree() -> Result<System, Malformed> {
    let mut system = Description::new("quorum-tree");
    grow(&mut system, Tree::of("value").with_same_value());
    system.invariant("SAME", "ancestor(r1, r2) & value(r1, v1) & value(r2, v2) -> v1 = v2").claim(
        "AGREEMENT",
        "committed(r1) & committed(r2) & value(r1, v1) & value(r2, v2) -> v1 = v2",
    );
    system.finish()
}

/// The tree of state-machine replication, whose nodes have values of their own.
pub fn replication() -> Result<System, Malformed> {
    let mut system = Description::new("quorum-tree-replication");
    grow(&mut system, Tree::of("value"));
    system.finish()
}

fn grow(system: &mut Description, tree: Tree) {
    system
        .ordered("round", &["r", "p", "x"])
        .sort("value", &["v"])
        .relation("ancestor", &["round", "round"])
        .tree(tree)
        .initially("ancestor(r1, r2)", "r1 = 0 & r2 = 0")
        .transition("ADD", "r, v, p", |step| {
            step.adds("r, v, p").lawfully().sets(
                "ancestors",
                "ancestor(r1, r2)",
                "ancestor(r1, r2) | r2 = r & (r1 = r | ancestor(r1, p))",
            );
        })
        .transition("COMMIT", "r", |step| {
            step.commits("r").lawfully();
        })
        .invariant("ROOT", "!added(0) & ancestor(0, 0)")
        .invariant("REFLEXIVE", "added(r) -> ancestor(r, r)")
        .invariant("KNOWN", "ancestor(r1, r2) -> (r1 = 0 | added(r1)) & (r2 = 0 | added(r2))")
        .invariant("ORDER", "ancestor(r1, r2) -> r1 <= r2")
        .invariant("SOURCE", "value(r, v) -> added(r)")
        .invariant("ONE-VALUE", "value(r, v1) & value(r, v2) -> v1 = v2")
        .invariant("GAP", "added(r) & 0 < x & x < r & !added(x) -> crossed(x)")
        .invariant("BRANCH", "added(r1) & added(r2) & r1 <= r2 & !crossed(r1) -> ancestor(r1, r2)")
        .claim("LIVE", "committed(r) -> added(r) & !crossed(r)")
        .claim("TRUNK", "committed(r1) & committed(r2) & r1 <= r2 -> ancestor(r1, r2)");
}
