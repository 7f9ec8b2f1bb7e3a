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
    assert_eq!(size("paxos", &Setup::new(Bounds::new(3, 3, 2, 1))).0, 42_870);
    // With one value there are no names of values.
    let bounds = Bounds::new(3, 3, 1, 1);
    let (plain, _, _) = size("paxos", &plain(bounds));
    let (reduced, _, _) = size("paxos", &Setup::new(bounds));
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

/// The Byzantine process leads the first round.
#[test]
fn pbft() {
    let bounds = Bounds::new(4, 2, 2, 1).with_byzantine(0b1);
    assert_eq!(size("pbft", &plain(bounds)).0, 110_872);
}

/// The Byzantine process leads the second round.
#[test]
fn hotstuff() {
    let bounds = Bounds::new(4, 2, 1, 1).with_byzantine(0b10);
    assert_eq!(size("hotstuff", &plain(bounds)).0, 88_748);
}
