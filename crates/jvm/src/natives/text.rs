//! Strings run from their bytecode, except where they would cache or print.

use super::NativeFunction;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::object::Body;
use crate::value::{ObjectId, Value};

pub(super) fn string(name: &str, descriptor: &str) -> Option<NativeFunction> {
    Some(match (name, descriptor) {
        ("hashCode", "()I") => hash_code,
        ("equals", "(Ljava/lang/Object;)Z") => equals,
        ("intern", _) => intern,
        ("toUpperCase", "()Ljava/lang/String;") => {
            |interpreter, call| change_case(interpreter, call, str::to_uppercase)
        }
        ("toLowerCase", "()Ljava/lang/String;") => {
            |interpreter, call| change_case(interpreter, call, str::to_lowercase)
        }
        ("format" | "formatted", _) => return super::format::lookup(name, descriptor),
        _ => return None,
    })
}

pub(super) fn utf16(name: &str) -> Option<NativeFunction> {
    (name == "isBigEndian").then_some(super::zero as NativeFunction)
}

/// What a program prints is not part of what it does here.
pub(super) fn print_stream(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "print" | "println" | "write" | "flush" | "close" | "writeBytes" => super::nothing,
        "printf" | "format" | "append" => super::receiver,
        "checkError" => super::zero,
        _ => return None,
    })
}

fn units(interpreter: &Interpreter<'_>, id: ObjectId) -> Result<Vec<u16>, Trap> {
    let string = interpreter.object(id)?;
    match string.fields().get(interpreter.world.known().string_value) {
        Some(Value::Ref(array)) => {
            Ok(interpreter.world.decode_string(string.fields(), interpreter.object(*array)?))
        }
        _ => Err(interpreter.invalid("a string has no content")),
    }
}

fn hash_code(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    let hash = units(interpreter, id)?
        .iter()
        .fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(*unit)));
    Ok(Flow::Return(Value::Int(hash)))
}

fn equals(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    let equal = match call.argument(1) {
        Value::Ref(other) if other == id => true,
        Value::Ref(other)
            if interpreter.object(other)?.class == interpreter.world.known().string =>
        {
            content(interpreter, id)? == content(interpreter, other)?
        }
        _ => false,
    };
    Ok(Flow::Return(Value::boolean(equal)))
}

/// Compact strings are equal if their bytes and their coders are.
fn content<'a>(
    interpreter: &'a Interpreter<'_>,
    id: ObjectId,
) -> Result<(&'a Body, Option<&'a Value>), Trap> {
    let known = interpreter.world.known();
    let fields = interpreter.object(id)?.fields();
    match fields.get(known.string_value) {
        Some(Value::Ref(array)) => {
            Ok((&interpreter.object(*array)?.body, fields.get(known.string_coder)))
        }
        _ => Err(interpreter.invalid("a string has no content")),
    }
}

/// The case mapping of Unicode, whatever the locale.
fn change_case(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    change: fn(&str) -> String,
) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    let text = interpreter.text(id)?;
    interpreter.new_string(&change(&text)).map(Flow::Return)
}

fn intern(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    let units = units(interpreter, id)?;
    Ok(Flow::Return(Value::Ref(interpreter.world.string_constant(&units)?)))
}
