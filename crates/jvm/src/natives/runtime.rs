//! What is left of the runtime: `System`, mathematics, exceptions, and the
//! parts of the JDK that only matter to its own start.

use super::NativeFunction;
use super::object::identity_hash;
use crate::action::{Access, Action, ActionKind, Place};
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::value::{ObjectId, Value};

pub(super) fn system(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" => make_streams,
        "arraycopy" => array_copy,
        "identityHashCode" => identity_hash_code,
        "nanoTime" | "currentTimeMillis" => super::long_zero,
        "getProperty" => get_property,
        "getenv" | "getSecurityManager" => super::null,
        "lineSeparator" => line_separator,
        "gc" | "runFinalization" => super::nothing,
        "exit" | "load" | "loadLibrary" => super::unsupported,
        _ => return None,
    })
}

pub(super) fn lookup(class: &str, name: &str, descriptor: &str) -> Option<NativeFunction> {
    Some(match (class, name) {
        ("java/lang/Enum", "valueOf") => super::class::enum_value_of,
        ("java/lang/Throwable", "fillInStackTrace") => super::receiver,
        ("java/lang/Throwable", "printStackTrace" | "setStackTrace") => super::nothing,
        ("java/lang/Throwable", "getStackTrace") => empty_stack_trace,
        ("java/lang/Runtime", "availableProcessors") => processors,
        ("java/lang/Runtime", "freeMemory" | "totalMemory" | "maxMemory") => super::long_zero,
        ("java/lang/Runtime", "gc") => super::nothing,
        ("java/lang/Float", "floatToRawIntBits") => float_bits,
        ("java/lang/Float", "intBitsToFloat") => float_from_bits,
        ("java/lang/Double", "doubleToRawLongBits") => double_bits,
        ("java/lang/Double", "longBitsToDouble") => double_from_bits,
        ("java/lang/StrictMath" | "java/lang/Math", _) => return mathematics(name, descriptor),
        ("java/security/AccessController", "doPrivileged" | "doPrivilegedWithCombiner") => {
            do_privileged
        }
        ("java/security/AccessController", "getContext" | "getStackAccessControlContext") => {
            super::null
        }
        ("java/security/AccessController", "<clinit>") => super::nothing,
        ("jdk/internal/misc/VM", "getSavedProperty") => super::null,
        ("jdk/internal/misc/VM", "getNanoTimeAdjustment") => super::long_zero,
        ("jdk/internal/misc/VM", "isBooted" | "isModuleSystemInited") => super::one,
        ("jdk/internal/misc/VM", "initialize" | "<clinit>") => super::nothing,
        (
            "jdk/internal/misc/CDS",
            "initializeFromArchive" | "defineArchivedModules" | "<clinit>",
        ) => super::nothing,
        ("jdk/internal/misc/CDS", "getRandomSeedForDumping") => super::long_zero,
        ("jdk/internal/misc/CDS", _) if descriptor.ends_with(")Z") => super::zero,
        ("jdk/internal/misc/CDS", "getCDSConfigStatus") => super::zero,
        ("jdk/internal/misc/PreviewFeatures", "isPreviewEnabled" | "isEnabled") => super::zero,
        ("jdk/internal/reflect/Reflection", "getCallerClass") => caller_class,
        (
            "jdk/internal/reflect/Reflection",
            "<clinit>"
            | "ensureMemberAccess"
            | "registerMethodsToFilter"
            | "registerFieldsToFilter",
        ) => super::nothing,
        ("jdk/internal/util/ArraysSupport", "vectorizedMismatch") => nothing_compared,
        ("jdk/internal/access/SharedSecrets", "<clinit>") => super::nothing,
        ("jdk/internal/access/SharedSecrets", "getJavaUtilConcurrentTLRAccess") => super::null,
        ("sun/security/action/GetPropertyAction", "privilegedGetProperty") => get_property,
        ("java/util/concurrent/ForkJoinPool", "managedBlock") => managed_block,
        ("java/util/concurrent/ForkJoinPool", "<clinit>") => super::nothing,
        ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8") => super::one,
        ("java/lang/ref/Reference", "refersTo0" | "refersTo") => refers_to,
        ("java/lang/ref/Reference", "<clinit>" | "reachabilityFence" | "clear0") => super::nothing,
        ("java/lang/ref/Finalizer" | "java/lang/ref/Cleaner", "register") => super::null,
        _ => return None,
    })
}

fn make_streams(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = interpreter.world.class(call.method.class);
    let stream = interpreter.world.load("java/io/PrintStream")?;
    for (index, field) in class.statics.iter().enumerate() {
        if matches!(&*field.name, "out" | "err") {
            let id = interpreter.new_instance(stream);
            interpreter.set_static(class.id, index + 1, Value::Ref(id));
        }
    }
    Ok(Flow::Return(Value::Unset))
}

fn array_copy(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let (from, to) = (call.object(interpreter, 0)?, call.object(interpreter, 2)?);
    let (from_start, to_start, length) = (call.int(1), call.int(3), call.int(4));
    let (Some(from_length), Some(to_length)) =
        (interpreter.object(from)?.array_length(), interpreter.object(to)?.array_length())
    else {
        return Err(
            interpreter.exception("java/lang/ArrayStoreException", "arraycopy: not an array")
        );
    };
    let fits = |start: i32, available: usize| {
        start >= 0 && length >= 0 && i64::from(start) + i64::from(length) <= available as i64
    };
    if !fits(from_start, from_length) || !fits(to_start, to_length) {
        let message = format!(
            "arraycopy: last source index {} out of bounds",
            i64::from(from_start) + i64::from(length)
        );
        return Err(interpreter.exception("java/lang/ArrayIndexOutOfBoundsException", &message));
    }
    let (from_start, to_start, length) = (from_start as usize, to_start as usize, length as usize);
    announce_copy(interpreter, (from, from_start), (to, to_start), length)?;
    for value in copied(interpreter, from, from_start, length)?.into_iter().enumerate() {
        let (offset, value) = value;
        interpreter.check_store(to, value)?;
        interpreter.write_element(to, to_start + offset, value)?;
    }
    Ok(Flow::Return(Value::Unset))
}

fn copied(
    interpreter: &Interpreter<'_>,
    from: ObjectId,
    start: usize,
    length: usize,
) -> Result<Vec<Value>, Trap> {
    let object = interpreter.object(from)?;
    Ok((start..start + length).filter_map(|index| object.get(index)).collect())
}

/// A copy is one action on all cells that others can see.
fn announce_copy(
    interpreter: &mut Interpreter<'_>,
    (from, from_start): (ObjectId, usize),
    (to, to_start): (ObjectId, usize),
    length: usize,
) -> Result<(), Trap> {
    let mut accesses = Vec::new();
    if interpreter.is_cell_visible(from)? {
        accesses.extend(
            (0..length).map(|at| (Place::new(from, (from_start + at) as u32), Access::Read)),
        );
    }
    if interpreter.is_cell_visible(to)? {
        accesses
            .extend((0..length).map(|at| (Place::new(to, (to_start + at) as u32), Access::Write)));
    }
    let Some((first, access)) = accesses.first().copied() else { return Ok(()) };
    let action = Action::new(ActionKind::Copy, first.object, first.slot, access);
    interpreter.gate(action.also(accesses.into_iter().skip(1)))
}

fn identity_hash_code(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let code = match call.argument(0) {
        Value::Ref(id) => identity_hash(interpreter, id)?,
        _ => 0,
    };
    Ok(Flow::Return(Value::Int(code)))
}

/// Properties that every JVM has are those of a Unix; of all others the default is returned that
/// the caller gives.
fn get_property(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let name = call.object(interpreter, 0)?;
    let name = interpreter.text(name)?;
    let java = interpreter.world.java_version().to_string();
    let value = match &*name {
        "line.separator" => "\n",
        "file.separator" => "/",
        "path.separator" => ":",
        "java.version" | "java.specification.version" => &java,
        _ if call.arguments.len() > 1 => return Ok(Flow::Return(call.argument(1))),
        _ => return Ok(Flow::Return(Value::Null)),
    };
    interpreter.new_string(value).map(Flow::Return)
}

fn line_separator(interpreter: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    interpreter.new_string("\n").map(Flow::Return)
}

fn empty_stack_trace(interpreter: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = interpreter.world.load("[Ljava/lang/StackTraceElement;")?;
    let id = interpreter.new_array(class, 0)?;
    Ok(Flow::Return(Value::Ref(id)))
}

fn processors(_: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Int(4)))
}

fn float_bits(_: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let Value::Float(bits) = call.argument(0) else { return Ok(Flow::Return(Value::Int(0))) };
    Ok(Flow::Return(Value::Int(bits.cast_signed())))
}

fn float_from_bits(_: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Float(call.int(0).cast_unsigned())))
}

fn double_bits(_: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let Value::Double(bits) = call.argument(0) else { return Ok(Flow::Return(Value::Long(0))) };
    Ok(Flow::Return(Value::Long(bits.cast_signed())))
}

fn double_from_bits(_: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Double(call.long(0).cast_unsigned())))
}

fn mathematics(name: &str, descriptor: &str) -> Option<NativeFunction> {
    if !matches!(descriptor, "(D)D" | "(DD)D") {
        return None;
    }
    Some(match name {
        "sqrt" => |_, call| unary(call, f64::sqrt),
        "sin" => |_, call| unary(call, f64::sin),
        "cos" => |_, call| unary(call, f64::cos),
        "tan" => |_, call| unary(call, f64::tan),
        "exp" => |_, call| unary(call, f64::exp),
        "log" => |_, call| unary(call, f64::ln),
        "log10" => |_, call| unary(call, f64::log10),
        "cbrt" => |_, call| unary(call, f64::cbrt),
        "pow" => |_, call| binary(call, f64::powf),
        "atan2" => |_, call| binary(call, f64::atan2),
        _ => return None,
    })
}

fn double(call: &NativeCall<'_>, index: usize) -> f64 {
    match call.argument(index) {
        Value::Double(bits) => f64::from_bits(bits),
        _ => 0.0,
    }
}

fn unary(call: &NativeCall<'_>, function: fn(f64) -> f64) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Double(function(double(call, 0)).to_bits())))
}

fn binary(call: &NativeCall<'_>, function: fn(f64, f64) -> f64) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Double(function(double(call, 0), double(call, 1)).to_bits())))
}

/// There is nothing to be privileged about: runs the action.
fn do_privileged(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let action = call.object(interpreter, 0)?;
    let run = interpreter.virtual_method(action, "run", "()Ljava/lang/Object;")?;
    Ok(Flow::Call(run, vec![Value::Ref(action)]))
}

fn caller_class(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Ref(interpreter.world.mirror(call.method.class)?)))
}

/// Says that no element was compared yet, so that the caller compares them one by one.
fn nothing_compared(_: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Int(!call.int(4))))
}

/// Blocks as a thread outside of any pool does.
fn managed_block(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let world = interpreter.world;
    let class = world.class(call.method.class);
    let unmanaged = class
        .methods
        .iter()
        .map(|id| world.method(*id))
        .find(|method| &*method.name == "unmanagedBlock");
    match unmanaged {
        Some(method) => Ok(Flow::Call(method.id, call.arguments.to_vec())),
        None => Err(interpreter.unsupported("this JDK's ForkJoinPool.managedBlock")),
    }
}

fn refers_to(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let reference = call.object(interpreter, 0)?;
    let referent = interpreter.field(reference, "referent")?;
    Ok(Flow::Return(Value::boolean(referent == call.argument(1))))
}
