//! A specification turned into numbers: states and steps, each computed once.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{Call, History, Operation, Specification, Value};

/// A state of the specification that was met.
pub(super) type State = u32;

/// Operations with equal calls and equal results; they are interchangeable.
pub(super) type Class = u32;

/// No state: the operation would return something else.
const IMPOSSIBLE: State = State::MAX;

/// The part of the specification that a history has visited so far.
pub(super) struct Automaton<'a, S: Specification> {
    specification: &'a S,
    classes: Vec<ClassFacts<'a>>,
    states: IndexSet<S::State, FxBuildHasher>,
    steps: FxHashMap<(State, Class), State>,
}

struct ClassFacts<'a> {
    call: &'a Call,
    observed: Option<&'a Value>,
    only_observes: bool,
}

impl<'a, S: Specification> Automaton<'a, S> {
    /// The automaton in its initial state, number 0, and the class of each
    /// operation of the history.
    pub(super) fn new(specification: &'a S, history: &'a History) -> (Self, Vec<Class>) {
        let mut numbers: FxHashMap<(u32, Option<u32>), Class> = FxHashMap::default();
        let mut classes = Vec::new();
        let of_operations = history
            .operations()
            .iter()
            .map(|operation: &Operation| {
                let key = (operation.call_number(), operation.result_number());
                *numbers.entry(key).or_insert_with(|| {
                    let (call, observed) = (history.call(operation), history.result(operation));
                    let only_observes = specification.only_observes(call, observed);
                    classes.push(ClassFacts { call, observed, only_observes });
                    classes.len() as Class - 1
                })
            })
            .collect();
        let mut states = IndexSet::default();
        states.insert(specification.initial());
        (Automaton { specification, classes, states, steps: FxHashMap::default() }, of_operations)
    }

    /// The state after an operation of the class; nothing if it would return
    /// something else there.
    pub(super) fn step(&mut self, state: State, class: Class) -> Option<State> {
        let next = match self.steps.get(&(state, class)) {
            Some(&next) => next,
            None => {
                let next = self.compute(state, class);
                self.steps.insert((state, class), next);
                next
            }
        };
        (next != IMPOSSIBLE).then_some(next)
    }

    /// Whether operations of the class never change the state.
    pub(super) fn only_observes(&self, class: Class) -> bool {
        self.classes[class as usize].only_observes
    }

    /// What the call of the class answers in a state.
    pub(super) fn answer(&self, state: State, class: Class) -> Option<Value> {
        let call = self.classes[class as usize].call;
        self.specification.apply(&self.states[state as usize], call).map(|(_, answer)| answer)
    }

    /// Whether operations of the class certainly do not fit any more after the
    /// state, whichever of the rest comes first.
    pub(super) fn is_out_of_reach(
        &self,
        state: State,
        goal: Class,
        rest: impl Iterator<Item = Class>,
    ) -> bool {
        let ClassFacts { call, observed, .. } = self.classes[goal as usize];
        let Some(observed) = observed else { return false };
        let rest = rest.map(|class| self.classes[class as usize].call);
        let state = &self.states[state as usize];
        self.specification.is_out_of_reach(state, call, observed, rest)
    }

    pub(super) fn describe(&self, state: State) -> String {
        self.specification.describe(&self.states[state as usize])
    }

    fn compute(&mut self, state: State, class: Class) -> State {
        let facts = &self.classes[class as usize];
        let state = &self.states[state as usize];
        let Some((next, answer)) = self.specification.apply(state, facts.call) else {
            return IMPOSSIBLE;
        };
        if facts.observed.is_some_and(|observed| !self.specification.agrees(&answer, observed)) {
            return IMPOSSIBLE;
        }
        self.states.insert_full(next).0 as State
    }
}
