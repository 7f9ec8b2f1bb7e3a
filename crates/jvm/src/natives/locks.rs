//! `java.util.concurrent.locks`, each lock as one object: taking and giving
//! back are one action each. The lock's state lies in the `sync` object that
//! the real classes also use, so a condition and the two halves of a
//! read-write lock find it.
//!
//! Any waiting thread may get a lock, whatever the order in which they came:
//! fairness is not modelled.

use super::NativeFunction;
use crate::action::{Access, Action, ActionKind, Guard, Place};
use crate::guard::can_write;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::object::Synchronization;
use crate::state::Waiting;
use crate::value::{ObjectId, Value};

const PACKAGE: &str = "java/util/concurrent/locks/";

pub(super) fn lookup(class: &str, name: &str, descriptor: &str) -> Option<NativeFunction> {
    Some(match (class.strip_prefix(PACKAGE)?, name) {
        ("ReentrantLock" | "ReentrantReadWriteLock$WriteLock", "lock") => lock,
        ("ReentrantLock" | "ReentrantReadWriteLock$WriteLock", "lockInterruptibly") => {
            lock_interruptibly
        }
        ("ReentrantLock" | "ReentrantReadWriteLock$WriteLock", "tryLock") => try_lock,
        ("ReentrantLock" | "ReentrantReadWriteLock$WriteLock", "unlock") => unlock,
        ("ReentrantLock" | "ReentrantReadWriteLock$WriteLock", "isHeldByCurrentThread") => is_held,
        ("ReentrantLock" | "ReentrantReadWriteLock$WriteLock", "getHoldCount") => hold_count,
        ("ReentrantLock", "isLocked") | ("ReentrantReadWriteLock", "isWriteLocked") => is_locked,
        (
            "ReentrantLock" | "ReentrantReadWriteLock",
            "hasQueuedThreads" | "hasQueuedThread" | "getQueueLength",
        ) => super::unsupported,
        ("ReentrantLock" | "ReentrantReadWriteLock", "hasWaiters" | "getWaitQueueLength") => {
            wait_queue_length
        }
        ("ReentrantReadWriteLock", "isWriteLockedByCurrentThread") => is_held,
        ("ReentrantReadWriteLock", "getWriteHoldCount") => hold_count,
        ("ReentrantReadWriteLock", "getReadHoldCount") => read_hold_count,
        ("ReentrantReadWriteLock", "getReadLockCount") => read_lock_count,
        ("ReentrantReadWriteLock$ReadLock", "lock" | "lockInterruptibly") => read_lock,
        ("ReentrantReadWriteLock$ReadLock", "tryLock") => try_read_lock,
        ("ReentrantReadWriteLock$ReadLock", "unlock") => read_unlock,
        ("ReentrantReadWriteLock$Sync", "<init>") => super::nothing,
        ("AbstractQueuedSynchronizer$ConditionObject", "await") => await_signal,
        ("AbstractQueuedSynchronizer$ConditionObject", "awaitNanos" | "awaitUntil") => await_signal,
        ("AbstractQueuedSynchronizer$ConditionObject", "awaitUninterruptibly") => await_signal,
        ("AbstractQueuedSynchronizer$ConditionObject", "signal") if descriptor == "()V" => signal,
        ("AbstractQueuedSynchronizer$ConditionObject", "signalAll") if descriptor == "()V" => {
            signal_all
        }
        _ => return None,
    })
}

/// The object that holds a lock's state.
fn sync_of(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<ObjectId, Trap> {
    let id = call.object(interpreter, 0)?;
    match interpreter.field(id, "sync")? {
        Value::Ref(sync) => Ok(sync),
        _ => Err(interpreter.null_pointer()),
    }
}

/// What is known of a lock.
pub(super) fn state(interpreter: &Interpreter<'_>, id: ObjectId) -> Result<Synchronization, Trap> {
    Ok(interpreter.object(id)?.synchronization.as_deref().cloned().unwrap_or_default())
}

/// Changes what is known of a lock.
pub(super) fn update(
    interpreter: &mut Interpreter<'_>,
    id: ObjectId,
    change: impl FnOnce(&mut Synchronization),
) -> Result<(), Trap> {
    let object = interpreter.object_mut(id)?;
    change(object.synchronization_mut());
    object.settle();
    Ok(())
}

/// How often the running thread holds the lock.
fn holds(interpreter: &Interpreter<'_>, sync: ObjectId) -> Result<u32, Trap> {
    let lock = interpreter.object(sync)?.synchronization.as_ref().and_then(|state| state.lock);
    Ok(match lock {
        Some((owner, holds)) if owner == interpreter.number => holds,
        _ => 0,
    })
}

fn set_holds(interpreter: &mut Interpreter<'_>, sync: ObjectId, holds: u32) -> Result<(), Trap> {
    let number = interpreter.number;
    update(interpreter, sync, |state| state.lock = (holds > 0).then_some((number, holds)))
}

/// Announces an action on a lock, unless only this thread can see the lock.
pub(super) fn announce(
    interpreter: &mut Interpreter<'_>,
    kind: ActionKind,
    sync: ObjectId,
    access: Access,
    guard: Guard,
) -> Result<(), Trap> {
    if interpreter.object(sync)?.marks.shared || !interpreter.is_enabled(&guard) {
        interpreter.gate(Action::new(kind, sync, Place::LOCK, access).guarded(guard))?;
    }
    Ok(())
}

fn lock(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    let held = holds(interpreter, sync)?;
    if held == 0 {
        announce(interpreter, ActionKind::Lock, sync, Access::Write, Guard::LockFree(sync))?;
    }
    set_holds(interpreter, sync, held + 1)?;
    Ok(Flow::Return(Value::Unset))
}

fn lock_interruptibly(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    if holds(interpreter, sync)? == 0 {
        let action = Action::new(ActionKind::Lock, sync, Place::LOCK, Access::Write)
            .guarded(Guard::LockFree(sync))
            .also(interpreter.own_thread_place());
        interpreter.gate(action)?;
    }
    interpreter.check_interrupt()?;
    let held = holds(interpreter, sync)?;
    set_holds(interpreter, sync, held + 1)?;
    Ok(Flow::Return(Value::Unset))
}

/// With or without a time limit: the lock is free now, or the time is over.
fn try_lock(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    let held = holds(interpreter, sync)?;
    if held == 0 {
        announce(interpreter, ActionKind::TryLock, sync, Access::Write, Guard::Always)?;
    }
    let taken = held > 0 || can_write(&state(interpreter, sync)?, interpreter.number);
    if taken {
        set_holds(interpreter, sync, held + 1)?;
    }
    Ok(Flow::Return(Value::boolean(taken)))
}

fn unlock(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    let held = holds(interpreter, sync)?;
    if held == 0 {
        return Err(interpreter.exception("java/lang/IllegalMonitorStateException", ""));
    }
    if held == 1 {
        announce(interpreter, ActionKind::Unlock, sync, Access::Write, Guard::Always)?;
    }
    set_holds(interpreter, sync, held - 1)?;
    Ok(Flow::Return(Value::Unset))
}

fn is_held(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    Ok(Flow::Return(Value::boolean(holds(interpreter, sync)? > 0)))
}

fn hold_count(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    Ok(Flow::Return(Value::Int(holds(interpreter, sync)? as i32)))
}

fn is_locked(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    announce(interpreter, ActionKind::TryLock, sync, Access::Read, Guard::Always)?;
    Ok(Flow::Return(Value::boolean(state(interpreter, sync)?.lock.is_some())))
}

// Readers. Two readers do not disturb each other: to take or give back a read
// lock is a read of the lock object.

fn read_holds(interpreter: &Interpreter<'_>, sync: ObjectId) -> Result<u32, Trap> {
    let number = interpreter.number;
    let state = state(interpreter, sync)?;
    Ok(state.readers.iter().find(|reader| reader.0 == number).map_or(0, |reader| reader.1))
}

fn set_read_holds(
    interpreter: &mut Interpreter<'_>,
    sync: ObjectId,
    holds: u32,
) -> Result<(), Trap> {
    let number = interpreter.number;
    update(interpreter, sync, |state| {
        state.readers.retain(|reader| reader.0 != number);
        if holds > 0 {
            state.readers.push((number, holds));
            state.readers.sort_unstable();
        }
    })
}

fn read_lock(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    let held = read_holds(interpreter, sync)?;
    if held == 0 {
        announce(interpreter, ActionKind::Lock, sync, Access::Read, Guard::ReadLockFree(sync))?;
    }
    set_read_holds(interpreter, sync, held + 1)?;
    Ok(Flow::Return(Value::Unset))
}

fn try_read_lock(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    let held = read_holds(interpreter, sync)?;
    if held == 0 {
        announce(interpreter, ActionKind::TryLock, sync, Access::Read, Guard::Always)?;
    }
    let taken = held > 0 || interpreter.is_enabled(&Guard::ReadLockFree(sync));
    if taken {
        set_read_holds(interpreter, sync, held + 1)?;
    }
    Ok(Flow::Return(Value::boolean(taken)))
}

fn read_unlock(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    let held = read_holds(interpreter, sync)?;
    if held == 0 {
        let message = "attempt to unlock read lock, not locked by current thread";
        return Err(interpreter.exception("java/lang/IllegalMonitorStateException", message));
    }
    if held == 1 {
        announce(interpreter, ActionKind::Unlock, sync, Access::Read, Guard::Always)?;
    }
    set_read_holds(interpreter, sync, held - 1)?;
    Ok(Flow::Return(Value::Unset))
}

fn read_hold_count(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    Ok(Flow::Return(Value::Int(read_holds(interpreter, sync)? as i32)))
}

fn read_lock_count(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    // A look at all readers is disturbed by each of them.
    announce(interpreter, ActionKind::TryLock, sync, Access::Write, Guard::Always)?;
    let count: u32 = state(interpreter, sync)?.readers.iter().map(|reader| reader.1).sum();
    Ok(Flow::Return(Value::Int(count as i32)))
}

// Conditions

/// The condition and its lock, if the lock is a modelled one.
fn condition_of(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Option<(ObjectId, ObjectId)>, Trap> {
    let condition = call.object(interpreter, 0)?;
    let Value::Ref(sync) = interpreter.field(condition, "this$0")? else {
        return Ok(None);
    };
    let class = interpreter.world.class(interpreter.object(sync)?.class);
    let modelled = class.name.starts_with("java/util/concurrent/locks/Reentrant");
    Ok(modelled.then_some((condition, sync)))
}

/// `await` in all its forms: one action gives the lock back, a second one takes it again.
fn await_signal(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let Some((condition, sync)) = condition_of(interpreter, call)? else {
        return Ok(Flow::OwnCode);
    };
    let number = interpreter.number;
    let interruptible = &*call.method.name != "awaitUninterruptibly";
    let timed = call.arguments.len() > 1;
    let lock_place = (Place::new(sync, Place::LOCK), Access::Write);
    let places = || [lock_place].into_iter();
    if interpreter.thread.waiting.is_none() {
        let held = holds(interpreter, sync)?;
        if held == 0 {
            return Err(interpreter.exception("java/lang/IllegalMonitorStateException", ""));
        }
        let action = Action::new(ActionKind::Await, condition, Place::CONDITION, Access::Write);
        let own = interpreter.own_thread_place();
        interpreter.gate(action.also(places().chain(own)))?;
        if interruptible {
            interpreter.check_interrupt()?;
        }
        set_holds(interpreter, sync, 0)?;
        update(interpreter, condition, |state| state.awaiting.push((number, false)))?;
        interpreter.thread.waiting = Some(Waiting { object: condition, depth: held });
    }
    let own = interpreter.own_thread_place();
    let action = Action::new(ActionKind::Resume, condition, Place::CONDITION, Access::Write)
        .also(places().chain(own))
        .guarded(Guard::Signalled { condition, lock: sync, timed });
    interpreter.gate(action)?;
    let held = interpreter.thread.waiting.take().map_or(1, |waiting| waiting.depth);
    let signalled = state(interpreter, condition)?.awaiting.contains(&(number, true));
    update(interpreter, condition, |state| state.awaiting.retain(|waiter| waiter.0 != number))?;
    set_holds(interpreter, sync, held)?;
    if interruptible && !signalled {
        interpreter.check_interrupt()?;
    }
    Ok(Flow::Return(match (timed, &*call.method.name) {
        (false, _) => Value::Unset,
        (true, "awaitNanos") => Value::Long(i64::from(signalled)),
        (true, _) => Value::boolean(signalled),
    }))
}

/// How many wait for a condition, or whether someone does. Who asks must hold the lock, so nobody
/// comes or goes meanwhile.
fn wait_queue_length(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let sync = sync_of(interpreter, call)?;
    if holds(interpreter, sync)? == 0 {
        return Err(interpreter.exception("java/lang/IllegalMonitorStateException", ""));
    }
    let condition = call.object(interpreter, 1)?;
    let waiting = state(interpreter, condition)?.awaiting.iter().filter(|waiter| !waiter.1).count();
    Ok(Flow::Return(if &*call.method.name == "hasWaiters" {
        Value::boolean(waiting > 0)
    } else {
        Value::Int(waiting as i32)
    }))
}

fn signal(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    signal_some(interpreter, call, 1)
}

fn signal_all(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    signal_some(interpreter, call, usize::MAX)
}

/// The longest waiting threads are signalled first, as the JDK documents.
fn signal_some(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    count: usize,
) -> Result<Flow, Trap> {
    let Some((condition, sync)) = condition_of(interpreter, call)? else {
        return Ok(Flow::OwnCode);
    };
    if holds(interpreter, sync)? == 0 {
        return Err(interpreter.exception("java/lang/IllegalMonitorStateException", ""));
    }
    if interpreter.object(condition)?.marks.shared {
        interpreter.gate(Action::new(
            ActionKind::Signal,
            condition,
            Place::CONDITION,
            Access::Write,
        ))?;
    }
    update(interpreter, condition, |state| {
        state
            .awaiting
            .iter_mut()
            .filter(|waiter| !waiter.1)
            .take(count)
            .for_each(|waiter| waiter.1 = true);
    })?;
    Ok(Flow::Return(Value::Unset))
}
