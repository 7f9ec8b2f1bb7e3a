//! When a pending action can happen.

use std::sync::Arc;

use crate::action::Guard;
use crate::heap::Heap;
use crate::interpreter::is_initialisable;
use crate::object::Synchronization;
use crate::state::Thread;
use crate::value::ObjectId;
use crate::world::World;

/// Whether thread `number` could do an action with this guard now.
pub(crate) fn is_enabled(
    world: &World,
    heap: &Heap,
    threads: &[Arc<Thread>],
    thread: &Thread,
    number: u8,
    guard: &Guard,
) -> bool {
    let at_rest = Synchronization::default();
    let state = |id: ObjectId| {
        heap.get(world, id).and_then(|object| object.synchronization.as_deref()).unwrap_or(&at_rest)
    };
    let free = |holder: Option<(u8, u32)>| holder.is_none_or(|(owner, _)| owner == number);
    match *guard {
        Guard::Always => true,
        Guard::MonitorFree(id) => free(state(id).monitor),
        Guard::Notified { monitor, timed } => {
            let state = state(monitor);
            let bit = 1u64 << (number % 64);
            let woken =
                timed || thread.interrupted || state.wakes.iter().any(|mask| mask & bit != 0);
            woken && free(state.monitor)
        }
        Guard::LockFree(id) => can_write(state(id), number),
        Guard::ReadLockFree(id) => free(state(id).lock),
        Guard::Signalled { condition, lock, timed } => {
            let signalled = state(condition)
                .awaiting
                .iter()
                .any(|(waiter, signalled)| *waiter == number && *signalled);
            (timed || signalled || thread.interrupted) && can_write(state(lock), number)
        }
        Guard::Permit => thread.permit || thread.interrupted,
        Guard::Ended(other) => {
            threads.get(usize::from(other)).is_none_or(|other| other.is_finished())
        }
        Guard::Initialisable(class) => is_initialisable(heap, class, number),
    }
}

/// A write lock is free if nobody else writes and nobody reads. A reader that
/// asks for the write lock waits for itself, as in the JDK.
pub(crate) fn can_write(state: &Synchronization, number: u8) -> bool {
    match state.lock {
        Some((owner, _)) => owner == number,
        None => state.readers.is_empty(),
    }
}
