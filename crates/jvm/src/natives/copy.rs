//! `System.arraycopy` and `Object.clone`.
//!
//! What others can see is copied cell by cell, because a real machine promises no more: who copies
//! while somebody writes may get the new value of one element and the old value of another.

use crate::dynamic::{copying_elements, copying_fields};
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::value::{ObjectId, Value};

/// Some elements of an array, from this one on.
type Elements = (ObjectId, usize);

pub(super) fn array_copy(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let (from, to) = (call.object(interpreter, 0)?, call.object(interpreter, 2)?);
    let (from_start, to_start, length) = (call.int(1), call.int(3), call.int(4));
    let class_of = |id: ObjectId| -> Result<_, Trap> {
        Ok(interpreter.world.class(interpreter.object(id)?.class).element())
    };
    let elements = class_of(from)?.zip(class_of(to)?);
    if !elements.is_some_and(|(one, other)| one == other) {
        let why = "arraycopy: not arrays of one type";
        return Err(interpreter.exception("java/lang/ArrayStoreException", why));
    }
    let length_of = |id: ObjectId| -> Result<_, Trap> {
        Ok(interpreter.object(id)?.array_length().unwrap_or(0))
    };
    let (from_length, to_length) = (length_of(from)?, length_of(to)?);
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
    elements_of(
        interpreter,
        (from, from_start as usize),
        (to, to_start as usize),
        length as usize,
        false,
    )
}

/// Copies elements between arrays that hold the same kind of values.
pub(super) fn elements(
    interpreter: &mut Interpreter<'_>,
    from: Elements,
    to: Elements,
    length: usize,
) -> Result<Flow, Trap> {
    elements_of(interpreter, from, to, length, false)
}

fn elements_of(
    interpreter: &mut Interpreter<'_>,
    (from, from_start): Elements,
    (to, to_start): Elements,
    length: usize,
    returns: bool,
) -> Result<Flow, Trap> {
    let is_seen = interpreter.is_cell_visible(from)? || interpreter.is_cell_visible(to)?;
    let world = interpreter.world;
    if is_seen && let Some(element) = world.class(interpreter.object(from)?.class).element() {
        let backwards = from == to && from_start < to_start;
        let host = world.load("java/lang/System")?;
        let copy = copying_elements(world, host, element, backwards, returns)?;
        let number = |number: usize| Value::Int(number as i32);
        let (from_start, to_start) = (number(from_start), number(to_start));
        let passed = [Value::Ref(from), from_start, Value::Ref(to), to_start, number(length)];
        return Ok(Flow::Call(copy, passed.to_vec()));
    }
    let original = interpreter.object(from)?;
    let copied: Vec<Value> =
        (from_start..from_start + length).filter_map(|index| original.get(index)).collect();
    for (offset, value) in copied.into_iter().enumerate() {
        interpreter.check_store(to, value)?;
        interpreter.write_element(to, to_start + offset, value)?;
    }
    Ok(Flow::Return(if returns { Value::Ref(to) } else { Value::Unset }))
}

pub(super) fn clone(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    let object = interpreter.object(id)?;
    let (class, length) = (object.class, object.array_length());
    let cloneable = interpreter.world.load("java/lang/Cloneable")?;
    if !interpreter.world.is_subtype(class, cloneable) {
        return Err(interpreter.exception("java/lang/CloneNotSupportedException", ""));
    }
    if !interpreter.is_cell_visible(id)? {
        let original = interpreter.object(id)?.clone();
        return Ok(Flow::Return(interpreter.shallow_copy(&original)));
    }
    match length {
        Some(length) => {
            let copy = interpreter.new_array(class, length as i32)?;
            elements_of(interpreter, (id, 0), (copy, 0), length, true)
        }
        None => {
            let copy = interpreter.new_instance(class);
            let fields = copying_fields(interpreter.world, class)?;
            Ok(Flow::Call(fields, vec![Value::Ref(id), Value::Ref(copy)]))
        }
    }
}
