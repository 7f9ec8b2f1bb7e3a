//! `VarHandle`, and the few uses of method handles that lead to one.

use super::atomic::{Cell, Operation, apply};
use super::{Native, NativeFunction};
use crate::classfile::{Descriptor, Kind};
use crate::dynamic::converting;
use crate::error::JvmError;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap, statics_of};
use crate::object::Body;
use crate::value::Value;
use crate::world::Handle;

pub(super) fn lookup(name: &str) -> Option<Native> {
    let function: NativeFunction = match name {
        "<clinit>" => super::nothing,
        "acquireFence" | "releaseFence" | "fullFence" | "loadLoadFence" | "storeStoreFence" => {
            super::nothing
        }
        "withInvokeExactBehavior" | "withInvokeBehavior" => super::receiver,
        _ => return Operation::from_access_mode(name).map(Native::VarHandle),
    };
    Some(Native::Function(function))
}

pub(super) fn method_handles(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" => super::nothing,
        "lookup" | "publicLookup" | "privateLookupIn" => new_lookup,
        "arrayElementVarHandle" => array_handle,
        "byteArrayViewVarHandle" => bytes_handle,
        _ => return None,
    })
}

pub(super) fn lookup_object(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" => super::nothing,
        "findVarHandle" | "findStaticVarHandle" => find_handle,
        "findStatic" | "findVirtual" => super::method_handle::find,
        "findConstructor" => super::method_handle::find_constructor,
        "findClass" => super::class::find_class,
        name if name.starts_with("find") || name.starts_with("unreflect") => super::reflection,
        _ => return None,
    })
}

/// A lookup for the class that asks, or for the class that is given.
fn new_lookup(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let caller =
        interpreter.thread.frames.last().map(|frame| interpreter.world.method(frame.method).class);
    let looked_up = match (call.argument(0), caller) {
        (Value::Ref(class), _) => Value::Ref(class),
        (_, Some(caller)) => Value::Ref(interpreter.world.mirror(caller)?),
        (_, None) => Value::Null,
    };
    let class = interpreter.world.load("java/lang/invoke/MethodHandles$Lookup")?;
    let id = interpreter.new_instance(class);
    interpreter.set_field(id, "lookupClass", looked_up)?;
    Ok(Flow::Return(Value::Ref(id)))
}

fn array_handle(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let array = super::class::mirrored(interpreter, call, 0)?;
    let Some(element) = interpreter.world.class(array).element() else {
        return Err(
            interpreter.exception("java/lang/IllegalArgumentException", "not an array type")
        );
    };
    handle_object(interpreter, Handle::Array { element })
}

/// `byteArrayViewVarHandle(array type, byte order)`.
fn bytes_handle(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let array = super::class::mirrored(interpreter, call, 0)?;
    let Some(element) = interpreter.world.class(array).element() else {
        return Err(
            interpreter.exception("java/lang/IllegalArgumentException", "not an array type")
        );
    };
    let order = call.object(interpreter, 1)?;
    let big_endian = match interpreter.field(order, "name")? {
        Value::Ref(name) => interpreter.text(name)? == "BIG_ENDIAN",
        _ => return Err(interpreter.unsupported("this JDK's ByteOrder")),
    };
    handle_object(interpreter, Handle::Bytes { kind: element.kind(), big_endian })
}

/// Reads or writes a number in an array of bytes.
fn access_bytes(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    operation: Operation,
    (kind, big_endian): (Kind, bool),
) -> Result<Flow, Trap> {
    if !matches!(operation, Operation::Get { .. } | Operation::Set { .. }) {
        return Err(interpreter.unsupported("an update of a number in an array of bytes"));
    }
    let array = call.object(interpreter, 1)?;
    let size = kind.size();
    let first = interpreter.check_index(array, call.int(2))?;
    interpreter.check_index(array, call.int(2).saturating_add(size as i32 - 1))?;
    let ordered = |value: Value| if big_endian { value.with_bytes_reversed(kind) } else { value };
    if let Some(converting) = conversion(interpreter, call, operation, kind, 3)? {
        return Ok(converting);
    }
    let values: Vec<Value> = call.arguments[3..].iter().map(|it| ordered(*it)).collect();
    let cell = Cell::across(array, first, kind, size, 1);
    let result = apply(interpreter, operation, cell, &values)?;
    let is_read = matches!(operation, Operation::Get { .. });
    Ok(Flow::Return(if is_read { ordered(result) } else { Value::Unset }))
}

fn find_handle(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let holder = super::class::mirrored(interpreter, call, 1)?;
    let name = call.object(interpreter, 2)?;
    let name = interpreter.text(name)?;
    let of_type = super::class::mirrored(interpreter, call, 3)?;
    let descriptor = super::class::descriptor_of(&interpreter.world.class(of_type).name);
    let target = match interpreter.world.find_field(holder, &name, &descriptor) {
        Err(JvmError::NoSuchMember { .. }) => {
            return Err(interpreter.exception("java/lang/NoSuchFieldException", &name));
        }
        found => found?,
    };
    let (class, slot, kind) = (target.class, target.slot as usize, target.kind);
    handle_object(
        interpreter,
        if target.is_static {
            Handle::Static { class, slot, kind }
        } else {
            Handle::Field { class, slot, kind }
        },
    )
}

fn handle_object(interpreter: &mut Interpreter<'_>, handle: Handle) -> Result<Flow, Trap> {
    let class = interpreter.world.load("java/lang/invoke/VarHandle")?;
    Ok(Flow::Return(Value::Ref(interpreter.world.handle_constant(class, handle)?)))
}

pub(super) fn access(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    operation: &Operation,
) -> Result<Flow, Trap> {
    let handle = call.object(interpreter, 0)?;
    let handle = match &interpreter.object(handle)?.body {
        Body::Handle(handle) => handle.clone(),
        _ => return Err(interpreter.unsupported("a VarHandle of an unknown kind")),
    };
    let (cell, used) = match *handle {
        Handle::Method(_) | Handle::MethodType(_) | Handle::Logger(_) => {
            return Err(interpreter.unsupported("a VarHandle of an unknown kind"));
        }
        Handle::Bytes { kind, big_endian } => {
            return access_bytes(interpreter, call, *operation, (kind, big_endian));
        }
        Handle::Field { slot, kind, .. } => {
            let object = call.object(interpreter, 1)?;
            (Cell::new(object, slot, kind), 2)
        }
        Handle::Static { class, slot, kind } => {
            if !interpreter.is_initialised_or_begin(class)? {
                return Ok(Flow::Again);
            }
            interpreter.prepare_statics(class, slot);
            (Cell::new(statics_of(class), slot, kind), 1)
        }
        Handle::Array { element } => {
            let object = call.object(interpreter, 1)?;
            let slot = interpreter.check_index(object, call.int(2))?;
            (Cell::new(object, slot, element.kind()), 3)
        }
    };
    if let Some(converting) = conversion(interpreter, call, *operation, cell.kind(), used)? {
        return Ok(converting);
    }
    let result = apply(interpreter, *operation, cell, &call.arguments[used..])?;
    // A statement that ignores the result calls a method that returns nothing.
    Ok(Flow::Return(if call.signature.result.kind == Kind::Void { Value::Unset } else { result }))
}

/// What to call instead if the call passes or expects other kinds of values than the cell has;
/// `used` arguments say which handle and which cell.
fn conversion(
    interpreter: &Interpreter<'_>,
    call: &NativeCall<'_>,
    operation: Operation,
    kind: Kind,
    used: usize,
) -> Result<Option<Flow>, Trap> {
    let given = call.signature;
    let mut wanted =
        Descriptor { parameters: given.parameters.clone(), result: given.result.clone() };
    let result = match operation {
        Operation::Set { .. } => Kind::Void,
        Operation::CompareAndSet => Kind::Boolean,
        _ => kind,
    };
    for parameter in wanted.parameters.iter_mut().skip(used - 1) {
        if !parameter.kind.is_passed_as(kind) {
            *parameter = kind.widest();
        }
    }
    let is_ignored = given.result.kind == Kind::Void;
    if !is_ignored && !given.result.kind.is_passed_as(result) {
        wanted.result = result.widest();
    }
    if wanted == *given {
        return Ok(None);
    }
    let converting = converting(interpreter.world, call.method, given, &wanted)?;
    Ok(Some(Flow::Call(converting, call.arguments.to_vec())))
}
