//! Every protocol keeps the laws, and every mutant breaks what it is said to break.

use crate::models::{plain, search, size};
use aplomb_consensus::protocols::{ALL, Bounds, Expected, Setup, Task, find, with};
use aplomb_consensus::{Protocol, Watch};

fn check_mutants(protocol: &str) {
    for mutant in find(protocol).expect("a protocol").mutants {
        let setup = Setup { mutant: Some(mutant.name), ..Setup::new(mutant.bounds) };
        let found = search(protocol, &setup, Watch::Everything);
        let expected = Some(mutant.expected).filter(|&it| it != Expected::Harmless);
        assert_eq!(found.breach, expected, "{protocol} {}", mutant.name);
    }
}

#[test]
fn every_protocol_holds() {
    for entry in ALL {
        let (states, _, _) = size(entry.name, &Setup::new(entry.bounds));
        assert!(states > 100, "{}: {states} states show little", entry.name);
    }
}

/// A bound or a fault that a model does not have would be said to be covered.
#[test]
fn what_changes_nothing_is_refused() {
    struct Nothing;
    impl Task for Nothing {
        type Output = ();
        fn run<P: Protocol>(self, _: &P) {}
    }
    for (name, quorums, instances, loses_state, reason) in [
        ("fast-paxos", Some((1, 1)), 1, false, "the quorums of fast-paxos follow"),
        ("cheap-paxos", Some((1, 1)), 1, false, "the quorums of cheap-paxos follow"),
        ("pbft", Some((3, 2)), 1, false, "have one size, as in 3,3"),
        ("hotstuff", Some((3, 2)), 1, false, "have one size, as in 3,3"),
        ("paxos", None, 2, false, "the model of paxos has one"),
        ("flexible-paxos", None, 2, false, "the model of flexible-paxos has one"),
        ("fast-paxos", None, 2, false, "the model of fast-paxos has one"),
        ("pbft", None, 2, false, "the model of pbft has one"),
        ("hotstuff", None, 2, false, "the model of hotstuff has one"),
        ("fast-paxos", None, 1, true, "restarts without its state is not supported"),
        ("pbft", None, 1, true, "restarts without its state is not supported"),
        ("hotstuff", None, 1, true, "restarts without its state is not supported"),
    ] {
        let defaults = find(name).expect("a protocol").bounds;
        let bounds = Bounds { instances, quorums: quorums.or(defaults.quorums), ..defaults };
        let refused = with(name, &Setup { loses_state, ..Setup::new(bounds) }, Nothing);
        let said = refused.expect_err(name).to_string();
        assert!(said.contains(reason), "{name}: {said}");
    }
    // The others have it.
    for (name, bounds) in [
        ("multi-paxos", Bounds::new(3, 2, 2, 2).with_quorums(2, 2)),
        ("raft", Bounds::new(3, 2, 1, 2).with_quorums(2, 2)),
    ] {
        let setup = Setup { loses_state: true, ..Setup::new(bounds) };
        with(name, &setup, Nothing).expect("a model");
    }
}

#[test]
fn paxos() {
    check_mutants("paxos");
}

#[test]
fn multi_paxos() {
    check_mutants("multi-paxos");
}

#[test]
fn cheap_paxos() {
    check_mutants("cheap-paxos");
}

#[test]
fn stoppable_paxos() {
    check_mutants("stoppable-paxos");
}

#[test]
fn fast_paxos() {
    check_mutants("fast-paxos");
}

#[test]
fn flexible_paxos() {
    check_mutants("flexible-paxos");
}

#[test]
fn raft() {
    check_mutants("raft");
}

#[test]
fn pbft() {
    check_mutants("pbft");
}

#[test]
fn hotstuff() {
    check_mutants("hotstuff");
}

/// How long the shortest run is that breaks something: for the laws, and for who only looks at
/// decisions.
#[test]
fn the_tree_sees_mistakes_before_anybody_disagrees() {
    let table = [
        ("paxos", "ignores-votes", 9, Some(12)),
        ("paxos", "own-value", 7, Some(12)),
        ("paxos", "votes-in-old-rounds", 9, Some(12)),
        ("paxos", "join-without-promise", 9, Some(12)),
        ("paxos", "proposes-twice", 4, Some(10)),
        ("paxos", "amnesia", 10, Some(13)),
        ("paxos", "decides-on-joins", 3, None),
        ("paxos", "one-vote", 8, Some(10)),
        ("flexible-paxos", "quorums-miss-each-other", 9, Some(12)),
        ("fast-paxos", "small-fast-quorum", 10, Some(10)),
        ("pbft", "quorum-2f", 2, Some(6)),
        ("pbft", "quorum-2f-correct-leaders", 7, Some(9)),
        ("pbft", "votes-only", 10, Some(13)),
        ("pbft", "votes-without-certificate", 4, Some(13)),
        ("pbft", "choice-unchecked", 10, Some(13)),
        ("pbft", "labels-as-printed", 8, None),
        ("hotstuff", "no-lock", 12, Some(17)),
        ("hotstuff", "labels-as-printed", 8, None),
    ];
    for (protocol, name, laws, decisions) in table {
        let mutants = find(protocol).expect("a protocol").mutants;
        let mutant = mutants.iter().find(|mutant| mutant.name == name).expect("a mutant");
        let setup = Setup { mutant: Some(name), ..Setup::new(mutant.bounds) };
        let with_tree = search(protocol, &setup, Watch::Everything);
        let without = search(protocol, &setup, Watch::DecisionsOnly);
        let depths = (with_tree.depth(), without.depth());
        assert_eq!(depths, (Some(laws), decisions), "{protocol} {name}");
    }
}

/// Symmetry and steps that are taken at once hide nothing: the same is broken, by runs of the same length, and
/// what is not broken has all its states explored.
#[test]
fn reductions_change_no_answer() {
    for entry in ALL.iter().filter(|entry| entry.name != "raft") {
        for mutant in entry.mutants {
            let every_order = Setup { mutant: Some(mutant.name), ..plain(mutant.bounds) };
            let other = search(entry.name, &every_order, Watch::Everything);
            for (symmetry, reduction) in [(false, true), (true, true)] {
                let setup = Setup { symmetry, reduction, ..every_order };
                let one = search(entry.name, &setup, Watch::Everything);
                let context = format!("{} {} {symmetry} {reduction}", entry.name, mutant.name);
                assert_eq!(one.breach, other.breach, "{context}");
                assert_eq!(one.depth(), other.depth(), "{context}");
                assert!(one.states() <= other.states(), "{context}");
            }
        }
    }
}

/// The same without the laws: who only looks at decisions sees the same with reductions.
#[test]
fn reductions_hide_no_disagreement() {
    for name in ["paxos", "fast-paxos", "pbft", "hotstuff"] {
        for mutant in find(name).expect("a protocol").mutants {
            let setup = Setup { mutant: Some(mutant.name), ..Setup::new(mutant.bounds) };
            let every_order = Setup { symmetry: false, reduction: false, ..setup };
            let one = search(name, &setup, Watch::DecisionsOnly);
            let other = search(name, &every_order, Watch::DecisionsOnly);
            let context = format!("{name} {}", mutant.name);
            assert_eq!((one.breach, one.depth()), (other.breach, other.depth()), "{context}");
        }
    }
}
