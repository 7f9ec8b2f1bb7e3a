//! `AtomicIntegerFieldUpdater`, `AtomicLongFieldUpdater`, `AtomicReferenceFieldUpdater`.

use super::atomic::{Cell, Operation, apply};
use super::{Native, NativeFunction};
use crate::classfile::Kind;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::object::Body;
use crate::value::Value;
use crate::world::Handle;

pub(super) fn lookup(name: &str) -> Option<Native> {
    let operation = match name {
        "newUpdater" => return Some(Native::Function(new_updater as NativeFunction)),
        "compareAndSet" | "weakCompareAndSet" => Operation::CompareAndSet,
        "get" => Operation::Get { plain: false },
        "set" | "lazySet" => Operation::Set { plain: false },
        "getAndSet" => Operation::GetAndSet,
        "getAndAdd" => Operation::GetAndAdd,
        "addAndGet" => Operation::AddAndGet,
        "getAndIncrement" => Operation::GetAndAddConstant(1),
        "getAndDecrement" => Operation::GetAndAddConstant(-1),
        "incrementAndGet" => Operation::AddConstantAndGet(1),
        "decrementAndGet" => Operation::AddConstantAndGet(-1),
        _ => return None,
    };
    Some(Native::Updater(operation))
}

/// `newUpdater(holder, [type,] name)`.
fn new_updater(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let holder = super::class::mirrored(interpreter, call, 0)?;
    let name = call.object(interpreter, call.arguments.len() - 1)?;
    let name = interpreter.text(name)?;
    let slot = interpreter.world.instance_slot(holder, &name)?;
    let kind = interpreter
        .world
        .class(holder)
        .fields
        .get(slot)
        .map_or(Kind::Reference, |field| field.kind);
    let class = call.method.class;
    let id =
        interpreter.world.handle_constant(class, Handle::Field { class: holder, slot, kind })?;
    Ok(Flow::Return(Value::Ref(id)))
}

pub(super) fn access(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    operation: &Operation,
) -> Result<Flow, Trap> {
    let updater = call.object(interpreter, 0)?;
    let (holder, slot, kind) = match &interpreter.object(updater)?.body {
        Body::Handle(handle) => match **handle {
            Handle::Field { class, slot, kind } => (class, slot, kind),
            _ => return Err(interpreter.unsupported("a field updater of an unknown kind")),
        },
        _ => return Err(interpreter.unsupported("a user-defined field updater")),
    };
    let object = call.object(interpreter, 1)?;
    if !interpreter.world.is_subtype(interpreter.object(object)?.class, holder) {
        return Err(interpreter.exception("java/lang/ClassCastException", ""));
    }
    apply(interpreter, *operation, Cell::new(object, slot, kind), &call.arguments[2..])
        .map(Flow::Return)
}
