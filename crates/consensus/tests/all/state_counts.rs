//! Models have exactly the states that independently written models of the same protocols have.

use crate::models::{plain, size};
use aplomb_consensus::protocols::{Bounds, Setup};

#[test]
fn paxos() {
    assert_eq!(size("paxos", &plain(Bounds::new(3, 2, 2, 1))), (7_456, 18_500, 16));
    assert_eq!(size("paxos", &plain(Bounds::new(3, 3, 2, 1))), (475_904, 1_359_056, 24));
}

/// Without names of acceptors and values.
#[test]
fn paxos_up_to_names() {
    let up_to_names = |bounds| Setup { reduction: false, ..Setup::new(bounds) };
    assert_eq!(size("paxos", &up_to_names(Bounds::new(3, 3, 2, 1))).0, 42_870);
    // With one value there are no names of values.
    let bounds = Bounds::new(3, 3, 1, 1);
    let (plain, _, _) = size("paxos", &plain(bounds));
    let (reduced, _, _) = size("paxos", &up_to_names(bounds));
    assert!(reduced * 5 < plain && plain < reduced * 6, "{plain} states, {reduced} up to names");
}

#[test]
fn flexible_paxos() {
    let bounds = Bounds::new(5, 2, 2, 1).with_quorums(4, 2);
    assert_eq!(size("flexible-paxos", &plain(bounds)).0, 302_392);
}

#[test]
fn cheap_paxos() {
    let setup = Setup { start_is_a_step: true, ..plain(Bounds::new(3, 2, 2, 2)) };
    assert_eq!(size("cheap-paxos", &setup).0, 775);
}

/// A slot for each of two sequence numbers; with and without a step that starts a round. A model
/// that was written separately, with every quorum and every acceptor spelled out, has as many.
#[test]
fn multi_paxos() {
    let setup = plain(Bounds::new(3, 2, 2, 2));
    assert_eq!(size("multi-paxos", &setup), (290_848, 834_848, 26));
    let setup = Setup { start_is_a_step: true, ..setup };
    assert_eq!(size("multi-paxos", &setup), (292_593, 840_830, 28));
}

/// The third value is the command to stop.
#[test]
fn stoppable_paxos() {
    let setup = plain(Bounds::new(3, 2, 3, 2));
    assert_eq!(size("stoppable-paxos", &setup), (495_280, 1_424_301, 26));
}

/// A model that was written separately, in another language, has as many.
#[test]
fn fast_paxos() {
    assert_eq!(size("fast-paxos", &plain(Bounds::new(4, 2, 2, 1))).0, 141_631);
}

/// The Byzantine process leads the first round, or the second one, or there is none.
#[test]
fn pbft() {
    let bounds = Bounds::new(4, 2, 2, 1);
    let states = |byzantine| size("pbft", &plain(bounds.with_byzantine(byzantine))).0;
    assert_eq!([states(0b1), states(0b10), states(0)], [110_872, 89_736, 566_780]);
}

/// The Byzantine process leads the second round.
#[test]
fn hotstuff() {
    let bounds = Bounds::new(4, 2, 1, 1).with_byzantine(0b10);
    assert_eq!(size("hotstuff", &plain(bounds)).0, 88_748);
}

/// How many states are left, with all names, where steps that rule nothing out are taken at once.
#[test]
fn steps_at_once() {
    for (name, bounds, every_order, at_once) in [
        ("paxos", Bounds::new(3, 2, 2, 1), 7_456, 3_176),
        ("fast-paxos", Bounds::new(4, 1, 2, 1), 721, 307),
        ("pbft", Bounds::new(4, 2, 2, 1).with_byzantine(0b10), 89_736, 3_913),
        ("hotstuff", Bounds::new(4, 2, 1, 1).with_byzantine(0b10), 88_748, 663),
    ] {
        let setup = plain(bounds);
        assert_eq!(size(name, &setup).0, every_order, "{name}");
        assert_eq!(size(name, &Setup { reduction: true, ..setup }).0, at_once, "{name}");
    }
}
