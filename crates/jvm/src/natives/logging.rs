//! Loggers: what a program logs is forgotten, as what it prints is.
//!
//! A logger that is an interface is an object that does nothing; the one of `java.util.logging` is
//! a class whose methods do nothing. No level is enabled.

use super::NativeFunction;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::value::Value;
use crate::world::Handle;

pub(super) fn lookup(class: &str, name: &str) -> Option<NativeFunction> {
    Some(match (class, name) {
        ("org/slf4j/LoggerFactory", "getLogger")
        | (
            "org/apache/logging/log4j/LogManager",
            "getLogger" | "getRootLogger" | "getFormatterLogger",
        )
        | ("org/apache/commons/logging/LogFactory", "getLog") => idle_logger,
        ("org/slf4j/LoggerFactory", "getILoggerFactory") => factory_of_nothing,
        (
            "org/slf4j/LoggerFactory"
            | "org/apache/logging/log4j/LogManager"
            | "org/apache/commons/logging/LogFactory",
            "<clinit>",
        ) => super::nothing,
        ("java/util/logging/Logger", _) => return java_util_logging(name),
        _ => return None,
    })
}

fn java_util_logging(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "getLogger" | "getAnonymousLogger" | "getGlobal" => logger,
        "getName" => logger_name,
        "isLoggable" | "getUseParentHandlers" => super::zero,
        "getLevel" | "getParent" | "getFilter" | "getResourceBundle" => super::null,
        "<clinit>"
        | "log"
        | "logp"
        | "logrb"
        | "entering"
        | "exiting"
        | "throwing"
        | "severe"
        | "warning"
        | "info"
        | "config"
        | "fine"
        | "finer"
        | "finest"
        | "setLevel"
        | "setFilter"
        | "setParent"
        | "addHandler"
        | "removeHandler"
        | "setUseParentHandlers" => super::nothing,
        _ => return None,
    })
}

/// The result type of the method says what kind of logger it is.
pub(super) fn idle_logger(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let class = interpreter.world.idle_class(&call.signature.result.name)?;
    Ok(Flow::Return(Value::Ref(interpreter.new_instance(class))))
}

/// What slf4j itself uses where nothing else is installed.
fn factory_of_nothing(interpreter: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = interpreter.world.load("org/slf4j/helpers/NOPLoggerFactory")?;
    Ok(Flow::Return(Value::Ref(interpreter.new_instance(class))))
}

/// The same object for the same name.
fn logger(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let name = match call.argument(0) {
        Value::Ref(name) if &*call.method.name == "getLogger" => interpreter.text(name)?,
        _ => String::new(),
    };
    let handle = Handle::Logger(name.into());
    Ok(Flow::Return(Value::Ref(interpreter.world.handle_constant(call.method.class, handle)?)))
}

fn logger_name(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    match interpreter.handle(id)? {
        Some(Handle::Logger(name)) => interpreter.new_string(&name).map(Flow::Return),
        _ => Err(interpreter.unsupported("a logger of an unknown kind")),
    }
}
