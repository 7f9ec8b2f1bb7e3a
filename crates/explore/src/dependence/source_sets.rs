//! The sets `backtrack` and `current` of the thesis (Figure 2.3), for every state on the stack.

use crate::process::{ProcessId, ProcessSet};
use crate::search::depth_first::{Frame, Top};

struct Level {
    /// The processes that could move.
    enabled: ProcessSet,
    /// The processes that have to be explored.
    backtrack: ProcessSet,
    /// Whether what has been explored is a source set.
    complete: bool,
    /// Where the `current` sets of the enabled processes begin.
    start: u32,
}

/// Which processes have to be explored from each state on the stack, and why.
///
/// `current[t]` is the set of processes, `t` among them, that do something after the moves of `t`
/// that conflicts with what `t` may do in the state. A set T of explored processes is persistent if
/// it is not empty and `current[t]` is a subset of T for all t in T.
#[derive(Default)]
pub(crate) struct SourceSets {
    levels: Vec<Level>,
    current: Vec<ProcessSet>,
}

impl SourceSets {
    pub(crate) fn enter(&mut self, frame: &Frame) {
        self.levels.push(Level {
            enabled: frame.enabled,
            backtrack: ProcessSet::EMPTY,
            complete: false,
            start: self.current.len() as u32,
        });
        self.current.extend(frame.enabled.iter().map(ProcessSet::only));
    }

    pub(crate) fn leave(&mut self) {
        let level = self.levels.pop().expect("the level to leave");
        self.current.truncate(level.start as usize);
    }

    /// The processes that can move in the state at `depth`.
    pub(crate) fn enabled(&self, depth: usize) -> ProcessSet {
        self.levels[depth].enabled
    }

    /// `current[process]` of the state at `depth`.
    pub(crate) fn current(&mut self, depth: usize, process: ProcessId) -> &mut ProcessSet {
        let level = &self.levels[depth];
        &mut self.current[level.start as usize + level.enabled.rank(process)]
    }

    /// UpdateBack: the moves of `process` have been explored from the top state.
    ///
    /// Deviation from the thesis: `backtrack` only grows (as printed it can lose processes), and T
    /// is the greatest fixpoint, which is empty if and only if there is no such set.
    pub(crate) fn update_backtrack<A>(&mut self, top: &Top<'_, A>, process: ProcessId) {
        let current = *self.current(top.depth, process);
        let persistent = self.persistent_subset(top.frame.done);
        let level = self.levels.last_mut().expect("a state on the stack");
        let more = if current.is_subset(top.frame.safe) { current } else { top.frame.safe };
        level.backtrack = level.backtrack.union(more);
        level.complete = !persistent.is_empty();
    }

    /// The processes that still have to be explored from the top state.
    pub(crate) fn remaining(&self, frame: &Frame) -> ProcessSet {
        let level = self.levels.last().expect("a state on the stack");
        if level.complete {
            ProcessSet::EMPTY
        } else if frame.done.is_empty() || frame.safe.is_subset(frame.done) {
            frame.safe.difference(frame.done)
        } else {
            level.backtrack.difference(frame.done)
        }
    }

    /// The largest subset of `done` that is closed under `current`.
    fn persistent_subset(&self, done: ProcessSet) -> ProcessSet {
        let level = self.levels.last().expect("a state on the stack");
        let current = &self.current[level.start as usize..];
        let mut closed = done;
        loop {
            let before = closed;
            for process in before.iter() {
                if !current[level.enabled.rank(process)].is_subset(closed) {
                    closed.remove(process);
                }
            }
            if closed == before {
                return closed;
            }
        }
    }
}
