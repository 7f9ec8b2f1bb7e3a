//! `jdk.internal.misc.Unsafe`: an "offset" counts bytes, as programs that compute with it expect.
//!
//! Elements of arrays lie as on a machine with 64 bits and compressed references. Every field takes
//! eight bytes. The base of static fields is the class.

use super::atomic::{Cell, Operation, apply};
use super::{Native, NativeFunction};
use crate::classfile::{Element, Kind};
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap, statics_of};
use crate::object::Body;
use crate::value::{ObjectId, Value};
use crate::world::Handle;

/// Where fields and elements begin.
const HEADER: i64 = 16;
const FIELD: i64 = 8;

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
        "staticFieldBase" => static_field_base,
        "arrayBaseOffset" | "arrayBaseOffset0" => array_base_offset,
        "arrayIndexScale" | "arrayIndexScale0" => array_index_scale,
        "addressSize" | "addressSize0" => |_, _| Ok(Flow::Return(Value::Int(8))),
        "pageSize" => |_, _| Ok(Flow::Return(Value::Int(4096))),
        "unalignedAccess" => super::one,
        "copyMemory" if descriptor.starts_with("(Ljava/lang/Object;J") => copy_memory,
        "setMemory" if descriptor.starts_with("(Ljava/lang/Object;J") => set_memory,
        "throwException" => throw_exception,
        "loadFence" | "storeFence" | "fullFence" | "loadLoadFence" | "storeStoreFence" => {
            super::nothing
        }
        "ensureClassInitialized" | "ensureClassInitialized0" => ensure_initialised,
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
    let cell = cell_at(interpreter, object, call.long(2), kind)?;
    apply(interpreter, *operation, cell, &call.arguments[3..]).map(Flow::Return)
}

/// What lies at an offset of an object.
fn cell_at(
    interpreter: &mut Interpreter<'_>,
    object: ObjectId,
    offset: i64,
    kind: Kind,
) -> Result<Cell, Trap> {
    let place = offset - HEADER;
    let slot = |unit: i64| (place >= 0 && place % unit == 0).then_some((place / unit) as usize);
    let found = match &interpreter.object(object)?.body {
        Body::Fields(_) => slot(FIELD).map(|slot| Cell::new(object, slot, kind)),
        Body::Mirror(class) => {
            let class = *class;
            let Some(slot) = slot(FIELD) else { return Err(outside(interpreter)) };
            interpreter.prepare_statics(class, slot);
            Some(Cell::new(statics_of(class), slot, kind))
        }
        _ => return element_at(interpreter, object, place, kind),
    };
    found.ok_or_else(|| outside(interpreter))
}

fn size_of(kind: Kind) -> i64 {
    kind.size() as i64
}

fn outside(interpreter: &Interpreter<'_>) -> Trap {
    interpreter.unsupported("an Unsafe offset that is none of the fields and elements")
}

fn element_at(
    interpreter: &mut Interpreter<'_>,
    array: ObjectId,
    place: i64,
    kind: Kind,
) -> Result<Cell, Trap> {
    let found = interpreter.object(array)?;
    let element = interpreter.world.class(found.class).element();
    let (Some(element), Some(length)) = (element, found.array_length()) else {
        return Err(outside(interpreter));
    };
    let held = element.kind();
    let (size, wanted) = (size_of(held), size_of(kind));
    let elements = wanted / size;
    let slot = place / size;
    if place < 0 || place % size != 0 || wanted % size != 0 || slot + elements > length as i64 {
        return Err(outside(interpreter));
    }
    if held == kind {
        return Ok(Cell::new(array, slot as usize, kind));
    }
    if element == Element::Reference || kind == Kind::Reference {
        return Err(interpreter.unsupported("references as numbers (Unsafe)"));
    }
    Ok(Cell::across(array, slot as usize, kind, elements as usize, size as usize))
}

fn make_singleton(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = interpreter.world.class(call.method.class);
    let id = interpreter.new_instance(class.id);
    for (index, field) in class.statics.iter().enumerate() {
        let name = &*field.name;
        let number = match name {
            "theUnsafe" => {
                interpreter.set_static(class.id, index + 1, Value::Ref(id));
                continue;
            }
            _ if name.ends_with("_BASE_OFFSET") => HEADER,
            _ if name.ends_with("_INDEX_SCALE") => size_of(element_in(name)),
            "INVALID_FIELD_OFFSET" => -1,
            "ADDRESS_SIZE" => 8,
            _ => continue,
        };
        let value = Value::from_bits(field.kind, number.cast_unsigned());
        interpreter.set_static(class.id, index + 1, value);
    }
    Ok(Flow::Return(Value::Unset))
}

/// `ARRAY_INT_INDEX_SCALE` is about ints.
fn element_in(constant: &str) -> Kind {
    let named = [
        ("BOOLEAN", Kind::Boolean),
        ("BYTE", Kind::Byte),
        ("SHORT", Kind::Short),
        ("CHAR", Kind::Char),
        ("INT", Kind::Int),
        ("LONG", Kind::Long),
        ("FLOAT", Kind::Float),
        ("DOUBLE", Kind::Double),
    ];
    let wanted = constant.strip_prefix("ARRAY_").unwrap_or_default();
    let found = named
        .iter()
        .find(|(name, _)| wanted.strip_prefix(name).is_some_and(|rest| rest.starts_with("_INDEX")));
    found.map_or(Kind::Reference, |(_, kind)| *kind)
}

/// A number in the form in which this JDK's method returns it.
fn number(call: &NativeCall<'_>, number: i64) -> Flow {
    Flow::Return(Value::from_bits(call.signature.result.kind, number.cast_unsigned()))
}

fn array_base_offset(_: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(number(call, HEADER))
}

fn array_index_scale(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let array = super::class::mirrored(interpreter, call, 1)?;
    match interpreter.world.class(array).element() {
        Some(element) => Ok(number(call, size_of(element.kind()))),
        None => Err(interpreter.exception("java/lang/IllegalArgumentException", "not an array")),
    }
}

fn static_field_base(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let field = call.object(interpreter, 1)?;
    match &interpreter.object(field)?.body {
        Body::Handle(handle) => match **handle {
            Handle::Static { class, .. } => {
                Ok(Flow::Return(Value::Ref(interpreter.world.mirror(class)?)))
            }
            _ => Err(interpreter.exception("java/lang/IllegalArgumentException", "not static")),
        },
        _ => Err(interpreter.unsupported("the base of an unknown field")),
    }
}

fn ensure_initialised(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let class = super::class::mirrored(interpreter, call, 1)?;
    Ok(match interpreter.is_initialised_or_begin(class)? {
        true => Flow::Return(Value::Unset),
        false => Flow::Again,
    })
}

fn throw_exception(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    Err(Trap::Throw(call.object(interpreter, 1)?))
}

/// The elements that a call of `copyMemory` or `setMemory` means: the first, and their number.
fn elements_at(
    interpreter: &Interpreter<'_>,
    base: Value,
    offset: i64,
    bytes: i64,
) -> Result<(ObjectId, usize, usize), Trap> {
    let Value::Ref(array) = base else {
        return Err(interpreter.unsupported("raw memory (Unsafe with a null object)"));
    };
    let found = interpreter.object(array)?;
    let element = interpreter.world.class(found.class).element();
    let (Some(element), Some(length)) = (element, found.array_length()) else {
        return Err(outside(interpreter));
    };
    let size = size_of(element.kind());
    let place = offset - HEADER;
    let (first, count) = (place / size, bytes / size);
    if place < 0 || bytes < 0 || place % size != 0 || bytes % size != 0 {
        return Err(outside(interpreter));
    }
    if first + count > length as i64 {
        return Err(outside(interpreter));
    }
    Ok((array, first as usize, count as usize))
}

/// `copyMemory(from, offset, to, offset, bytes)` between arrays of one type.
fn copy_memory(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let bytes = call.long(5);
    let (from, from_start, length) =
        elements_at(interpreter, call.argument(1), call.long(2), bytes)?;
    let (to, to_start, same_length) =
        elements_at(interpreter, call.argument(3), call.long(4), bytes)?;
    if length != same_length {
        return Err(interpreter.unsupported("a copy between arrays of different types (Unsafe)"));
    }
    super::copy::elements(interpreter, (from, from_start), (to, to_start), length)
}

/// `setMemory(array, offset, bytes, value)`.
fn set_memory(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let (array, start, length) =
        elements_at(interpreter, call.argument(1), call.long(2), call.long(3))?;
    let is_bytes = matches!(interpreter.object(array)?.body, Body::Bytes(_));
    if interpreter.is_cell_visible(array)? || (!is_bytes && call.int(4) != 0) {
        return Err(interpreter.unsupported("Unsafe.setMemory of shared memory"));
    }
    for slot in start..start + length {
        let object = interpreter.object_mut(array)?;
        let kind = object.get(slot).map_or(Kind::Byte, Value::number_kind);
        object.set(slot, Value::from_bits(kind, u64::from(call.int(4).cast_unsigned())));
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
            _ => return Err(interpreter.unsupported("the offset of an unknown field")),
        },
        Body::Mirror(class) => {
            let class = *class;
            let name = call.object(interpreter, 2)?;
            let name = interpreter.text(name)?;
            interpreter.world.instance_slot(class, &name)?
        }
        _ => return Err(interpreter.unsupported("the offset of an unknown field")),
    };
    Ok(Flow::Return(Value::Long(HEADER + FIELD * slot as i64)))
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
