//! The figures of the thesis: the trees after every step, and the runs of protocols below them.

use aplomb_consensus::protocols::{Bounds, Setup, Task, with};
use aplomb_consensus::qtree::{Branch, Event, QTree, Refused, Status, Version};
use aplomb_consensus::{Protocol, Watch, choices, run};
use aplomb_explore::Schedule;

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

/// Takes steps one after the other, each given by the beginning of what it is called: `p2 JOIN (1)`.
/// Returns the steps that did something to the tree, and what.
struct Follow(&'static [&'static str]);

impl Task for Follow {
    type Output = Vec<(String, String)>;

    fn run<P: Protocol>(self, protocol: &P) -> Vec<(String, String)> {
        let mut schedule = Schedule::default();
        let mut state = protocol.initial();
        let name = |state: &P::State, action: &P::Action| {
            let step = protocol.describe(state, action);
            format!("p{} {} {}", step.process + 1, step.name, step.content)
        };
        for wanted in self.0 {
            let choices = choices(protocol, &state);
            let names: Vec<String> =
                choices.iter().map(|(_, action)| name(&state, action)).collect();
            let found = names.iter().position(|name| name.starts_with(wanted));
            let found = found.unwrap_or_else(|| panic!("{wanted} is not among {names:#?}"));
            schedule.steps.push(choices[found].0);
            state = protocol.next(&state, &choices[found].1);
        }
        let run = run(protocol, &schedule, Watch::Everything).expect("every step was possible");
        assert_eq!(run.breach, None);
        let events = self.0.iter().zip(&run.steps).flat_map(|(step, taken)| {
            taken.events.iter().map(|(_, event)| ((*step).to_owned(), event.to_string()))
        });
        events.collect()
    }
}

fn follow(protocol: &str, bounds: Bounds, steps: &'static [&'static str], events: &[(&str, &str)]) {
    let followed = with(protocol, &Setup::new(bounds), Follow(steps)).expect("a protocol");
    let followed: Vec<(&str, &str)> =
        followed.iter().map(|(step, event)| (&**step, &**event)).collect();
    assert_eq!(followed, events);
}

/// The run of Paxos in Figure 3.2: v1 is a, v2 is b.
#[test]
fn figure_3_2_as_a_run_of_paxos() {
    follow(
        "paxos",
        Bounds::new(3, 3, 2, 1),
        &[
            "p1 JOIN (1) without a vote",
            "p2 JOIN (1) without a vote",
            "p1 PROPOSE (1, a)",
            "p2 VOTE (1, a)",
            "p1 JOIN (2) without a vote",
            "p2 JOIN (2) having voted for a in round 1",
            // The leader of round 2 is slow.
            "p1 JOIN (3) without a vote",
            "p3 JOIN (3) without a vote",
            "p3 PROPOSE (3, b)",
            "p2 PROPOSE (2, a)",
            "p1 VOTE (3, b)",
            "p3 VOTE (3, b)",
            "p3 DECIDE (3, b)",
        ],
        &[
            ("p1 PROPOSE (1, a)", "add(1, a, root)"),
            ("p3 PROPOSE (3, b)", "add(3, b, root)"),
            ("p2 PROPOSE (2, a)", "add(2, a, 1)"),
            ("p3 DECIDE (3, b)", "commit(3)"),
        ],
    );
}

/// The run of PBFT in Figure 3.3. A round adds with the third `JOIN`, which completes its
/// certificate; the thesis waits for the first `VOTE`, which comes next.
#[test]
fn figure_3_3_as_a_run_of_pbft() {
    follow(
        "pbft",
        Bounds::new(4, 3, 2, 1),
        &[
            "p1 PROPOSE (1, a)",
            "p1 JOIN (1, a)",
            "p2 JOIN (1, a)",
            "p3 JOIN (1, a)",
            "p2 VOTE (1, a)",
            "p1 ROUND-CHANGE (2) without a vote",
            "p2 ROUND-CHANGE (2) with a vote for a in round 1",
            "p4 ROUND-CHANGE (2) without a vote",
            "p2 PROPOSE (2, a)",
            "p1 JOIN (2, a) of round 1",
            "p4 JOIN (2, a) of round 1",
            // One message is missing in round 2, and p2 crashes.
            "p1 ROUND-CHANGE (3) without a vote",
            "p3 ROUND-CHANGE (3) without a vote",
            "p4 ROUND-CHANGE (3) without a vote",
            "p3 PROPOSE (3, b)",
            "p1 JOIN (3, b)",
            "p3 JOIN (3, b)",
            "p4 JOIN (3, b)",
            "p1 VOTE (3, b)",
            "p3 VOTE (3, b)",
            "p4 VOTE (3, b)",
            // p2 is back, still in round 2.
            "p2 JOIN (2, a) of round 1",
            "p2 VOTE (2, a)",
            "p3 DECIDE (3, b)",
        ],
        &[
            ("p3 JOIN (1, a)", "add(1, a, root)"),
            ("p4 JOIN (3, b)", "add(3, b, root)"),
            ("p2 JOIN (2, a) of round 1", "add(2, a, 1)"),
            ("p3 DECIDE (3, b)", "commit(3)"),
        ],
    );
}
