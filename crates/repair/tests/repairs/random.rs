//! Thousands of random executions, against the reference.

use std::sync::atomic::{AtomicUsize, Ordering};

use aplomb_repair::{
    Access, Action, Decomposition, Execution, Limits, Position, optimal_eliminators, repair,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::reference::{by_all_decompositions, by_shrinking};

/// What one random step is made of.
type Step = (usize, bool, u64, bool);

/// Each process walks through operations; a step may begin a new one. Points are distinct, so that
/// blocks are as fine as segments.
fn execution(steps: &[Step], extra: &[(usize, usize)]) -> Execution {
    let mut operations = [0; 4];
    let mut points = [0; 4];
    let mut actions = Vec::new();
    for &(process, begins, object, writes) in steps {
        operations[process] += usize::from(begins);
        points[process] += 1;
        let access = if writes { Access::Write } else { Access::Read };
        let position = Position::new(process, points[process]);
        actions.push(Action::new(process, operations[process], position).touching(object, access));
    }
    let length = actions.len();
    let pairs = extra.iter().map(|&(one, other)| (one % length, other % length));
    let pairs = pairs.map(|(one, other)| (one.min(other), one.max(other)));
    let ordered: Vec<_> = pairs.filter(|(first, second)| first != second).collect();
    Execution::new(actions).expect("an execution").keeping(ordered).expect("an order")
}

fn steps(
    processes: usize,
    objects: u64,
    length: std::ops::Range<usize>,
    new_operation: f64,
) -> impl Strategy<Value = Vec<Step>> {
    let writes = prop::bool::weighted(0.4);
    let step = (0..processes, prop::bool::weighted(new_operation), 0..objects, writes);
    prop::collection::vec(step, length)
}

fn check(
    cases: u32,
    strategy: impl Strategy<Value = (Vec<Step>, Vec<(usize, usize)>)>,
    reference: fn(&Execution) -> Vec<aplomb_repair::Repair>,
) {
    let with_repairs = AtomicUsize::new(0);
    let with_several = AtomicUsize::new(0);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    let result = runner.run(&strategy, |(steps, extra)| {
        let execution = execution(&steps, &extra);
        let found = optimal_eliminators(&execution);
        prop_assert_eq!(&found, &reference(&execution));
        let serializable = Decomposition::operations(&execution).is_serializable(&execution);
        prop_assert_eq!(found.is_empty(), serializable);
        for eliminator in &found {
            prop_assert!(execution.is_eliminated_by(&execution.blocks(eliminator)));
        }
        with_repairs.fetch_add(usize::from(!found.is_empty()), Ordering::Relaxed);
        with_several.fetch_add(usize::from(found.len() > 1), Ordering::Relaxed);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    // A generator whose executions need no repair would prove nothing.
    let (repaired, several) = (with_repairs.into_inner(), with_several.into_inner());
    assert!(repaired * 4 > cases as usize, "only {repaired} of {cases} executions need a repair");
    assert!(several * 20 > cases as usize, "only {several} of {cases} have several repairs");
}

fn no_extra() -> Just<Vec<(usize, usize)>> {
    Just(Vec::new())
}

#[test]
fn short_executions_against_all_decompositions() {
    check(1500, (steps(3, 4, 4..14, 0.1), no_extra()), by_all_decompositions);
}

#[test]
fn long_executions_against_shrinking() {
    check(1500, (steps(4, 5, 10..31, 0.2), no_extra()), by_shrinking);
}

#[test]
fn shrinking_agrees_with_all_decompositions() {
    check(300, (steps(3, 4, 4..14, 0.1), no_extra()), |execution| {
        let shrunk = by_shrinking(execution);
        assert_eq!(shrunk, by_all_decompositions(execution));
        shrunk
    });
}

#[test]
fn orders_that_are_no_conflicts() {
    let extra = prop::collection::vec((0_usize..30, 0_usize..30), 0..4);
    check(1000, (steps(4, 5, 6..24, 0.25), extra), by_shrinking);
}

proptest! {
    #![proptest_config(Config { cases: 300, failure_persistence: None, ..Config::default() })]

    /// Theorem: with any of the repairs, none of the bad executions is left.
    #[test]
    fn repairs_rule_out_every_execution(
        bad in prop::collection::vec(steps(3, 3, 4..14, 0.2), 1..5),
        good in prop::collection::vec(steps(3, 3, 4..14, 0.2), 0..5),
    ) {
        let run = |all: &[Vec<Step>]| all.iter().map(|it| execution(it, &[])).collect::<Vec<_>>();
        let (bad, good) = (run(&bad), run(&good));
        let repairs = repair(&bad, &good, &Limits::default()).expect("few repairs");
        for ranked in &repairs.ranked {
            for (place, execution) in bad.iter().enumerate() {
                prop_assert_ne!(
                    execution.is_eliminated_by(&ranked.repair),
                    repairs.beyond_repair.contains(&place)
                );
            }
            let disabled = good.iter().filter(|it| it.is_eliminated_by(&ranked.repair)).count();
            prop_assert_eq!(ranked.disabled, disabled);
        }
        for pair in repairs.ranked.windows(2) {
            prop_assert!(pair[0].disabled <= pair[1].disabled);
            prop_assert_eq!(pair[0].rank == pair[1].rank, pair[0].disabled == pair[1].disabled);
        }
    }
}
