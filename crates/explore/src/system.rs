//! The one trait that a transition system implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::pending::PendingActions;

/// A transition system: processes that take atomic actions on shared objects.
///
/// # What partial order reduction relies on
///
/// Full exploration needs none of this; every other strategy is sound only if the following holds.
///
/// 1. **Everything pending is listed.** A process that has not finished lists *all* its possible
///    next actions, also those that must wait (a lock held by another, a message not yet sent).
///    Only finished processes list nothing.
/// 2. **Footprints tell what matters.** Whether an action is possible or enabled, what it does and
///    what it touches depend only on the state of its process and on the objects in its footprint;
///    it changes only these. So two actions of different processes with footprints that do not
///    [conflict](crate::conflicts) commute and do not enable or disable each other.
/// 3. **Footprints of waiting actions are stable.** While its process stands still, the footprint
///    of an action that can ever be blocked stays the same. The footprint of an action that is
///    never blocked may follow the objects it reads (a failing compare-and-set may be listed as a
///    mere read).
/// 4. **Invisible means first.** An action that touches nothing, or is marked
///    [`invisible`](crate::PendingEntry::invisible), commutes with everything that other processes
///    can do before it.
pub trait System: Sync {
    /// A state. Equal states must have equal futures: what cannot matter any more should not be
    /// part of it.
    type State: Clone + Eq + Hash + Send + Sync;
    /// An atomic step of one process.
    type Action: Clone + Debug + Send + Sync;

    /// Where executions start.
    fn initial_states(&self) -> Vec<Self::State>;

    /// Lists every possible next action of every unfinished process in `state`, enabled or
    /// blocked, in an order that depends on the state alone. A state without pending actions is
    /// final; one with pending actions none of which is enabled is a deadlock.
    fn pending(&self, state: &Self::State, pending: &mut PendingActions<Self::Action>);

    /// The state after `action`, which is pending and enabled in `state`.
    fn next(&self, state: &Self::State, action: &Self::Action) -> Self::State;

    /// The names of the objects of `state` that may have other names in states that are equal to
    /// it: what is at the same place in the lists of two equal states is the same object. Names are
    /// upper halves of an [`ObjectId`](crate::ObjectId). Objects that are not listed have the same
    /// name in all states that are equal.
    fn names(&self, _state: &Self::State, _names: &mut Vec<u32>) {}

    /// The state that stands for all states that differ from `state` only in names that do not
    /// matter (of interchangeable processes, of values), or `None` if that is `state` itself.
    ///
    /// Breadth-first searches visit representatives only, and visitors see representatives;
    /// schedules are those of the system itself. Two states with the same representative must
    /// have the same moves up to renaming. Partial order reduction does without.
    fn canonical(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }
}
