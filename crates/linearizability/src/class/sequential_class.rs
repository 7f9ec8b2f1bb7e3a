//! A class as its own specification: its calls, run one after another.

use aplomb_jvm::{Completion, JvmError, Machine, State};

use super::convert;
use crate::sequential::{Ran, SequentialRuns};

/// The sequential runs of the client that a machine was made for.
pub(super) struct SequentialClass<'m>(pub(super) &'m Machine);

impl SequentialRuns for SequentialClass<'_> {
    type State = State;
    type Error = JvmError;

    fn start(&self) -> State {
        self.0.sequential_start().clone()
    }

    fn run(&self, state: &State, thread: usize, _call: usize) -> Result<Ran<State>, JvmError> {
        match self.0.run_call(state, thread) {
            // Whether two runs can be told apart from now on does not depend on
            // what was returned before.
            Completion::Returned(outcome, state) => {
                Ok(Ran::Returned(convert::value(&outcome), state.without_outcomes()))
            }
            Completion::Blocked => Ok(Ran::Waits),
            Completion::Failed(error) => Err(error),
        }
    }
}
