//! `java.lang.reflect.Constructor` without parameters: how some get hold of an `Unsafe`.

use super::NativeFunction;
use super::class::mirrored;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::object::Body;
use crate::trampoline;
use crate::value::Value;
use crate::world::Handle;

pub(super) fn lookup(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" | "setAccessible" => super::nothing,
        "trySetAccessible" => super::one,
        "newInstance" => new_instance,
        _ => super::reflection,
    })
}

/// The constructor that takes nothing.
pub(super) fn find(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    if length(interpreter, call)? > 0 {
        return super::reflection(interpreter, call);
    }
    let world = interpreter.world;
    let constructor = world
        .class(class)
        .methods
        .iter()
        .map(|id| world.method(*id))
        .find(|method| method.is_constructor() && &*method.descriptor == "()V");
    let Some(constructor) = constructor else {
        let name = format!("{}.<init>()", world.class(class).java_name());
        return Err(interpreter.exception("java/lang/NoSuchMethodException", &name));
    };
    let of = world.load("java/lang/reflect/Constructor")?;
    Ok(Flow::Return(Value::Ref(world.handle_constant(of, Handle::Method(constructor.id))?)))
}

/// How many parameters are meant: there may be no array at all.
fn length(interpreter: &Interpreter<'_>, call: &NativeCall<'_>) -> Result<usize, Trap> {
    Ok(match call.argument(1) {
        Value::Ref(array) => interpreter.object(array)?.array_length().unwrap_or(0),
        _ => 0,
    })
}

fn new_instance(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    let constructor = match &interpreter.object(id)?.body {
        Body::Handle(handle) => match **handle {
            Handle::Method(constructor) => interpreter.world.method(constructor),
            _ => return super::reflection(interpreter, call),
        },
        _ => return super::reflection(interpreter, call),
    };
    if length(interpreter, call)? > 0 {
        return super::reflection(interpreter, call);
    }
    if !interpreter.is_initialised_or_begin(constructor.class)? {
        return Ok(Flow::Again);
    }
    let make = trampoline::for_constructor(interpreter.world, constructor.class, constructor)?;
    Ok(Flow::Call(make, Vec::new()))
}
