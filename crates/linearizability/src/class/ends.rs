//! Does a client leave the object as no sequential run does?
//!
//! What a call has broken may show only later. An execution whose calls return what they should, but
//! at whose end the object is another one than after any sequential run, is worth one more call.

use aplomb_explore::{Schedule, System};
use aplomb_jvm::{Machine, State, ThreadId};
use rustc_hash::FxHashSet;

use super::{ClassUnderTest, Mode, Seen, convert};
use crate::{Call, Client};

/// How many steps are taken at most to find out how sequential runs end.
const MOST_STEPS: usize = 20_000;

/// How many steps a last call takes at most.
const LONGEST_CALL: usize = 2_000;

/// How many calls are tried after an execution.
const MOST_LAST_CALLS: usize = 32;

/// How much work it is to prepare a client, in steps.
const PREPARATION: u64 = 20;

/// The states in which sequential runs of a machine's client end. Nothing if they are too many, or if
/// calls start threads.
pub(super) fn sequential_ends(machine: &Machine) -> Option<FxHashSet<State>> {
    let mut left = MOST_STEPS;
    let mut ends = FxHashSet::default();
    let mut seen: FxHashSet<State> = FxHashSet::default();
    let mut open = vec![machine.initial_state().clone()];
    while let Some(state) = open.pop() {
        if state.thread_count() > machine.client_count() {
            return None;
        }
        if state.all_finished() {
            ends.insert(state);
            continue;
        }
        for thread in 0..machine.client_count() {
            if let Some(after) = run_call(machine, &state, thread, &mut left)?
                && seen.insert(after.clone())
            {
                open.push(after);
            }
        }
    }
    Some(ends)
}

/// The state after the current call of a thread, if it comes to its end by itself; nothing at all if
/// there are too many steps.
fn run_call(
    machine: &Machine,
    state: &State,
    thread: usize,
    left: &mut usize,
) -> Option<Option<State>> {
    let Some(id) = ThreadId::new(thread).filter(|_| !state.is_finished(thread)) else {
        return Some(None);
    };
    let returned = state.outcomes(thread).len();
    let mut state = state.clone();
    while state.outcomes(thread).len() == returned {
        if !machine.is_enabled(&state, thread) {
            return Some(None);
        }
        *left = left.checked_sub(1)?;
        state = machine.step(&state, id);
    }
    Some(Some(state))
}

/// A client with one more call that returns what is wrong, and what it took to find out.
pub(super) struct OneMore {
    pub(super) client: Option<Client>,
    pub(super) steps: u64,
}

impl ClassUnderTest {
    /// Makes one more call after executions of a client, until one returns what no sequential run
    /// explains that ends with it.
    pub(super) fn one_more_call(
        &self,
        client: &Client,
        executions: &[Schedule],
        calls: &[Call],
        allowed: &dyn Fn(&Client) -> bool,
    ) -> OneMore {
        let mut steps = 0;
        // Calls that look at something mostly have few arguments.
        let mut calls: Vec<&Call> = calls.iter().collect();
        calls.sort_by_key(|call| call.arguments.len());
        for call in calls.into_iter().take(MOST_LAST_CALLS) {
            let with_call = |thread: usize| {
                let mut longer = client.clone();
                longer.threads[thread].push(call.clone());
                (thread, longer)
            };
            let mut longer = (0..client.threads.len()).map(with_call);
            let Some((thread, longer)) = longer.find(|(_, longer)| allowed(longer)) else {
                continue;
            };
            steps += PREPARATION;
            let Ok(machine) = self.machine_without_names(&longer, Seen::Nothing) else { continue };
            let Ok(expectation) = self.expectation(&longer) else { continue };
            for execution in executions {
                let Some(end) = continued(&machine, execution, thread) else { continue };
                steps += execution.steps.len() as u64;
                let outcome = convert::outcome(&machine, &end);
                let agrees = |answer: &_, observed: &_| expectation.agrees(answer, observed);
                // The last call was made when all others had returned.
                let lengths = client.threads.iter().map(|calls| calls.len() as u8).collect();
                let mut order = vec![Vec::new(); longer.threads.len()];
                order[thread] = vec![Vec::new(); client.threads[thread].len()];
                order[thread].push(lengths);
                let order = (self.mode == Mode::Strict).then_some(&order);
                if !expectation.runs.explains(&outcome, order, agrees) {
                    return OneMore { client: Some(longer), steps };
                }
            }
        }
        OneMore { client: None, steps }
    }
}

/// The end of an execution after which one thread goes on alone.
fn continued(machine: &Machine, execution: &Schedule, thread: usize) -> Option<State> {
    let mut state = machine.initial_state().clone();
    for choice in &execution.steps {
        let thread = choice.process.index();
        if !machine.is_enabled(&state, thread) {
            return None;
        }
        state = machine.next(&state, &ThreadId::new(thread)?);
    }
    for _ in 0..LONGEST_CALL {
        if !machine.is_enabled(&state, thread) {
            return state.failure().is_none().then_some(state);
        }
        state = machine.next(&state, &ThreadId::new(thread)?);
    }
    None
}
