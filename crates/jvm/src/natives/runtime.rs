//! What is left of the runtime: `System`, mathematics, exceptions, and the
//! parts of the JDK that only matter to its own start.

use std::sync::atomic::{AtomicBool, Ordering};

use super::NativeFunction;
use super::object::identity_hash;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::state::Frame;
use crate::value::Value;

pub(super) fn system(name: &str, descriptor: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" => make_streams,
        "arraycopy" => super::copy::array_copy,
        "identityHashCode" => identity_hash_code,
        "nanoTime" | "currentTimeMillis" => clock,
        "getProperty" => get_property,
        "getenv" if descriptor.starts_with("(L") => super::null,
        "getSecurityManager" => super::null,
        "getProperties" => get_properties,
        "getenv" | "setProperty" | "setProperties" | "clearProperty" => super::unsupported,
        "getLogger" => super::logging::idle_logger,
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
        ("java/lang/ProcessHandleImpl", "initNative") => super::nothing,
        ("java/lang/ProcessHandleImpl", "getCurrentPid0") => {
            |_, _| Ok(Flow::Return(Value::Long(1)))
        }
        ("java/lang/ProcessHandleImpl", "isAlive0") => super::long_zero,
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
        ("jdk/internal/misc/VM", "getNanoTimeAdjustment") => nanos_since,
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
        ("sun/security/action/GetPropertyAction", "privilegedGetProperties") => get_properties,
        ("java/nio/ByteBuffer", "allocateDirect") => super::unsupported,
        ("java/util/concurrent/ForkJoinPool", "managedBlock") => managed_block,
        ("java/time/ZoneId", "systemDefault") => default_zone,
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

/// Properties that every JVM has: those of some machine with Linux.
fn properties(interpreter: &Interpreter<'_>) -> Vec<(&'static str, String)> {
    let java = interpreter.world.java_version();
    let release = interpreter.world.java_release();
    let fixed = [
        ("line.separator", "\n"),
        ("file.separator", "/"),
        ("path.separator", ":"),
        ("java.vendor", "Aplomb"),
        ("java.vm.name", "OpenJDK 64-Bit Server VM"),
        ("java.vm.vendor", "Aplomb"),
        ("java.class.path", ""),
        ("java.library.path", "/usr/lib"),
        ("java.io.tmpdir", "/tmp"),
        ("os.name", "Linux"),
        ("os.arch", "amd64"),
        ("os.version", "6.1"),
        ("user.name", "user"),
        ("user.home", "/home/user"),
        ("user.dir", "/home/user"),
        ("user.language", "en"),
        ("file.encoding", "UTF-8"),
        ("native.encoding", "UTF-8"),
        ("stdout.encoding", "UTF-8"),
        ("stderr.encoding", "UTF-8"),
        ("sun.jnu.encoding", "UTF-8"),
        ("sun.arch.data.model", "64"),
    ];
    let mut properties: Vec<(&str, String)> =
        fixed.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    properties.extend([
        ("java.home", interpreter.world.jdk().display().to_string()),
        ("java.version", release.clone()),
        ("java.runtime.version", release.clone()),
        ("java.vm.version", release),
        ("java.specification.version", java.to_string()),
        ("java.vm.specification.version", java.to_string()),
        ("java.class.version", format!("{}.0", java + 44)),
    ]);
    properties
}

/// Of others the default is returned that the caller gives.
fn get_property(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let name = call.object(interpreter, 0)?;
    let name = interpreter.text(name)?;
    match properties(interpreter).into_iter().find(|(known, _)| *known == name) {
        Some((_, value)) => interpreter.new_string(&value).map(Flow::Return),
        None if call.arguments.len() > 1 => Ok(Flow::Return(call.argument(1))),
        None => Ok(Flow::Return(Value::Null)),
    }
}

/// A table of their own for everybody who asks: nobody can change them for others.
fn get_properties(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let entries = properties(interpreter);
    let make = crate::dynamic::properties(interpreter.world, call.method.class, &entries)?;
    Ok(Flow::Call(make, Vec::new()))
}

/// Time stands still at the first moment of 1970: so many nanoseconds lie between that and the
/// given second.
/// Time stands still.
fn clock(interpreter: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    notes(interpreter, &interpreter.world.reads_clock);
    Ok(Flow::Return(Value::Long(0)))
}

/// Notes that a program uses something that is fixed here. What a class does when it is
/// loaded (the JDK's own take their salt from the clock) is not what its callers ask for.
pub(super) fn notes(interpreter: &Interpreter<'_>, flag: &AtomicBool) {
    let loads = |frame: &Frame| &*interpreter.world.method(frame.method).name == "<clinit>";
    if !interpreter.thread.frames.iter().any(loads) {
        flag.store(true, Ordering::Relaxed);
    }
}

fn nanos_since(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    notes(interpreter, &interpreter.world.reads_clock);
    Ok(Flow::Return(Value::Long(call.long(0).wrapping_mul(-1_000_000_000))))
}

/// Clocks show universal time.
fn default_zone(interpreter: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = interpreter.world.load("java/time/ZoneOffset")?;
    if !interpreter.is_initialised_or_begin(class)? {
        return Ok(Flow::Again);
    }
    let statics = &interpreter.world.class(class).statics;
    match statics.iter().position(|field| &*field.name == "UTC") {
        Some(index) => Ok(Flow::Return(interpreter.static_value(class, index + 1))),
        None => Err(interpreter.unsupported("this JDK's ZoneOffset")),
    }
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
