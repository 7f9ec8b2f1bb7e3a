//! The trees of the thesis's figures, after every step.

use aplomb_consensus::qtree::{Branch, Event, QTree, Refused, Status, Version};

/// The nodes of a tree: `1:v1<root GHOST dead`.
fn show(tree: &QTree<u64, &str>) -> Vec<String> {
    let nodes = tree.nodes().map(|(round, node)| {
        let parent = node.parent.map_or("root".to_owned(), |parent| parent.to_string());
        let branch = match tree.branch(round) {
            Branch::Trunk => "trunk",
            Branch::Alive => "alive",
            Branch::Dead => "dead",
        };
        format!("{round}:{}<{parent} {} {branch}", node.value, node.status)
    });
    nodes.collect()
}

/// A sequence of operations, and the tree after each.
fn play(steps: &[(Event<u64, &'static str>, &[&str])]) -> QTree<u64, &'static str> {
    let mut tree = QTree::new(Version::SingleDecree);
    for (event, expected) in steps {
        tree.apply(*event).unwrap_or_else(|refused| panic!("{event}: {refused}"));
        assert_eq!(show(&tree), *expected, "after {event}");
    }
    tree
}

/// Figures 3.2 and 3.3 have the same tree on top; below it is a run of Paxos, or of PBFT.
#[test]
fn figures_3_2_and_3_3() {
    play(&[
        (Event::add(1, "v1", None), &["1:v1<root ADDED alive"]),
        (Event::add(3, "v2", None), &["1:v1<root GHOST alive", "3:v2<root ADDED alive"]),
        (
            Event::add(2, "v1", Some(1)),
            &["1:v1<root GHOST alive", "2:v1<1 GHOST alive", "3:v2<root ADDED alive"],
        ),
        (
            Event::commit(3),
            &["1:v1<root GHOST dead", "2:v1<1 GHOST dead", "3:v2<root COMMITTED trunk"],
        ),
    ]);
}

/// Figure 3.1: of the dashed nodes, 2 and 6 can be added and 4 cannot.
#[test]
fn figure_3_1() {
    let mut tree = play(&[
        (Event::add(1, "v1", None), &["1:v1<root ADDED alive"]),
        (Event::add(3, "v2", None), &["1:v1<root GHOST alive", "3:v2<root ADDED alive"]),
        (Event::commit(3), &["1:v1<root GHOST dead", "3:v2<root COMMITTED trunk"]),
        (
            Event::add(5, "v2", Some(3)),
            &["1:v1<root GHOST dead", "3:v2<root COMMITTED trunk", "5:v2<3 ADDED alive"],
        ),
    ]);
    assert_eq!(tree.add(4, "v1", Some(1)), Err(Refused::ExtendsTrunk));
    assert_eq!(tree.add(2, "v1", Some(1)), Ok(()));
    assert_eq!(tree.node(&2).map(|node| node.status), Some(Status::Ghost));
    assert_eq!(tree.add(6, "v2", Some(5)), Ok(()));
    assert_eq!(tree.node(&6).map(|node| node.status), Some(Status::Added));
}
