//! On thousands of random programs, every strategy finds exactly the final states and deadlocks
//! that full exploration finds, and a livelock exactly if there is one.

use crate::language::generate::{CLASSES, Class, Random, program};
use crate::language::{Program, ends, process};
use aplomb_explore::{Limits, Options, Order, Outcome, Strategy};

/// How many programs of each class are tried. For a long run, set the environment variable
/// `APLOMB_PROGRAMS` and build with `--release`.
fn programs() -> u64 {
    std::env::var("APLOMB_PROGRAMS").ok().and_then(|number| number.parse().ok()).unwrap_or(400)
}

/// Programs with more states are left out.
const MOST_STATES: u64 = 1500;

fn orders() -> [Order; 5] {
    let sequence =
        |order: &[usize]| Order::Sequential(order.iter().copied().map(process).collect());
    [Order::Guided, Order::ASCENDING, sequence(&[2, 1, 0]), sequence(&[1, 2, 0]), Order::Random(1)]
}

/// Compares every strategy under every order with full exploration.
fn check(program: &Program, context: &str) {
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let options = Options { limits, livelocks: true, ..Options::default() };
    let (full, expected) = ends(program, Strategy::Full, &options);
    if full.outcome != Outcome::Complete {
        return;
    }
    for order in orders() {
        let mut states = Vec::new();
        for strategy in Strategy::COMPLETE {
            let options = Options {
                order: order.clone(),
                livelocks: true,
                // The same decisions have to be taken by fingerprints.
                hash_compaction: order == orders()[2],
                threads: 1,
                ..Options::default()
            };
            let (reduced, found) = ends(program, strategy, &options);
            let context = || format!("{context}: {strategy} with {order:?} on {program:#?}");
            assert_eq!(reduced.outcome, Outcome::Complete, "{}", context());
            assert_eq!(found, expected, "{}", context());
            let (livelock, expected) = (reduced.livelock.is_some(), full.livelock.is_some());
            assert_eq!(livelock, expected, "livelock in {}", context());
            assert!(reduced.statistics.states <= full.statistics.states, "{}", context());
            states.push((strategy, reduced.statistics.states));
        }
        let states_of = |strategy| states.iter().find(|(s, _)| *s == strategy).map(|(_, n)| n);
        if order != Order::Random(1) {
            assert_eq!(
                states_of(Strategy::Eager),
                states_of(Strategy::Lazy),
                "{context}: eager and lazy explore the same states with {order:?} on {program:#?}"
            );
        }
    }
}

fn check_class(name: &str) {
    let class = CLASSES.iter().find(|class| class.name == name).expect("a class of that name");
    for seed in 0..programs() {
        let program = program(class, &mut Random(seed));
        check(&program, &format!("{name}, program {seed}"));
    }
}

#[test]
fn without_locks() {
    check_class("acyclic, no locks");
}

#[test]
fn with_few_conflicts() {
    check_class("acyclic, few conflicts");
}

#[test]
fn with_locks() {
    check_class("acyclic, locks");
}

#[test]
fn with_deadlocks() {
    check_class("nested locks, deadlocks");
}

#[test]
fn with_spin_loops() {
    check_class("spin loops");
}

#[test]
fn with_spin_loops_and_locks() {
    check_class("spin loops and locks");
}

#[test]
fn with_waiting_and_several_alternatives() {
    check_class("waiting, several alternatives");
}

#[test]
fn with_everything() {
    check_class("everything");
}

/// The classes have what they are named after, else the tests above would show little.
#[test]
fn the_generated_programs_are_as_described() {
    let count = |class: &Class| {
        let (mut deadlocks, mut livelocks, mut reduced) = (0, 0, 0);
        for seed in 0..100 {
            let program = program(class, &mut Random(seed));
            let options = Options { livelocks: true, ..Options::default() };
            let (full, _) = ends(&program, Strategy::Full, &options);
            let (lazy, _) = ends(&program, Strategy::Lazy, &options);
            deadlocks += usize::from(full.statistics.deadlocks > 0);
            livelocks += usize::from(full.livelock.is_some());
            reduced += usize::from(lazy.statistics.states < full.statistics.states);
        }
        (deadlocks, livelocks, reduced)
    };
    for class in CLASSES {
        let (deadlocks, livelocks, reduced) = count(&class);
        let name = class.name;
        assert_eq!(deadlocks > 10, class.nested_locks || class.waits, "{name}: {deadlocks}");
        assert_eq!(livelocks > 10, class.loops, "{name}: {livelocks}");
        assert!(reduced > 50, "{name}: {reduced} of 100 programs have fewer states");
    }
}
