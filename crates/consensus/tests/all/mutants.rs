//! Every protocol keeps the laws, and every mutant breaks what it is said to break.

use crate::models::{plain, search, size};
use aplomb_consensus::Watch;
use aplomb_consensus::protocols::{ALL, Expected, Setup, find};

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

/// Symmetry and deciding at once hide nothing: the same is broken, by runs of the same length, and
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
    for mutant in find("paxos").expect("a protocol").mutants {
        let setup = Setup { mutant: Some(mutant.name), ..Setup::new(mutant.bounds) };
        let every_order = Setup { symmetry: false, reduction: false, ..setup };
        let one = search("paxos", &setup, Watch::DecisionsOnly);
        let other = search("paxos", &every_order, Watch::DecisionsOnly);
        assert_eq!((one.breach, one.depth()), (other.breach, other.depth()), "{}", mutant.name);
    }
}
