//! The executions through a kept graph: on random programs, one for each class of executions that
//! differ only in the order of steps that do not conflict, whether the search was reduced or not.

use std::collections::BTreeSet;

use crate::language::generate::{CLASSES, Random, program};
use crate::language::{Program, State};
use aplomb_explore::{
    Access, ExecutionLimits, Executions, Graph, ObjectId, Options, Outcome, PendingActions, System,
    conflicts, explore_graph,
};

/// What a step is known by: who took it, and which of its alternatives.
type Taken = (usize, u32);

fn footprint(program: &Program, graph: &Graph<State>, step: usize) -> Vec<(ObjectId, Access)> {
    let step = graph.step(step);
    let mut pending = PendingActions::new();
    program.pending(&graph.states()[step.source], &mut pending);
    let of_process = pending.iter().filter(|it| it.process == step.choice.process);
    let chosen = of_process.into_iter().nth(step.choice.alternative as usize);
    chosen.expect("the step that was taken").footprint.to_vec()
}

/// The least of all executions that differ from this one only in the order of steps that do not
/// conflict.
fn normal_form(program: &Program, graph: &Graph<State>, path: &[usize]) -> Vec<Taken> {
    let choice = |step: usize| graph.step(step).choice;
    let taken = |step: usize| (choice(step).process.index(), choice(step).alternative);
    let footprints: Vec<_> = path.iter().map(|&step| footprint(program, graph, step)).collect();
    let depends = |one: usize, other: usize| {
        choice(path[one]).process == choice(path[other]).process
            || conflicts(&footprints[one], &footprints[other])
    };
    let mut left: Vec<usize> = (0..path.len()).collect();
    let mut form = Vec::new();
    while !left.is_empty() {
        let is_free =
            |&place: &usize| left[..place].iter().all(|&earlier| !depends(earlier, left[place]));
        let free = (0..left.len()).filter(is_free);
        let place = free.min_by_key(|&place| taken(path[left[place]])).expect("the first is free");
        form.push(taken(path[left.remove(place)]));
    }
    form
}

/// Every path, one after another, or `None` if they are too many.
fn all_paths(graph: &Graph<State>) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    let mut work: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new())];
    while let Some((state, path)) = work.pop() {
        if graph.steps_from(state).is_empty() {
            found.push(path.clone());
        }
        if found.len() + work.len() > 3000 {
            return None;
        }
        for step in graph.steps_from(state) {
            let mut longer = path.clone();
            longer.push(step);
            work.push((graph.step(step).target, longer));
        }
    }
    Some(found)
}

fn graph(program: &Program, reduced: bool) -> Graph<State> {
    let (exploration, graph) = explore_graph(program, reduced, &Options::default(), &mut ());
    assert_eq!(exploration.outcome, Outcome::Complete);
    assert_eq!(exploration.statistics.states as usize, graph.states().len());
    graph
}

fn executions(program: &Program, graph: &Graph<State>, limits: &ExecutionLimits) -> Executions {
    let ends: Vec<bool> =
        (0..graph.states().len()).map(|state| graph.steps_from(state).is_empty()).collect();
    graph.executions(&ends, |step| footprint(program, graph, step), limits)
}

const MANY: ExecutionLimits = ExecutionLimits { executions: 100_000, steps: 1_000_000 };

#[test]
fn one_execution_for_each_class() {
    let mut random = Random(7);
    let (mut compared, mut several) = (0, 0);
    for class in CLASSES.iter().filter(|class| !class.loops) {
        for _ in 0..120 {
            let program = program(class, &mut random);
            let full = graph(&program, false);
            let Some(paths) = all_paths(&full) else { continue };
            let forms = |graph: &Graph<State>, paths: &[Vec<usize>]| -> BTreeSet<Vec<Taken>> {
                paths.iter().map(|path| normal_form(&program, graph, path)).collect()
            };
            let expected = forms(&full, &paths);
            let found = executions(&program, &full, &MANY);
            assert!(found.complete);
            assert_eq!(found.paths.len(), expected.len(), "{}: {program:#?}", class.name);
            assert_eq!(forms(&full, &found.paths), expected, "{}: {program:#?}", class.name);
            let reduced = graph(&program, true);
            let found = executions(&program, &reduced, &MANY);
            assert_eq!(forms(&reduced, &found.paths), expected, "{}: {program:#?}", class.name);
            compared += 1;
            several += usize::from(expected.len() > 1);
        }
    }
    assert!(compared > 200 && several > 100, "{compared} programs, {several} with a choice");
}

#[test]
fn a_sample_where_there_are_too_many() {
    let mut random = Random(11);
    let class = &CLASSES[0];
    let mut sampled = 0;
    for _ in 0..50 {
        let program = program(class, &mut random);
        let full = graph(&program, false);
        let few = ExecutionLimits { executions: 3, steps: 1_000 };
        let found = executions(&program, &full, &few);
        assert!(!found.paths.is_empty() && found.paths.len() <= 3);
        for path in &found.paths {
            let mut state = 0;
            for &step in path {
                assert_eq!(full.step(step).source, state);
                state = full.step(step).target;
            }
            assert!(full.steps_from(state).is_empty());
        }
        sampled += usize::from(!found.complete);
    }
    assert!(sampled > 5, "{sampled} programs had more than three executions");
}

#[test]
fn circles_are_not_followed() {
    let mut random = Random(3);
    for class in CLASSES.iter().filter(|class| class.loops) {
        for _ in 0..30 {
            let program = program(class, &mut random);
            let few = ExecutionLimits { executions: 50, steps: 5_000 };
            executions(&program, &graph(&program, true), &few);
        }
    }
}
