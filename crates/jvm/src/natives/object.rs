//! `java.lang.Object`.

use super::NativeFunction;
use crate::interpreter::{Flow, Interpreter, Mode, NativeCall, Trap};
use crate::value::{ObjectId, Value};

pub(super) fn lookup(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<init>" => super::nothing,
        "getClass" => get_class,
        "hashCode" => hash_code,
        "toString" => to_string,
        "clone" => super::copy::clone,
        "wait" | "wait0" => wait,
        "notify" => notify,
        "notifyAll" => notify_all,
        _ => return None,
    })
}

fn get_class(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let object = call.object(interpreter, 0)?;
    let class = interpreter.object(object)?.class;
    Ok(Flow::Return(Value::Ref(interpreter.world.mirror(class)?)))
}

/// Who looks at a result wants to know what is in it, not where it lies.
fn to_string(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    if interpreter.mode != Mode::Observe {
        return Ok(Flow::OwnCode);
    }
    let object = call.object(interpreter, 0)?;
    let text = interpreter.structure(object)?;
    interpreter.new_string(&text).map(Flow::Return)
}

fn hash_code(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let object = call.object(interpreter, 0)?;
    identity_hash(interpreter, object).map(|code| Flow::Return(Value::Int(code)))
}

/// A number that depends on the object's name at the first request, and stays.
pub(super) fn identity_hash(interpreter: &mut Interpreter<'_>, id: ObjectId) -> Result<i32, Trap> {
    if let Some(code) = interpreter.object(id)?.identity {
        return Ok(code);
    }
    let code = (id.as_u32().wrapping_mul(0x9E37_79B1) >> 4).cast_signed();
    // Constants keep their names for ever.
    if interpreter.world.constant_object(id).is_none()
        || id.arena() != crate::value::Arena::Constants
    {
        interpreter.object_mut(id)?.identity = Some(code);
    }
    Ok(code)
}

fn wait(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let object = call.object(interpreter, 0)?;
    let timed = call.long(1) > 0;
    interpreter.wait_on(object, timed)?;
    Ok(Flow::Return(Value::Unset))
}

fn notify(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let object = call.object(interpreter, 0)?;
    interpreter.notify(object, false)?;
    Ok(Flow::Return(Value::Unset))
}

fn notify_all(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let object = call.object(interpreter, 0)?;
    interpreter.notify(object, true)?;
    Ok(Flow::Return(Value::Unset))
}
