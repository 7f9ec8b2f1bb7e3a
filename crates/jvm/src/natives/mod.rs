//! Models of methods that have no bytecode, or whose bytecode does not matter:
//! one file per area. A method without a model runs from its bytecode; a native
//! method without a model is an error that names it.

mod atomic;
mod boxes;
mod class;
mod constructor;
mod copy;
mod field;
mod format;
mod locks;
mod logging;
mod method;
mod method_handle;
mod object;
mod random;
mod runtime;
mod stamped;
mod text;
mod thread;
mod thread_local;
mod unsafe_access;
mod updater;
mod var_handle;

use crate::classfile::Kind;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::value::Value;
use crate::world::{Class, NewMethod, World};

/// A model of a method.
#[derive(Debug, Clone)]
pub(crate) enum Native {
    Function(NativeFunction),
    /// Atomic access to a cell found in the arguments.
    Unsafe(atomic::Operation, Kind),
    VarHandle(atomic::Operation),
    Updater(atomic::Operation),
}

pub(crate) type NativeFunction = fn(&mut Interpreter<'_>, &NativeCall<'_>) -> Result<Flow, Trap>;

impl Native {
    pub fn run(
        &self,
        interpreter: &mut Interpreter<'_>,
        call: &NativeCall<'_>,
    ) -> Result<Flow, Trap> {
        match self {
            Self::Function(function) => function(interpreter, call),
            Self::Unsafe(operation, kind) => {
                unsafe_access::access(interpreter, call, operation, *kind)
            }
            Self::VarHandle(operation) => var_handle::access(interpreter, call, operation),
            Self::Updater(operation) => updater::access(interpreter, call, operation),
        }
    }
}

/// The model of a method, if there is one.
pub(crate) fn lookup(world: &World, class: &Class, method: &NewMethod) -> Option<Native> {
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    if matches!(name, "registerNatives" | "initIDs") {
        return Some(Native::Function(nothing));
    }
    let function = match &*class.name {
        "java/lang/Object" => object::lookup(name),
        "java/lang/System" => runtime::system(name, descriptor),
        "java/lang/Class" => class::lookup(name, descriptor),
        "java/lang/reflect/Array" => class::array(name),
        "java/lang/reflect/Field" => field::lookup(name),
        "java/lang/reflect/Method" => method::lookup(name),
        "java/lang/reflect/Constructor" => constructor::lookup(name),
        "java/lang/String" => text::string(name, descriptor),
        "java/lang/StringUTF16" => text::utf16(name),
        "java/io/PrintStream" => text::print_stream(name),
        "java/lang/Thread" => thread::lookup(name),
        "java/util/concurrent/locks/LockSupport" => thread::lock_support(name),
        "java/lang/ThreadLocal" => thread_local::lookup(name),
        "java/util/concurrent/ThreadLocalRandom" => random::thread_local_random(name, descriptor),
        "java/util/Random" => random::random(name),
        "java/util/concurrent/atomic/Striped64" => random::striped(name),
        "jdk/internal/misc/Unsafe" => return unsafe_access::lookup(name, descriptor),
        "java/lang/invoke/VarHandle" => return var_handle::lookup(name),
        "java/lang/invoke/MethodHandle" => method_handle::lookup(name),
        "java/lang/invoke/MethodType" => method_handle::method_type(name),
        "java/lang/invoke/MethodHandles" => var_handle::method_handles(name),
        "java/lang/invoke/MethodHandles$Lookup" => var_handle::lookup_object(name),
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater"
        | "java/util/concurrent/atomic/AtomicIntegerFieldUpdater"
        | "java/util/concurrent/atomic/AtomicLongFieldUpdater" => return updater::lookup(name),
        "java/lang/Integer"
        | "java/lang/Long"
        | "java/lang/Short"
        | "java/lang/Byte"
        | "java/lang/Character" => boxes::lookup(name, descriptor),
        "java/util/concurrent/locks/StampedLock" if world.model_locks => stamped::lookup(name),
        other if world.model_locks && other.starts_with("java/util/concurrent/locks/") => {
            locks::lookup(other, name, descriptor)
        }
        other => logging::lookup(other, name).or_else(|| runtime::lookup(other, name, descriptor)),
    };
    function.map(Native::Function)
}

// Results that many models share.

fn nothing(_: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Unset))
}

fn null(_: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Null))
}

fn zero(_: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Int(0)))
}

fn one(_: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Int(1)))
}

fn long_zero(_: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Long(0)))
}

fn receiver(_: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(call.argument(0)))
}

fn unsupported(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let label = interpreter.world.method_label(call.method.id);
    Err(interpreter.unsupported(label))
}

fn reflection(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let label = interpreter.world.method_label(call.method.id);
    Err(interpreter.unsupported(format!("reflection ({label})")))
}
