//! `jdk.internal.misc.Unsafe`: an "offset" is a field slot or an array index.

use super::atomic::{Cell, Operation, apply};
use super::{Native, NativeFunction};
use crate::classfile::Kind;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::object::Body;
use crate::value::Value;
use crate::world::Handle;

/// Suffixes of the method names, with the kinds they access.
const KINDS: [(&str, Kind); 10] = [
    ("Reference", Kind::Reference),
    ("Object", Kind::Reference),
    ("Boolean", Kind::Boolean),
    ("Byte", Kind::Byte),
    ("Short", Kind::Short),
    ("Char", Kind::Char),
    ("Int", Kind::Int),
    ("Long", Kind::Long),
    ("Float", Kind::Float),
    ("Double", Kind::Double),
];

pub(super) fn lookup(name: &str, descriptor: &str) -> Option<Native> {
    let function: NativeFunction = match name {
        "<clinit>" => make_singleton,
        "getUnsafe" => singleton,
        "objectFieldOffset" | "objectFieldOffset1" | "staticFieldOffset" => field_offset,
        "staticFieldBase" => super::unsupported,
        "arrayBaseOffset" | "arrayBaseOffset0" => super::zero,
        "arrayIndexScale" | "arrayIndexScale0" => super::one,
        "loadFence" | "storeFence" | "fullFence" | "loadLoadFence" | "storeStoreFence" => {
            super::nothing
        }
        "ensureClassInitialized" | "ensureClassInitialized0" => super::nothing,
        "shouldBeInitialized" | "shouldBeInitialized0" => super::zero,
        "isBigEndian" => super::zero,
        "allocateUninitializedArray" => allocate_array,
        "allocateInstance" => allocate_instance,
        _ => {
            // Only the forms that address a field or element of an object.
            if !descriptor.starts_with("(Ljava/lang/Object;J") {
                return None;
            }
            return operation(name).map(|(operation, kind)| Native::Unsafe(operation, kind));
        }
    };
    Some(Native::Function(function))
}

/// `getAndAddInt` is `getAndAdd` of an int; the order words may follow the kind.
fn operation(name: &str) -> Option<(Operation, Kind)> {
    let (mode, kind) = KINDS.iter().find_map(|(suffix, kind)| {
        let place = name.find(suffix)?;
        Some((format!("{}{}", &name[..place], &name[place + suffix.len()..]), *kind))
    })?;
    let mode = match mode.strip_prefix("put") {
        Some(order) => format!("set{order}"),
        None => mode,
    };
    Operation::from_access_mode(&mode).map(|operation| (operation, kind))
}

pub(super) fn access(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    operation: &Operation,
    kind: Kind,
) -> Result<Flow, Trap> {
    let Value::Ref(object) = call.argument(1) else {
        return Err(interpreter.unsupported("raw memory (Unsafe with a null object)"));
    };
    let Ok(slot) = usize::try_from(call.long(2)) else {
        return Err(interpreter.unsupported("an Unsafe offset that was not asked for"));
    };
    let cell = Cell { object, slot, kind };
    apply(interpreter, *operation, cell, &call.arguments[3..]).map(Flow::Return)
}

fn make_singleton(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = interpreter.world.class(call.method.class);
    let id = interpreter.new_instance(class.id);
    for (index, field) in class.statics.iter().enumerate() {
        let name = &*field.name;
        let value = match name {
            "theUnsafe" => Value::Ref(id),
            _ if name.ends_with("_INDEX_SCALE") => Value::Int(1),
            "INVALID_FIELD_OFFSET" => Value::Int(-1),
            _ => continue,
        };
        interpreter.set_static(class.id, index + 1, value);
    }
    Ok(Flow::Return(Value::Unset))
}

fn singleton(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = interpreter.world.class(call.method.class);
    let slot = class.statics.iter().position(|field| &*field.name == "theUnsafe").unwrap_or(0);
    Ok(Flow::Return(interpreter.static_value(class.id, slot + 1)))
}

/// By class and name, or by a `Field`.
fn field_offset(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let first = call.object(interpreter, 1)?;
    let slot = match &interpreter.object(first)?.body {
        Body::Handle(handle) => match **handle {
            Handle::Field { slot, .. } | Handle::Static { slot, .. } => slot,
            Handle::Array { .. } | Handle::Method(_) | Handle::MethodType(_) => 0,
        },
        Body::Mirror(class) => {
            let class = *class;
            let name = call.object(interpreter, 2)?;
            let name = interpreter.text(name)?;
            interpreter.world.instance_slot(class, &name)?
        }
        _ => return Err(interpreter.unsupported("the offset of an unknown field")),
    };
    Ok(Flow::Return(Value::Long(slot as i64)))
}

fn allocate_array(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let component = super::class::mirrored(interpreter, call, 1)?;
    let class = interpreter.array_class(component)?;
    let id = interpreter.new_array(class, call.int(2))?;
    Ok(Flow::Return(Value::Ref(id)))
}

fn allocate_instance(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let class = super::class::mirrored(interpreter, call, 1)?;
    let id = interpreter.new_instance(class);
    Ok(Flow::Return(Value::Ref(id)))
}
