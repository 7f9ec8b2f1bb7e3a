//! As much of `java.lang.reflect.Field` as leads to `Unsafe`: offsets, and fields of references.

use super::NativeFunction;
use super::atomic::{Cell, Operation, apply};
use super::class::mirrored;
use crate::classfile::{Kind, Type};
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap, statics_of};
use crate::object::Body;
use crate::value::Value;
use crate::world::{Field, Handle};

pub(super) fn lookup(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" | "setAccessible" => super::nothing,
        "trySetAccessible" => super::one,
        "get" => get,
        "getDeclaringClass" => declaring_class,
        "getType" => field_type,
        "getName" => field_name,
        _ => super::reflection,
    })
}

pub(super) fn get_declared_field(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let name = call.object(interpreter, 1)?;
    let name = interpreter.text(name)?;
    let loaded = interpreter.world.class(class);
    let instance = loaded.fields.iter().rposition(|field| *field.name == *name);
    let fixed = loaded.statics.iter().position(|field| *field.name == *name);
    let handle = match (instance, fixed) {
        (Some(slot), _) => Handle::Field { class, slot, kind: loaded.fields[slot].kind },
        (None, Some(index)) => {
            Handle::Static { class, slot: index + 1, kind: loaded.statics[index].kind }
        }
        (None, None) => return Err(interpreter.exception("java/lang/NoSuchFieldException", &name)),
    };
    let of = interpreter.world.load("java/lang/reflect/Field")?;
    Ok(Flow::Return(Value::Ref(interpreter.world.handle_constant(of, handle)?)))
}

fn handle(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Handle, Trap> {
    let id = call.object(interpreter, 0)?;
    match &interpreter.object(id)?.body {
        Body::Handle(handle) => Ok(Handle::clone(handle)),
        _ => Err(interpreter.unsupported("a Field of an unknown kind")),
    }
}

fn get(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let cell = match handle(interpreter, call)? {
        Handle::Field { slot, kind: Kind::Reference, .. } => {
            Cell::new(call.object(interpreter, 1)?, slot, Kind::Reference)
        }
        Handle::Static { class, slot, kind: Kind::Reference } => {
            if !interpreter.is_initialised_or_begin(class)? {
                return Ok(Flow::Again);
            }
            interpreter.prepare_statics(class, slot);
            if interpreter.world.class(class).statics[slot - 1].is_final() {
                return Ok(Flow::Return(interpreter.static_value(class, slot)));
            }
            Cell::new(statics_of(class), slot, Kind::Reference)
        }
        _ => return super::reflection(interpreter, call),
    };
    apply(interpreter, Operation::Get { plain: true }, cell, &[]).map(Flow::Return)
}

fn declared<'w>(
    interpreter: &mut Interpreter<'w>,
    call: &NativeCall<'_>,
) -> Result<&'w Field, Trap> {
    let world = interpreter.world;
    match handle(interpreter, call)? {
        Handle::Field { class, slot, .. } => Ok(&world.class(class).fields[slot]),
        Handle::Static { class, slot, .. } => Ok(&world.class(class).statics[slot - 1]),
        _ => Err(interpreter.unsupported("a Field of an unknown kind")),
    }
}

fn field_type(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let field = declared(interpreter, call)?;
    let of_type = Type::parse(&field.descriptor).map_err(|reason| interpreter.invalid(reason))?;
    super::class::mirror_of(interpreter, &of_type)
}

fn field_name(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let field = declared(interpreter, call)?;
    interpreter.new_string(&field.name).map(Flow::Return)
}

fn declaring_class(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    match handle(interpreter, call)? {
        Handle::Field { class, .. } | Handle::Static { class, .. } => {
            Ok(Flow::Return(Value::Ref(interpreter.world.mirror(class)?)))
        }
        _ => super::reflection(interpreter, call),
    }
}
