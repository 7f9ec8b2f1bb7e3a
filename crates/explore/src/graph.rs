//! What a search visited, kept as a graph, and the executions that lead through it.
//!
//! A search shows every end of an execution once, however many executions lead there. Whoever wants
//! the executions themselves keeps the graph: every execution of the system is, up to the order of
//! steps that do not conflict, a path of it.

use crate::exploration::Exploration;
use crate::options::Options;
use crate::pending::{Access, ObjectId, conflicts};
use crate::schedule::Choice;
use crate::search::depth_first::depth_first_recorded;
use crate::search::livelock::Transitions;
use crate::search::order::SplitMix64;
use crate::search::store::StateId;
use crate::strategy::{Full, Lazy};
use crate::system::System;
use crate::visitor::Visitor;

/// One step between two states of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphStep {
    /// Where it begins.
    pub source: usize,
    /// Who moves.
    pub choice: Choice,
    /// Where it ends.
    pub target: usize,
}

/// The states that a search visited, and its steps between them. State 0 is the first initial one.
#[derive(Clone, Debug)]
pub struct Graph<T> {
    states: Vec<T>,
    /// Sorted by where they begin.
    steps: Vec<GraphStep>,
    /// The first step of each state, and of one more.
    first: Vec<usize>,
}

/// How many executions to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecutionLimits {
    /// How many to return.
    pub executions: usize,
    /// How many steps to take while looking for them one after another. When they are taken,
    /// executions are drawn at random.
    pub steps: usize,
}

/// Executions through a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Executions {
    /// Each as the numbers of its steps.
    pub paths: Vec<Vec<usize>>,
    /// Whether every execution without a circle has one among them that differs only in the order
    /// of steps that do not conflict.
    pub complete: bool,
}

/// Explores `system` depth first, reduced by [`Strategy::Lazy`](crate::Strategy::Lazy) or in full,
/// and keeps what it visits. States are stored as they are, whatever the options say. Equal states
/// must have equal names: paths through the graph follow objects by their names.
pub fn explore_graph<S: System, V: Visitor<S>>(
    system: &S,
    reduced: bool,
    options: &Options<'_>,
    visitor: &mut V,
) -> (Exploration, Graph<S::State>) {
    let options = Options { hash_compaction: false, ..options.clone() };
    let (exploration, states, steps) = if reduced {
        depth_first_recorded(system, Lazy::new(), &options, visitor)
    } else {
        depth_first_recorded(system, Full, &options, visitor)
    };
    (exploration, Graph::new(states, steps))
}

impl<T> Graph<T> {
    fn new(states: Vec<T>, mut steps: Vec<GraphStep>) -> Self {
        steps.sort_by_key(|step| (step.source, step.choice.process, step.choice.alternative));
        let mut first = Vec::with_capacity(states.len() + 1);
        let mut place = 0;
        for state in 0..=states.len() {
            while steps.get(place).is_some_and(|step| step.source < state) {
                place += 1;
            }
            first.push(place);
        }
        Self { states, steps, first }
    }

    /// The states.
    #[must_use]
    pub fn states(&self) -> &[T] {
        &self.states
    }

    /// A step by its number.
    #[must_use]
    pub fn step(&self, step: usize) -> &GraphStep {
        &self.steps[step]
    }

    /// The number of all steps.
    #[must_use]
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// The numbers of the steps that begin in a state.
    #[must_use]
    pub fn steps_from(&self, state: usize) -> std::ops::Range<usize> {
        self.first[state]..self.first[state + 1]
    }

    /// Executions from the first initial state to the `wanted` states, of those that differ only
    /// in the order of steps that do not conflict as few as sleep sets can tell apart. Circles are
    /// not followed. `footprint` says what a step touches, by its number.
    pub fn executions(
        &self,
        wanted: &[bool],
        footprint: impl FnMut(usize) -> Vec<(ObjectId, Access)>,
        limits: &ExecutionLimits,
    ) -> Executions {
        if self.states.is_empty() {
            return Executions { paths: Vec::new(), complete: true };
        }
        let mut search = PathSearch {
            graph: self,
            wanted,
            useful: self.leads_to(wanted),
            footprints: vec![None; self.steps.len()],
            footprint,
            on_path: vec![false; self.states.len()],
        };
        match search.one_after_another(limits) {
            Some(paths) => Executions { paths, complete: true },
            None => Executions { paths: search.at_random(limits), complete: false },
        }
    }

    /// From which states the wanted ones can be reached.
    fn leads_to(&self, wanted: &[bool]) -> Vec<bool> {
        let mut transitions = Transitions::default();
        for step in &self.steps {
            transitions.add(step.source as StateId, step.target as StateId);
        }
        for (state, _) in wanted.iter().enumerate().filter(|(_, wanted)| **wanted) {
            transitions.end(state as StateId);
        }
        transitions.reach_an_end(self.states.len())
    }
}

struct PathSearch<'a, T, F> {
    graph: &'a Graph<T>,
    wanted: &'a [bool],
    useful: Vec<bool>,
    footprints: Vec<Option<Vec<(ObjectId, Access)>>>,
    footprint: F,
    on_path: Vec<bool>,
}

/// A state on the path that is being followed.
struct Place {
    state: usize,
    /// The next step to try.
    next: usize,
    /// Steps that need not be taken here: what follows them was seen on another path.
    sleeping: Vec<usize>,
}

impl<T, F: FnMut(usize) -> Vec<(ObjectId, Access)>> PathSearch<'_, T, F> {
    /// All executions, or `None` if there are more than the limits allow.
    fn one_after_another(&mut self, limits: &ExecutionLimits) -> Option<Vec<Vec<usize>>> {
        let mut paths = Vec::new();
        let mut path: Vec<usize> = Vec::new();
        let mut places = vec![self.place(0, Vec::new())];
        let mut taken = 0;
        while let Some(place) = places.last_mut() {
            let state = place.state;
            if place.next == self.graph.first[state] && self.wanted[state] {
                if paths.len() == limits.executions {
                    return None;
                }
                paths.push(path.clone());
            }
            if place.next == self.graph.first[state + 1] {
                self.on_path[state] = false;
                places.pop();
                // The step is done with: elsewhere it need not come first.
                if let (Some(step), Some(before)) = (path.pop(), places.last_mut()) {
                    before.sleeping.push(step);
                }
                continue;
            }
            let step = place.next;
            place.next += 1;
            let GraphStep { choice, target, .. } = self.graph.steps[step];
            let sleeps =
                place.sleeping.iter().any(|&other| self.graph.steps[other].choice == choice);
            if sleeps || self.on_path[target] || !self.useful[target] {
                continue;
            }
            taken += 1;
            if taken > limits.steps {
                return None;
            }
            let mut sleeping = place.sleeping.clone();
            sleeping.retain(|&other| self.commute(other, step));
            path.push(step);
            let next = self.place(target, sleeping);
            places.push(next);
        }
        Some(paths)
    }

    fn place(&mut self, state: usize, sleeping: Vec<usize>) -> Place {
        self.on_path[state] = true;
        Place { state, next: self.graph.first[state], sleeping }
    }

    fn commute(&mut self, one: usize, other: usize) -> bool {
        let process = |step: usize| self.graph.steps[step].choice.process;
        if process(one) == process(other) {
            return false;
        }
        for step in [one, other] {
            if self.footprints[step].is_none() {
                self.footprints[step] = Some((self.footprint)(step));
            }
        }
        match (&self.footprints[one], &self.footprints[other]) {
            (Some(one), Some(other)) => !conflicts(one, other),
            _ => false,
        }
    }

    /// Executions drawn at random, reproducibly.
    fn at_random(&mut self, limits: &ExecutionLimits) -> Vec<Vec<usize>> {
        let mut random = SplitMix64(0);
        let mut paths: Vec<Vec<usize>> = Vec::new();
        let mut taken = 0;
        while self.useful[0] && paths.len() < limits.executions && taken <= limits.steps {
            self.on_path.fill(false);
            let mut state = 0;
            let mut path = Vec::new();
            while !self.wanted[state] {
                self.on_path[state] = true;
                let open: Vec<usize> = self
                    .graph
                    .steps_from(state)
                    .filter(|&step| {
                        let target = self.graph.steps[step].target;
                        self.useful[target] && !self.on_path[target]
                    })
                    .collect();
                if open.is_empty() {
                    break;
                }
                let step = open[random.below(open.len())];
                path.push(step);
                state = self.graph.steps[step].target;
            }
            taken += path.len().max(1);
            if self.wanted[state] {
                paths.push(path);
            }
        }
        paths.sort_unstable();
        paths.dedup();
        paths
    }
}
