//! `ThreadLocal`: a map in each thread.

use super::NativeFunction;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::value::{ObjectId, Value};

pub(super) fn lookup(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "get" => get,
        "set" => set,
        "remove" => remove,
        "getMap" => super::null,
        // `setInitialValue` ends up here, as there is never a map.
        "createMap" => create_map,
        "nextHashCode" => super::zero,
        "isPresent" => is_present,
        _ => return None,
    })
}

fn find(interpreter: &Interpreter<'_>, variable: ObjectId) -> Result<usize, usize> {
    interpreter.thread.locals.binary_search_by_key(&variable, |entry| entry.0)
}

fn store(interpreter: &mut Interpreter<'_>, variable: ObjectId, value: Value) {
    match find(interpreter, variable) {
        Ok(place) => interpreter.thread.locals[place].1 = value,
        Err(place) => interpreter.thread.locals.insert(place, (variable, value)),
    }
}

fn get(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let variable = call.object(interpreter, 0)?;
    if let Ok(place) = find(interpreter, variable) {
        return Ok(Flow::Return(interpreter.thread.locals[place].1));
    }
    let world = interpreter.world;
    let class = world.class(call.method.class);
    let initial = class
        .methods
        .iter()
        .map(|id| world.method(*id))
        .find(|method| &*method.name == "setInitialValue");
    let Some(initial) = initial else {
        return Err(interpreter.unsupported("this JDK's ThreadLocal"));
    };
    // Newer JDKs pass the thread along.
    let thread = Value::reference(interpreter.thread.object);
    let arguments = [Value::Ref(variable), thread];
    Ok(Flow::Call(initial.id, arguments[..initial.arguments].to_vec()))
}

fn set(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let variable = call.object(interpreter, 0)?;
    store(interpreter, variable, call.argument(call.arguments.len() - 1));
    Ok(Flow::Return(Value::Unset))
}

fn create_map(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    set(interpreter, call)
}

fn remove(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let variable = call.object(interpreter, 0)?;
    if let Ok(place) = find(interpreter, variable) {
        interpreter.thread.locals.remove(place);
    }
    Ok(Flow::Return(Value::Unset))
}

fn is_present(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let variable = call.object(interpreter, 0)?;
    Ok(Flow::Return(Value::boolean(find(interpreter, variable).is_ok())))
}
