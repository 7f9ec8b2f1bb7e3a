//! DL-S-POR (Algorithm 3): dependencies are looked up when the search returns to a state.

use crate::dependence::futures::{Futures, Status};
use crate::dependence::source_sets::SourceSets;
use crate::process::{ProcessId, ProcessSet};
use crate::search::depth_first::{Reduction, Top};
use crate::search::names::Renaming;
use crate::search::store::StateId;

/// Explores source sets that are computed lazily.
///
/// Deviations from the thesis: what happens after a state is read off the summaries of its
/// successors, not found by traversing their successors again; what blocked processes wait for
/// counts as well, without which orders that end in a deadlock are lost; and where the future is
/// not known yet, because it leads back to the stack, everything is explored, without which
/// processes that spin starve the others.
pub(crate) struct Lazy {
    futures: Futures,
    source_sets: SourceSets,
}

impl Lazy {
    pub(crate) fn new() -> Self {
        Self { futures: Futures::new(), source_sets: SourceSets::default() }
    }
}

impl<A> Reduction<A> for Lazy {
    fn enter(&mut self, top: &Top<'_, A>) {
        self.futures.enter(top);
        self.source_sets.enter(top.frame);
    }

    fn begin(&mut self, _top: &Top<'_, A>, _process: ProcessId) {
        self.futures.begin();
    }

    fn arrive(
        &mut self,
        _top: &Top<'_, A>,
        target: StateId,
        renaming: Option<&Renaming<'_>>,
    ) -> bool {
        self.futures.arrive(target, renaming) == Status::Open
    }

    fn explored(&mut self, top: &Top<'_, A>, process: ProcessId) {
        if top.frame.safe.is_subset(top.frame.done) {
            return;
        }
        let conflicting = self.futures.conflicting(top, process).unwrap_or(ProcessSet::ALL);
        let current = self.source_sets.current(top.depth, process);
        *current = current.union(conflicting);
        self.source_sets.update_backtrack(top, process);
    }

    fn promising(&mut self, top: &Top<'_, A>, candidates: ProcessSet) -> ProcessSet {
        self.futures.promising(top, candidates)
    }

    fn remaining(&mut self, top: &Top<'_, A>) -> ProcessSet {
        self.source_sets.remaining(top.frame)
    }

    fn leave(&mut self, top: &Top<'_, A>) {
        self.futures.leave(top);
        self.source_sets.leave();
    }
}
