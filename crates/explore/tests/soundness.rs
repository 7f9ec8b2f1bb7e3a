//! Every strategy reaches exactly the final states and deadlocks that full exploration reaches.

mod language;

use aplomb_explore::{Limits, Options, Order, Outcome, Strategy};
use language::generate::{CLASSES, Class, Random, program};
use language::{Program, ends, process};

const PROGRAMS_PER_CLASS: u64 = 500;
const MOST_STATES: u64 = 2000;

fn orders() -> Vec<Order> {
    vec![
        Order::default(),
        Order::Sequential(vec![process(2), process(1), process(0)]),
        Order::Random(1),
    ]
}

/// Compares every strategy under every order with full exploration.
fn check(program: &Program, context: &str) {
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let options = Options { limits, livelocks: true, ..Options::default() };
    let (full, expected) = ends(program, Strategy::Full, &options);
    if full.outcome != Outcome::Complete {
        return;
    }
    for strategy in Strategy::COMPLETE {
        for order in orders() {
            let options = Options { order, livelocks: true, ..Options::default() };
            let (reduced, found) = ends(program, strategy, &options);
            let order = &options.order;
            assert_eq!(reduced.outcome, Outcome::Complete);
            assert_eq!(found, expected, "{context}: {strategy:?} with {order:?} on {program:#?}");
            assert_eq!(
                reduced.livelock.is_some(),
                full.livelock.is_some(),
                "{context}: livelocks by {strategy:?} with {order:?} on {program:#?}"
            );
            assert!(reduced.statistics.states <= full.statistics.states);
        }
    }
}

fn check_class(class: &Class) {
    for seed in 0..PROGRAMS_PER_CLASS {
        let program = program(class, &mut Random(seed));
        check(&program, &format!("{}, program {seed}", class.name));
    }
}

#[test]
fn acyclic() {
    check_class(&CLASSES[0]);
    check_class(&CLASSES[1]);
}

#[test]
fn locks() {
    check_class(&CLASSES[2]);
    check_class(&CLASSES[3]);
}

#[test]
fn loops() {
    check_class(&CLASSES[4]);
    check_class(&CLASSES[5]);
}

#[test]
fn waits() {
    check_class(&CLASSES[6]);
}

#[test]
fn everything() {
    check_class(&CLASSES[7]);
}
