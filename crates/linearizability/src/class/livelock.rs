//! Whether threads can still get anything done.

use std::ops::ControlFlow;

use aplomb_explore::{
    Limits, Options, Outcome, PendingActions, Strategy, System, Terminal, Visit, explore,
    on_terminal,
};
use aplomb_jvm::{Machine, State, ThreadId};

/// More states than this are not looked at.
const MOST_STATES: u64 = 1_000_000;

/// A machine that goes on from a state.
struct From<'a> {
    machine: &'a Machine,
    state: &'a State,
}

impl System for From<'_> {
    type State = State;
    type Action = ThreadId;

    fn initial_states(&self) -> Vec<State> {
        vec![self.state.clone()]
    }

    fn pending(&self, state: &State, pending: &mut PendingActions<ThreadId>) {
        self.machine.pending(state, pending);
    }

    fn next(&self, state: &State, action: &ThreadId) -> State {
        self.machine.next(state, action)
    }
}

/// Whether no execution that goes on from the state ever ends.
pub(super) fn is_livelock(machine: &Machine, state: &State) -> bool {
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let mut visitor = on_terminal(|_: Terminal, _: &Visit<'_, From<'_>>| ControlFlow::Break(()));
    let exploration = explore(&From { machine, state }, Strategy::Full, &options, &mut visitor);
    exploration.outcome == Outcome::Complete
}
