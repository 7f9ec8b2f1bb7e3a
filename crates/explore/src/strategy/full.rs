//! Full exploration: every process that can move does.

use crate::process::ProcessSet;
use crate::search::depth_first::{Reduction, Top};
use crate::search::names::Renaming;
use crate::search::store::StateId;

/// Explores every move from every state.
pub(crate) struct Full;

impl<A> Reduction<A> for Full {
    const FOLLOWS_NAMES: bool = false;

    const SAFE_SETS: bool = false;

    fn arrive(
        &mut self,
        _top: &Top<'_, A>,
        _target: StateId,
        _renaming: Option<&Renaming<'_>>,
    ) -> bool {
        false
    }

    fn remaining(&mut self, top: &Top<'_, A>) -> ProcessSet {
        top.frame.enabled.difference(top.frame.done)
    }
}
