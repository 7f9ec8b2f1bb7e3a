//! What the objects of each state are called, where equal states may have different names.

use crate::dependence::access_sets::{SliceId, Slices};
use crate::search::store::StateId;

/// The number of a list of names.
pub(crate) type NamesId = SliceId;

/// The names in each state, in the order in which the states were found.
pub(crate) struct Names {
    lists: Slices<u32>,
    of_state: Vec<NamesId>,
    scratch: Vec<u32>,
}

impl Names {
    pub(crate) fn new() -> Self {
        Self { lists: Slices::new(), of_state: Vec::new(), scratch: Vec::new() }
    }

    /// The number of the list that `fill` makes.
    pub(crate) fn intern(&mut self, fill: impl FnOnce(&mut Vec<u32>)) -> NamesId {
        self.scratch.clear();
        fill(&mut self.scratch);
        self.lists.intern(&self.scratch)
    }

    /// The names in the next state.
    pub(crate) fn add(&mut self, names: NamesId) {
        self.of_state.push(names);
    }

    /// How to get from the names in a stored state to those in one that is equal to it, unless they
    /// are the same.
    pub(crate) fn renaming(&self, stored: StateId, names: NamesId) -> Option<Renaming<'_>> {
        let before = self.of_state[stored as usize];
        (before != names).then_some(Renaming { lists: &self.lists, before, after: names })
    }
}

/// Names in one state, and those of the same objects in an equal state.
pub(crate) struct Renaming<'a> {
    lists: &'a Slices<u32>,
    before: NamesId,
    after: NamesId,
}

impl Renaming<'_> {
    /// What it is known by.
    pub(crate) fn id(&self) -> (NamesId, NamesId) {
        (self.before, self.after)
    }

    /// The names that change, and what they become.
    pub(crate) fn changes(&self) -> impl Iterator<Item = (u32, u32)> {
        let pairs = self.lists.get(self.before).iter().zip(self.lists.get(self.after));
        pairs.filter(|(before, after)| before != after).map(|(before, after)| (*before, *after))
    }
}
