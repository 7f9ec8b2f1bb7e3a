//! Theorem 8: a sequence of operations succeeds on the quorum tree (Algorithm 4) if and only if it
//! keeps the laws. As printed the theorem is false; as repaired it is true.

use aplomb_consensus::qtree::{Event, Laws, QTree, Snapshot, Status, Version, judge};
use proptest::prelude::*;

type Label = Event<u8, u8>;

const SINGLE: Version = Version::SingleDecree;
const REPLICATION: Version = Version::StateMachineReplication;

/// Every label over `rounds` rounds and `values` values, senseless ones included.
fn labels(rounds: u8, values: u8) -> Vec<Label> {
    let mut labels = Vec::new();
    for round in 1..=rounds {
        for value in 0..values {
            let parents = std::iter::once(None).chain((1..=rounds).map(Some));
            labels.extend(parents.map(|parent| Event::add(round, value, parent)));
        }
        labels.push(Event::commit(round));
    }
    labels
}

/// `extendsTrunk` as printed: a new node extends the highest committed node, or is below it.
/// (`maxCommitted` is read with `≤`; as it stands nothing could ever be added.)
fn printed_accepts(tree: &QTree<u8, u8>, version: Version, label: &Label) -> bool {
    let Event::Add { round, value, parent } = *label else {
        return tree.clone().apply(*label).is_ok();
    };
    let inherits = |parent: &u8| {
        let inherited = tree.node(parent).is_some_and(|node| node.value == value);
        version == REPLICATION || inherited
    };
    let link = parent.is_none_or(|parent| parent < round && tree.node(&parent).is_some());
    let new_round = tree.node(&round).is_none();
    let extends_trunk = tree.trunk_end().is_none_or(|end| {
        round < *end || tree.path(parent.as_ref()).any(|ancestor| ancestor == end)
    });
    link && new_round && extends_trunk && parent.as_ref().is_none_or(inherits)
}

#[derive(Debug, Default, PartialEq)]
struct Count {
    prefixes: u64,
    extensions: u64,
    /// Labels that Algorithm 4 accepts as printed, and the laws refuse.
    only_printed: u64,
}

/// Tries every label after every sequence that the laws accept. Sequences are closed under
/// prefixes and no longer than two labels per round, so these are all sequences.
fn all_sequences(
    labels: &[Label],
    version: Version,
    tree: &QTree<u8, u8>,
    laws: &Laws<u8, u8>,
    past: &mut Vec<Label>,
    count: &mut Count,
) {
    count.prefixes += 1;
    let mut snapshot = Snapshot::new();
    past.iter().for_each(|&label| snapshot.push(label));
    for label in labels {
        count.extensions += 1;
        let mut grown = tree.clone();
        let accepted = grown.apply(*label).is_ok();
        let verdict = laws.check(label);
        assert_eq!(accepted, verdict.is_ok(), "{label} after {past:?}: {verdict:?}");
        // Two ways to remember the past give one verdict. They may name different witnesses.
        let again = judge(&snapshot, version, label);
        assert_eq!(verdict.map_err(|v| v.law()), again.map_err(|v| v.law()));
        let printed = printed_accepts(tree, version, label);
        assert!(printed || !accepted, "the printed condition is the weaker one");
        count.only_printed += u64::from(printed && !accepted);
        if accepted {
            let mut laws = laws.clone();
            laws.observe(*label).expect("it was just checked");
            past.push(*label);
            all_sequences(labels, version, &grown, &laws, past, count);
            past.pop();
        }
    }
}

#[test]
fn the_tree_and_the_laws_accept_the_same_sequences() {
    // rounds, values, version; sequences accepted, labels tried, and where the printed algorithm
    // accepts what the laws refuse
    let table = [
        (2, 2, SINGLE, 43, 602, 0),
        (3, 2, SINGLE, 563, 15_201, 12),
        (3, 2, REPLICATION, 1_149, 31_023, 24),
        (4, 2, SINGLE, 10_173, 447_612, 556),
        (5, 1, SINGLE, 46_306, 1_620_710, 4_751),
        (5, 1, REPLICATION, 46_306, 1_620_710, 4_751),
    ];
    for (rounds, values, version, prefixes, extensions, only_printed) in table {
        let mut count = Count::default();
        let (tree, laws) = (QTree::new(version), Laws::new(version));
        let labels = labels(rounds, values);
        all_sequences(&labels, version, &tree, &laws, &mut Vec::new(), &mut count);
        assert_eq!(count, Count { prefixes, extensions, only_printed }, "{rounds} {values}");
    }
}

/// The shortest sequence that Algorithm 4 accepts as printed, and that breaks P4.
#[test]
fn the_printed_algorithm_misses_a_violation_of_p4() {
    let mut tree = QTree::new(SINGLE);
    let add = |round, parent| Event::add(round, 0, parent);
    for label in [add(1, None), Event::commit(1), add(3, Some(1)), Event::commit(3)] {
        assert!(printed_accepts(&tree, SINGLE, &label));
        tree.apply(label).expect("both readings accept this");
    }
    let last = add(2, None);
    assert!(printed_accepts(&tree, SINGLE, &last));
    assert!(tree.apply(last).is_err());
}

/// A sequence that only sometimes makes sense, over rounds that are often close to each other.
fn sequence() -> impl Strategy<Value = Vec<Label>> {
    let round = 1_u8..=9;
    let add = (round.clone(), 0_u8..2, prop::option::of(round.clone()))
        .prop_map(|(round, value, parent)| Event::add(round, value, parent));
    prop::collection::vec(prop_oneof![3 => add, 1 => round.prop_map(Event::commit)], 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    /// On longer sequences too; a label that is refused leaves both as they were.
    #[test]
    fn they_agree_on_random_sequences(labels in sequence(), single in any::<bool>()) {
        let version = if single { SINGLE } else { REPLICATION };
        let (mut tree, mut laws) = (QTree::new(version), Laws::new(version));
        for label in labels {
            prop_assert_eq!(tree.apply(label).is_ok(), laws.observe(label).is_ok(), "{}", label);
        }
        // Lemma 8, and Proposition 4: committed nodes lie on one branch.
        let trunk: Vec<u8> = tree.path(tree.trunk_end()).copied().collect();
        for (round, node) in tree.nodes() {
            prop_assert!(node.status != Status::Committed || trunk.contains(round));
        }
    }

    /// Who forgets what is below a round judges what is above it as before.
    #[test]
    fn forgetting_changes_no_verdict(labels in sequence(), floor in 1_u8..=9, at in 0_usize..40) {
        let mut laws = Laws::new(SINGLE);
        let mut forgetful = Laws::new(SINGLE);
        for (index, label) in labels.into_iter().enumerate() {
            if index == at {
                forgetful.forget_below(floor);
            }
            if forgetful.remembers(&label) {
                let expected = laws.observe(label).map_err(|violation| violation.law());
                let found = forgetful.observe(label).map_err(|violation| violation.law());
                prop_assert_eq!(found, expected, "{} after forgetting below {}", label, floor);
            }
        }
    }
}
