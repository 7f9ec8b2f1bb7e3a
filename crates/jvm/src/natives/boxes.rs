//! Boxes: small ones are always the same object, as the language demands.

use super::NativeFunction;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::value::Value;

pub(super) fn lookup(name: &str, descriptor: &str) -> Option<NativeFunction> {
    // `valueOf(String)` is ordinary bytecode.
    let from_primitive =
        matches!(descriptor.as_bytes(), [b'(', b'I' | b'J' | b'S' | b'B' | b'C', b')', ..]);
    (name == "valueOf" && from_primitive).then_some(value_of as NativeFunction)
}

fn value_of(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let value = call.argument(0);
    let number = match value {
        Value::Int(value) => i64::from(value),
        Value::Long(value) => value,
        _ => return Err(interpreter.invalid("a box of something else than a number")),
    };
    let class = call.method.class;
    if (-128..128).contains(&number) {
        return Ok(Flow::Return(Value::Ref(interpreter.world.boxed_constant(class, value)?)));
    }
    let id = interpreter.new_instance(class);
    interpreter.set_field(id, "value", value)?;
    Ok(Flow::Return(Value::Ref(id)))
}
