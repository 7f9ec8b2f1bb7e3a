//! How a machine runs, and how far.

use crate::atomic::AtomicBlock;

/// Choices and limits of a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Locks of `java.util.concurrent.locks` are single objects (default), or run from their bytecode.
    pub model_locks: bool,
    /// Calls and returns of operations are visible actions, so that real-time
    /// order counts. Exactly a return and a later call of another thread
    /// depend on each other.
    pub strict: bool,
    /// Calls are seen as late as can be, with the first visible action of their operation, and
    /// returns as early as can be: a return is a step that may always be taken first. What
    /// operations return is not kept in the state, but told by [`State::returning`] in front of
    /// that step.
    ///
    /// [`State::returning`]: crate::State::returning
    pub tight: bool,
    /// States that differ only in the names of objects are different states. Without names there
    /// are far fewer states, but the same object may have different names in states that are equal
    /// ([`System::names`](aplomb_explore::System::names)).
    pub names_matter: bool,
    /// Instructions a thread may execute between two visible actions.
    pub instructions_per_step: u64,
    /// Instructions an operation may execute when it runs alone.
    pub instructions_per_call: u64,
    /// Instructions a constructor, an initializer or a setup call may execute.
    pub instructions_of_setup: u64,
    /// Calls on a stack before `StackOverflowError`.
    pub call_depth: usize,
    /// Elements of all arrays that a thread may allocate between two visible actions.
    pub elements_per_step: usize,
    /// Threads of one state, at most 64.
    pub threads: usize,
    /// Blocks that run in one step.
    pub atomic: Vec<AtomicBlock>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            model_locks: true,
            strict: false,
            tight: false,
            names_matter: true,
            instructions_per_step: 1_000_000,
            instructions_per_call: 2_000_000,
            instructions_of_setup: 50_000_000,
            call_depth: 1_000,
            elements_per_step: 1 << 24,
            threads: 64,
            atomic: Vec::new(),
        }
    }
}
