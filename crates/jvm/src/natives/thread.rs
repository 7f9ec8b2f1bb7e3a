//! `Thread` and `LockSupport`.

use std::sync::Arc;

use super::NativeFunction;
use crate::action::{Access, Action, ActionKind, Guard, Place};
use crate::error::JvmError;
use crate::interpreter::{Flow, Interpreter, NativeCall, SETUP_THREAD, Stop, Trap};
use crate::state::{Phase, Thread};
use crate::value::{Arena, ObjectId, Value};

pub(super) fn lookup(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>"
        | "setDaemon"
        | "setPriority"
        | "setUncaughtExceptionHandler"
        | "checkAccess" => super::nothing,
        "currentThread" | "currentCarrierThread" => current_thread,
        "<init>" => new_thread,
        "run" => run,
        "start" => start,
        "join" => join,
        "isAlive" => is_alive,
        "interrupt" => interrupt,
        "interrupted" => interrupted,
        "isInterrupted" => is_interrupted,
        "yield" | "onSpinWait" => super::nothing,
        "sleep" => sleep,
        "getId" | "threadId" => get_id,
        "getName" => get_name,
        "setName" => set_name,
        "getPriority" => |_, _| Ok(Flow::Return(Value::Int(5))),
        "isDaemon" | "isVirtual" => super::zero,
        "getThreadGroup" | "getContextClassLoader" | "getUncaughtExceptionHandler" => super::null,
        "holdsLock" => holds_lock,
        "getState" | "getStackTrace" | "getAllStackTraces" => super::unsupported,
        "startVirtualThread" | "ofVirtual" | "ofPlatform" => super::unsupported,
        _ => return None,
    })
}

pub(super) fn lock_support(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" | "setBlocker" | "setCurrentBlocker" => super::nothing,
        "park" => park,
        "parkNanos" | "parkUntil" => park_timed,
        "unpark" => unpark,
        "getBlocker" => super::null,
        _ => return None,
    })
}

fn current_thread(interpreter: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = match interpreter.thread.object {
        Some(id) => id,
        None => {
            let id = interpreter.new_instance(interpreter.world.known().thread);
            interpreter.thread.object = Some(id);
            id
        }
    };
    Ok(Flow::Return(Value::Ref(id)))
}

/// Which field remembers what a thread runs; JDKs differ.
const TARGETS: [&str; 2] = ["target", "holder"];

fn target_slot(interpreter: &Interpreter<'_>) -> Result<usize, Trap> {
    let thread = interpreter.world.known().thread;
    TARGETS
        .iter()
        .find_map(|name| interpreter.world.instance_slot(thread, name).ok())
        .ok_or_else(|| interpreter.unsupported("this JDK's Thread"))
}

fn new_thread(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let thread = call.object(interpreter, 0)?;
    let runnable = call
        .signature
        .parameters
        .iter()
        .position(|parameter| &*parameter.name == "java/lang/Runnable")
        .map_or(Value::Null, |index| call.argument(index + 1));
    let slot = target_slot(interpreter)?;
    interpreter.object_mut(thread)?.set(slot, runnable);
    let parameters = &call.signature.parameters;
    if let Some(index) = parameters.iter().position(|it| &*it.name == "java/lang/String") {
        interpreter.set_field(thread, "name", call.argument(index + 1))?;
    }
    Ok(Flow::Return(Value::Unset))
}

fn run(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let thread = call.object(interpreter, 0)?;
    let slot = target_slot(interpreter)?;
    match interpreter.object(thread)?.get(slot) {
        Some(Value::Ref(runnable)) => {
            let run = interpreter.virtual_method(runnable, "run", "()V")?;
            Ok(Flow::Call(run, vec![Value::Ref(runnable)]))
        }
        _ => Ok(Flow::Return(Value::Unset)),
    }
}

/// Number of the thread behind a `Thread` object.
fn number_of(interpreter: &Interpreter<'_>, id: ObjectId) -> Result<Option<u8>, Trap> {
    Ok(interpreter.object(id)?.synchronization.as_ref().and_then(|state| state.thread))
}

/// All starts write one common place, as they take turns at numbering the threads.
fn numbering() -> Place {
    Place::new(ObjectId::new(Arena::Constants, (1 << 24) - 1), Place::THREAD)
}

fn start(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    if interpreter.number == SETUP_THREAD {
        return Err(
            interpreter.unsupported("a thread that is started by the constructor or the setup")
        );
    }
    if interpreter.is_alone() {
        return Err(
            interpreter.unsupported("a thread that is started by an operation that runs alone")
        );
    }
    let action = Action::new(ActionKind::Start, id, Place::THREAD, Access::Write);
    interpreter.gate(action.also([(numbering(), Access::Write)]))?;
    if number_of(interpreter, id)?.is_some() {
        return Err(interpreter.exception("java/lang/IllegalThreadStateException", ""));
    }
    let number = interpreter.threads.len();
    if number >= interpreter.options.threads {
        let limit = interpreter.options.threads as u64;
        return Err(JvmError::TooLarge { what: "the number of threads".into(), limit }.into());
    }
    interpreter.publish(Value::Ref(id));
    interpreter.object_mut(id)?.synchronization_mut().thread = Some(number as u8);
    begin_thread(interpreter, id)?;
    Ok(Flow::Return(Value::Unset))
}

/// The new thread runs up to its first visible action at once: nobody can tell.
fn begin_thread(interpreter: &mut Interpreter<'_>, id: ObjectId) -> Result<(), Trap> {
    let number = interpreter.threads.len() as u8;
    let run = interpreter.virtual_method(id, "run", "()V")?;
    let trampoline = crate::trampoline::for_run(interpreter.world, run)?;
    interpreter.threads.push(Arc::new(Thread::of(id)));
    interpreter.heap.add_arena();
    let heap = std::mem::replace(&mut interpreter.heap, crate::heap::Heap::new());
    let threads = std::mem::take(&mut interpreter.threads);
    let mut started = Interpreter::new(
        interpreter.world,
        interpreter.options,
        interpreter.calls,
        heap,
        threads,
        number,
        crate::interpreter::Mode::Step { allowed: false },
    );
    started.begin(trampoline, &[Value::Ref(id)]);
    started.thread.phase = Phase::Running;
    let stop = started.run();
    let Interpreter { heap, mut threads, thread, .. } = started;
    debug_assert_ne!(stop, Stop::Blocked);
    threads[usize::from(number)] = Arc::new(thread);
    interpreter.heap = heap;
    interpreter.threads = threads;
    Ok(())
}

fn join(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    refuse_client(interpreter, id)?;
    let guard = match number_of(interpreter, id)? {
        Some(number) if call.long(1) == 0 => Guard::Ended(number),
        _ => Guard::Always,
    };
    let action = Action::new(ActionKind::Join, id, Place::THREAD, Access::Read);
    interpreter.gate(action.guarded(guard))?;
    Ok(Flow::Return(Value::Unset))
}

/// A client thread lives as long as its client wants: its end is no action of the program.
fn refuse_client(interpreter: &Interpreter<'_>, id: ObjectId) -> Result<(), Trap> {
    match number_of(interpreter, id)? {
        Some(number) if usize::from(number) < interpreter.calls.len() => {
            Err(interpreter.unsupported("waiting for the end of a client thread"))
        }
        _ => Ok(()),
    }
}

fn is_alive(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    refuse_client(interpreter, id)?;
    interpreter.gate(Action::new(ActionKind::Join, id, Place::THREAD, Access::Read))?;
    let alive = match number_of(interpreter, id)? {
        Some(number) => {
            interpreter.threads.get(usize::from(number)).is_some_and(|thread| !thread.is_finished())
        }
        None => interpreter.thread.object == Some(id),
    };
    Ok(Flow::Return(Value::boolean(alive)))
}

/// Changes the thread behind a `Thread` object.
fn with_thread(
    interpreter: &mut Interpreter<'_>,
    id: ObjectId,
    change: fn(&mut Thread),
) -> Result<(), Trap> {
    if interpreter.thread.object == Some(id) {
        change(&mut interpreter.thread);
        return Ok(());
    }
    let number = number_of(interpreter, id)?.map(usize::from);
    if let Some(thread) = number.and_then(|number| interpreter.threads.get_mut(number)) {
        let thread = Arc::make_mut(thread);
        change(thread);
        thread.touch();
    }
    Ok(())
}

fn interrupt(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    interpreter.gate(Action::new(ActionKind::Unpark, id, Place::THREAD, Access::Write))?;
    with_thread(interpreter, id, |thread| thread.interrupted = true)?;
    Ok(Flow::Return(Value::Unset))
}

fn interrupted(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    current_thread(interpreter, call)?;
    if let Some((place, access)) = interpreter.own_thread_place() {
        interpreter.gate(Action::new(ActionKind::Park, place.object, place.slot, access))?;
    }
    let was = std::mem::take(&mut interpreter.thread.interrupted);
    Ok(Flow::Return(Value::boolean(was)))
}

/// Takes no time, but ends with an exception if the thread was interrupted.
fn sleep(interpreter: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    // Who has no object cannot be interrupted.
    if let Some((place, access)) = interpreter.own_thread_place() {
        interpreter.gate(Action::new(ActionKind::Park, place.object, place.slot, access))?;
    }
    interpreter.check_interrupt()?;
    Ok(Flow::Return(Value::Unset))
}

fn is_interrupted(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    interpreter.gate(Action::new(ActionKind::Join, id, Place::THREAD, Access::Read))?;
    let flag = if interpreter.thread.object == Some(id) {
        interpreter.thread.interrupted
    } else {
        let number = number_of(interpreter, id)?.map(usize::from);
        number
            .and_then(|number| interpreter.threads.get(number))
            .is_some_and(|thread| thread.interrupted)
    };
    Ok(Flow::Return(Value::boolean(flag)))
}

fn get_id(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    let number = number_of(interpreter, id)?.map_or(1, |number| i64::from(number) + 2);
    Ok(Flow::Return(Value::Long(number)))
}

fn get_name(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    if let Value::Ref(name) = interpreter.field(id, "name")? {
        return Ok(Flow::Return(Value::Ref(name)));
    }
    let name = match number_of(interpreter, id)? {
        Some(number) => format!("Thread-{number}"),
        None => "main".to_owned(),
    };
    interpreter.new_string(&name).map(Flow::Return)
}

fn set_name(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    if interpreter.is_cell_visible(id)? {
        return Err(interpreter.unsupported("a new name of a thread that others can see"));
    }
    interpreter.set_field(id, "name", call.argument(1))?;
    Ok(Flow::Return(Value::Unset))
}

fn holds_lock(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    Ok(Flow::Return(Value::boolean(interpreter.holds_monitor(id)?)))
}

fn park(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    park_with(interpreter, call, Guard::Permit)
}

/// A timed park may end at any time.
fn park_timed(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    park_with(interpreter, call, Guard::Always)
}

fn park_with(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    guard: Guard,
) -> Result<Flow, Trap> {
    current_thread(interpreter, call)?;
    if let Some((place, access)) = interpreter.own_thread_place() {
        interpreter
            .gate(Action::new(ActionKind::Park, place.object, place.slot, access).guarded(guard))?;
    }
    interpreter.thread.permit = false;
    Ok(Flow::Return(Value::Unset))
}

fn unpark(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let Value::Ref(id) = call.argument(0) else { return Ok(Flow::Return(Value::Unset)) };
    interpreter.gate(Action::new(ActionKind::Unpark, id, Place::THREAD, Access::Write))?;
    with_thread(interpreter, id, |thread| thread.permit = true)?;
    Ok(Flow::Return(Value::Unset))
}
