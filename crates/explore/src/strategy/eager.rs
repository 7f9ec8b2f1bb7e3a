//! DE-S-POR (Algorithm 2): every new action is compared with the execution that led to it.

use crate::dependence::execution_index::ExecutionIndex;
use crate::dependence::futures::{Futures, Status};
use crate::dependence::source_sets::SourceSets;
use crate::process::{ProcessId, ProcessSet};
use crate::search::depth_first::{Reduction, Top};
use crate::search::names::Renaming;
use crate::search::store::StateId;

/// Explores source sets that are computed eagerly.
///
/// Deviations from the thesis: an action is charged to *all* moves on the stack that it conflicts
/// with, for the last one alone (lines 21 to 25) loses executions; what blocked processes wait for
/// is charged too; and moves that lead back to the stack make everything be explored.
pub(crate) struct Eager {
    pub(super) futures: Futures,
    pub(super) source_sets: SourceSets,
    pub(super) execution: ExecutionIndex,
}

impl Eager {
    pub(crate) fn new() -> Self {
        Self {
            futures: Futures::new(),
            source_sets: SourceSets::default(),
            execution: ExecutionIndex::default(),
        }
    }

    /// What follows the moves from the state at `depth` is not known yet.
    fn expand_fully(&mut self, depth: usize) {
        let moving = self.execution.moving(depth);
        *self.source_sets.current(depth, moving) = ProcessSet::ALL;
    }

    /// A move from the top state led to a state seen before. Tells what is known about it.
    pub(super) fn look_up<A>(
        &mut self,
        top: &Top<'_, A>,
        target: StateId,
        renaming: Option<&Renaming<'_>>,
    ) -> Status {
        let status = self.futures.arrive(target, renaming);
        match (status, renaming) {
            (Status::Closed(row), _) => {
                for (process, footprint) in self.futures.accesses(row) {
                    for past in self.execution.conflicting(process, footprint) {
                        self.source_sets.current(past.depth(), past.process).insert(process);
                    }
                }
            }
            (_, None) => self.expand_fully(top.depth),
            // Next time round, objects of all states on the stack may be touched.
            (_, Some(_)) => (0..=top.depth).for_each(|depth| self.expand_fully(depth)),
        }
        status
    }
}

impl<A> Reduction<A> for Eager {
    fn enter(&mut self, top: &Top<'_, A>) {
        for pending in top.pending.range(top.start(), top.end()) {
            for past in self.execution.conflicting(pending.process, pending.footprint) {
                self.source_sets.current(past.depth(), past.process).insert(pending.process);
            }
        }
        self.futures.enter(top);
        self.source_sets.enter(top.frame);
    }

    fn begin(&mut self, top: &Top<'_, A>, process: ProcessId) {
        self.futures.begin();
        self.execution.push(top.depth, process);
        for footprint in top.pending_of(process) {
            self.execution.touch(footprint);
        }
    }

    fn arrive(
        &mut self,
        top: &Top<'_, A>,
        target: StateId,
        renaming: Option<&Renaming<'_>>,
    ) -> bool {
        self.look_up(top, target, renaming) == Status::Open
    }

    fn explored(&mut self, top: &Top<'_, A>, process: ProcessId) {
        self.execution.pop();
        self.source_sets.update_backtrack(top, process);
    }

    fn promising(&mut self, top: &Top<'_, A>, candidates: ProcessSet) -> ProcessSet {
        self.futures.promising(top, candidates)
    }

    fn remaining(&mut self, top: &Top<'_, A>) -> ProcessSet {
        self.source_sets.remaining(top.frame)
    }

    fn leave(&mut self, top: &Top<'_, A>) {
        if self.futures.leave(top) == Status::Cyclic {
            self.expand_fully(top.depth - 1);
        }
        self.source_sets.leave();
    }
}
