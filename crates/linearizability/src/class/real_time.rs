//! Does the order in real time make an execution wrong?
//!
//! A state of this search has, in the place of what calls returned and what preceded what, the
//! sequential runs that explain it: what has been before matters only through these. Calls are as
//! late and returns as early as they can be. With the same actions in the same order, that allows
//! the fewest explanations, so if these executions are right, all are.

use std::{collections::BTreeSet, ops::ControlFlow, sync::Arc};

use aplomb_explore::{PendingActions, Schedule, System, Terminal, Visit, Visitor};
use aplomb_jvm::{JvmError, Machine, State, ThreadId};

use super::{Expectation, convert};
use crate::Value;

/// A machine whose calls are late and whose returns are early, and what it is compared with.
pub(super) struct InRealTime<'a> {
    pub(super) machine: &'a Machine,
    pub(super) expectation: &'a Expectation,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Explained {
    state: State,
    past: Arc<Past>,
}

/// What matters of what was called and returned so far.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Past {
    /// How many calls of each thread have returned.
    returned: Vec<u8>,
    /// Which threads have made another call.
    called: Vec<bool>,
    /// Sequential runs of all calls that have returned, and of any that have not.
    runs: BTreeSet<Run>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Run {
    node: u32,
    /// What the calls of each thread answered that have not returned yet.
    answers: Vec<Option<Value>>,
}

impl InRealTime<'_> {
    fn call(&self, past: &mut Past, thread: usize) {
        past.called[thread] = true;
        let mut left: Vec<Run> = past.runs.iter().cloned().collect();
        while let Some(run) = left.pop() {
            for thread in 0..past.called.len() {
                if !past.called[thread] || run.answers[thread].is_some() {
                    continue;
                }
                if let Some((answer, node)) = self.expectation.runs.next(run.node, thread) {
                    let mut longer = Run { node, answers: run.answers.clone() };
                    longer.answers[thread] = Some(answer.clone());
                    if past.runs.insert(longer.clone()) {
                        left.push(longer);
                    }
                }
            }
        }
    }

    fn return_from(&self, past: &mut Past, thread: usize, observed: &Value) {
        past.called[thread] = false;
        past.returned[thread] += 1;
        let runs = std::mem::take(&mut past.runs).into_iter().filter_map(|mut run| {
            let answer = run.answers[thread].take()?;
            self.expectation.agrees(&answer, observed).then_some(run)
        });
        past.runs = runs.collect();
    }

    /// Whether a step of a thread calls.
    fn calls(&self, before: &Explained, thread: usize) -> bool {
        before.past.called.get(thread).is_some_and(|called| !called)
    }

    /// Whether some sequential run explains what happened up to a state in which nobody moves.
    fn is_explained(&self, last: &Explained) -> bool {
        let ends = |run: &Run| self.expectation.runs.ends_after(run.node, &last.past.returned);
        last.past.runs.iter().any(ends)
    }

    /// The schedule of a machine in which calls are steps of their own.
    fn with_calls(&self, schedule: &Schedule) -> Schedule {
        let mut state = self.initial();
        let mut steps = Vec::new();
        for choice in &schedule.steps {
            let thread = choice.process.index();
            if self.calls(&state, thread) {
                steps.push(*choice);
            }
            steps.push(*choice);
            let id = ThreadId::new(thread).expect("the thread has moved before");
            state = self.next(&state, &id);
        }
        Schedule { initial: schedule.initial, steps }
    }

    fn initial(&self) -> Explained {
        let threads = self.machine.client_count();
        let nothing = Run { node: 0, answers: vec![None; threads] };
        let past = Past {
            returned: vec![0; threads],
            called: vec![false; threads],
            runs: BTreeSet::from([nothing]),
        };
        Explained { state: self.machine.initial_state().clone(), past: Arc::new(past) }
    }
}

impl System for InRealTime<'_> {
    type State = Explained;
    type Action = ThreadId;

    fn initial_states(&self) -> Vec<Explained> {
        vec![self.initial()]
    }

    fn pending(&self, state: &Explained, pending: &mut PendingActions<ThreadId>) {
        self.machine.pending(&state.state, pending);
    }

    fn next(&self, before: &Explained, action: &ThreadId) -> Explained {
        let thread = action.number();
        let mut past = before.past.clone();
        if self.calls(before, thread) {
            self.call(Arc::make_mut(&mut past), thread);
        }
        if let Some(outcome) = before.state.returning(thread) {
            self.return_from(Arc::make_mut(&mut past), thread, &convert::value(outcome));
        }
        Explained { state: self.machine.step(&before.state, *action), past }
    }

    fn names(&self, state: &Explained, names: &mut Vec<u32>) {
        self.machine.names(&state.state, names);
    }
}

/// What the search has found.
pub(super) struct Found<'a> {
    system: &'a InRealTime<'a>,
    pub(super) failure: Option<JvmError>,
    /// An execution that is wrong, for a machine in which calls and returns are steps.
    pub(super) wrong: Option<Schedule>,
}

impl<'a> Found<'a> {
    pub(super) fn new(system: &'a InRealTime<'a>) -> Found<'a> {
        Found { system, failure: None, wrong: None }
    }
}

impl<'a> Visitor<InRealTime<'a>> for Found<'a> {
    fn terminal(&mut self, _: Terminal, visit: &Visit<'_, InRealTime<'a>>) -> ControlFlow<()> {
        if let Some(error) = visit.state.state.failure() {
            self.failure.get_or_insert_with(|| error.clone());
            return ControlFlow::Continue(());
        }
        if self.system.is_explained(visit.state) {
            return ControlFlow::Continue(());
        }
        self.wrong = Some(self.system.with_calls(&visit.schedule()));
        ControlFlow::Break(())
    }
}
