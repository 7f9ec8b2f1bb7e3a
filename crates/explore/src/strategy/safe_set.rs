//! S-POR (Algorithm 1): if some process can only move invisibly, its moves alone are explored.

use crate::process::ProcessSet;
use crate::search::depth_first::{Reduction, Top};
use crate::search::names::Renaming;
use crate::search::store::StateId;

/// Explores the safe set of every state.
///
/// Deviation from the thesis: a cycle of invisible moves (a process that spins without touching
/// anything) would starve all other processes, so a state whose invisible move leads back to the
/// stack is explored in full.
#[derive(Default)]
pub(crate) struct SafeSet {
    /// For each state, whether it is on the stack.
    open: Vec<bool>,
}

impl<A> Reduction<A> for SafeSet {
    const FOLLOWS_NAMES: bool = false;

    fn enter(&mut self, top: &Top<'_, A>) {
        self.open.push(true);
        debug_assert_eq!(self.open.len(), top.frame.state as usize + 1);
    }

    fn arrive(
        &mut self,
        _top: &Top<'_, A>,
        target: StateId,
        _renaming: Option<&Renaming<'_>>,
    ) -> bool {
        self.open[target as usize]
    }

    fn remaining(&mut self, top: &Top<'_, A>) -> ProcessSet {
        top.frame.safe.difference(top.frame.done)
    }

    fn leave(&mut self, top: &Top<'_, A>) {
        self.open[top.frame.state as usize] = false;
    }
}
