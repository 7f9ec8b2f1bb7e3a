//! `StampedLock` as one object: a version, a writer, a number of readers.
//!
//! A stamp is the version and the mode; the version grows when a writer enters
//! and when it leaves.

use super::NativeFunction;
use super::locks::{announce, state, update};
use crate::action::{Access, ActionKind, Guard};
use crate::guard::can_write;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::object::Synchronization;
use crate::value::Value;

/// The lock belongs to stamps, not to threads; no thread has this number.
const NOBODY: u8 = 254;
const WRITE: u64 = 128;
const READ: u64 = 1;
const VERSION_SHIFT: u32 = 8;

pub(super) fn lookup(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "writeLock" | "writeLockInterruptibly" => {
            |interpreter, call| acquire(interpreter, call, WRITE, true)
        }
        "readLock" | "readLockInterruptibly" => {
            |interpreter, call| acquire(interpreter, call, READ, true)
        }
        "tryWriteLock" => |interpreter, call| acquire(interpreter, call, WRITE, false),
        "tryReadLock" => |interpreter, call| acquire(interpreter, call, READ, false),
        "unlockWrite" | "unlockRead" | "unlock" => release,
        "tryOptimisticRead" => optimistic_read,
        "validate" => validate,
        "tryConvertToWriteLock" => |interpreter, call| convert(interpreter, call, WRITE),
        "tryConvertToReadLock" => |interpreter, call| convert(interpreter, call, READ),
        "tryConvertToOptimisticRead" => |interpreter, call| convert(interpreter, call, 0),
        "isWriteLocked" => {
            |interpreter, call| look(interpreter, call, |state| state.lock.is_some())
        }
        "isReadLocked" => {
            |interpreter, call| look(interpreter, call, |state| !state.readers.is_empty())
        }
        "tryUnlockWrite"
        | "tryUnlockRead"
        | "unstampedUnlockWrite"
        | "unstampedUnlockRead"
        | "getReadLockCount" => super::unsupported,
        _ => return None,
    })
}

/// Version 0 would make a stamp of 0, which means failure.
fn stamp(state: &Synchronization, mode: u64) -> Value {
    Value::Long(((state.stamp + 1) << VERSION_SHIFT | mode).cast_signed())
}

/// The modes a stamp allows now; `None` if it is out of date.
fn mode_of(state: &Synchronization, stamp: i64) -> Option<u64> {
    let stamp = stamp.cast_unsigned();
    (stamp >> VERSION_SHIFT == state.stamp + 1).then_some(stamp & ((1 << VERSION_SHIFT) - 1))
}

fn enter(state: &mut Synchronization, mode: u64) {
    if mode == WRITE {
        state.lock = Some((NOBODY, 1));
        state.stamp += 1;
    } else if mode == READ {
        let readers = state.readers.first().map_or(0, |reader| reader.1);
        state.readers = vec![(NOBODY, readers + 1)];
    }
}

fn leave(state: &mut Synchronization, mode: u64) {
    if mode == WRITE {
        state.lock = None;
        state.stamp += 1;
    } else if mode == READ {
        let readers = state.readers.first().map_or(0, |reader| reader.1);
        state.readers = if readers > 1 { vec![(NOBODY, readers - 1)] } else { Vec::new() };
    }
}

fn is_free(state: &Synchronization, mode: u64, number: u8) -> bool {
    if mode == WRITE { can_write(state, number) } else { state.lock.is_none() }
}

fn acquire(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    mode: u64,
    waits: bool,
) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    let (kind, guard) = match (waits, mode) {
        (true, WRITE) => (ActionKind::Lock, Guard::LockFree(id)),
        (true, _) => (ActionKind::Lock, Guard::ReadLockFree(id)),
        (false, _) => (ActionKind::TryLock, Guard::Always),
    };
    let access = if mode == WRITE { Access::Write } else { Access::Read };
    announce(interpreter, kind, id, access, guard)?;
    let mut state = state(interpreter, id)?;
    if !is_free(&state, mode, interpreter.number) {
        return Ok(Flow::Return(Value::Long(0)));
    }
    enter(&mut state, mode);
    let stamp = stamp(&state, mode);
    update(interpreter, id, |current| *current = state)?;
    Ok(Flow::Return(stamp))
}

fn release(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    let mode = call.long(1).cast_unsigned() & ((1 << VERSION_SHIFT) - 1);
    let access = if mode == READ { Access::Read } else { Access::Write };
    announce(interpreter, ActionKind::Unlock, id, access, Guard::Always)?;
    let mut state = state(interpreter, id)?;
    let held = if mode == WRITE { state.lock.is_some() } else { !state.readers.is_empty() };
    if mode_of(&state, call.long(1)).is_none() || mode == 0 || !held {
        return Err(interpreter.exception("java/lang/IllegalMonitorStateException", ""));
    }
    leave(&mut state, mode);
    update(interpreter, id, |current| *current = state)?;
    Ok(Flow::Return(Value::Unset))
}

fn optimistic_read(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    announce(interpreter, ActionKind::TryLock, id, Access::Read, Guard::Always)?;
    let state = state(interpreter, id)?;
    let result = if state.lock.is_some() { Value::Long(0) } else { stamp(&state, 0) };
    Ok(Flow::Return(result))
}

fn validate(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    announce(interpreter, ActionKind::TryLock, id, Access::Read, Guard::Always)?;
    let valid = mode_of(&state(interpreter, id)?, call.long(1)).is_some();
    Ok(Flow::Return(Value::boolean(valid)))
}

fn convert(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    to: u64,
) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    announce(interpreter, ActionKind::TryLock, id, Access::Write, Guard::Always)?;
    let mut state = state(interpreter, id)?;
    let Some(from) = mode_of(&state, call.long(1)) else {
        return Ok(Flow::Return(Value::Long(0)));
    };
    if from == to {
        return Ok(Flow::Return(Value::Long(call.long(1))));
    }
    let before = state.clone();
    leave(&mut state, from);
    if from == READ && to == WRITE {
        // A reader that becomes the writer must be the only one.
        state.stamp = before.stamp;
    }
    if to != 0 && !is_free(&state, to, interpreter.number) {
        return Ok(Flow::Return(Value::Long(0)));
    }
    enter(&mut state, to);
    let stamp = stamp(&state, to);
    update(interpreter, id, |current| *current = state)?;
    Ok(Flow::Return(stamp))
}

fn look(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    question: fn(&Synchronization) -> bool,
) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    announce(interpreter, ActionKind::TryLock, id, Access::Write, Guard::Always)?;
    let answer = question(&state(interpreter, id)?);
    Ok(Flow::Return(Value::boolean(answer)))
}
