//! Objects that belong to the classes rather than to a state: string literals,
//! class mirrors, small boxes, variable handles. They never change.

use std::sync::Arc;

use super::class::{ClassId, MethodId};
use super::{World, read, write};
use crate::classfile::{Element, Kind};
use crate::error::{JvmError, Result};
use crate::object::{Body, Object};
use crate::program::Function;
use crate::value::{Arena, ObjectId, Value};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ConstantKey {
    String(Arc<[u16]>),
    /// The array inside a string.
    StringBytes(Arc<[u16]>),
    Mirror(ClassId),
    /// `Integer.valueOf` and its kind, where they must return the same object.
    Box(ClassId, i64),
    Handle(ClassId, Handle),
    /// Of an interface, and what it does.
    Function(ClassId, Arc<str>),
}

/// What a `VarHandle`, a field updater, a reflected field or a method handle stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Handle {
    Field {
        class: ClassId,
        slot: usize,
        kind: Kind,
    },
    Static {
        class: ClassId,
        slot: usize,
        kind: Kind,
    },
    Array {
        element: Element,
    },
    /// Numbers in an array of bytes.
    Bytes {
        kind: Kind,
        big_endian: bool,
    },
    Method(MethodId),
    /// A descriptor.
    MethodType(Arc<str>),
    /// The name of a logger.
    Logger(Arc<str>),
}

impl World {
    pub fn constant_object(&self, id: ObjectId) -> Option<&Object> {
        self.constants.get(id.index())
    }

    fn constant(
        &self,
        key: ConstantKey,
        make: impl FnOnce() -> Result<Object>,
    ) -> Result<ObjectId> {
        if let Some(found) = read(&self.constant_names).get(&key) {
            return Ok(*found);
        }
        let mut object = make()?;
        object.marks.shared = true;
        object.marks.immutable = true;
        let mut names = write(&self.constant_names);
        if let Some(found) = names.get(&key) {
            return Ok(*found);
        }
        let index = self.constants.push(object);
        let id = ObjectId::new(Arena::Constants, index);
        names.insert(key, id);
        Ok(id)
    }

    /// The literal with these UTF-16 units.
    pub fn string_constant(&self, units: &[u16]) -> Result<ObjectId> {
        let units: Arc<[u16]> = units.into();
        let (bytes, coder) = encode(&units);
        let array = self.constant(ConstantKey::StringBytes(units.clone()), || {
            Ok(Object::new(self.load_unlocked_array("[B")?, Body::Bytes(bytes.into())))
        })?;
        self.constant(ConstantKey::String(units), || {
            let (string, value, coder_slot) = self.string_layout()?;
            let mut fields = self.class(string).defaults.clone();
            fields[value] = Value::Ref(array);
            fields[coder_slot] = Value::Int(coder);
            Ok(Object::new(string, Body::Fields(fields)))
        })
    }

    pub fn text_constant(&self, text: &str) -> Result<ObjectId> {
        self.string_constant(&text.encode_utf16().collect::<Vec<u16>>())
    }

    /// Strings with fields of type String may be linked before the world knows the class.
    fn string_layout(&self) -> Result<(ClassId, usize, usize)> {
        if let Some(known) = self.known.get() {
            return Ok((known.string, known.string_value, known.string_coder));
        }
        let missing =
            || JvmError::ClassNotFound { name: "java.lang.String".into(), needed_by: Vec::new() };
        let string = *read(&self.by_name).get("java/lang/String").ok_or_else(missing)?;
        Ok((string, self.instance_slot(string, "value")?, self.instance_slot(string, "coder")?))
    }

    /// The class of primitive arrays; loading is already under way when literals are made.
    fn load_unlocked_array(&self, name: &str) -> Result<ClassId> {
        match read(&self.by_name).get(name) {
            Some(id) => Ok(*id),
            None => Err(JvmError::ClassNotFound { name: name.into(), needed_by: Vec::new() }),
        }
    }

    /// The `java.lang.Class` object of a class.
    pub fn mirror(&self, class: ClassId) -> Result<ObjectId> {
        self.constant(ConstantKey::Mirror(class), || {
            Ok(Object::new(self.known().class, Body::Mirror(class)))
        })
    }

    /// A box such as `Integer` that is the same object whenever it is asked for.
    pub fn boxed_constant(&self, class: ClassId, value: Value) -> Result<ObjectId> {
        let number = match value {
            Value::Int(value) => i64::from(value),
            Value::Long(value) => value,
            _ => 0,
        };
        self.constant(ConstantKey::Box(class, number), || {
            let slot = self.instance_slot(class, "value")?;
            let mut fields = self.class(class).defaults.clone();
            fields[slot] = value;
            Ok(Object::new(class, Body::Fields(fields)))
        })
    }

    /// A function that a client passes; the same one is always the same object.
    pub fn function_constant(&self, interface: ClassId, function: &Function) -> Result<ObjectId> {
        let key = ConstantKey::Function(interface, format!("{function:?}").into());
        if let Some(found) = read(&self.constant_names).get(&key) {
            return Ok(*found);
        }
        let class = crate::dynamic::function(self, interface, function)?;
        self.constant(key, || Ok(Object::new(class, Body::Fields(Box::default()))))
    }

    /// A `VarHandle` or updater object.
    pub fn handle_constant(&self, class: ClassId, handle: Handle) -> Result<ObjectId> {
        self.constant(ConstantKey::Handle(class, handle.clone()), || {
            Ok(Object::new(class, Body::Handle(Arc::new(handle))))
        })
    }

    /// Slot of an instance field by its name.
    pub fn instance_slot(&self, class: ClassId, name: &str) -> Result<usize> {
        let class = self.class(class);
        class.fields.iter().rposition(|field| &*field.name == name).ok_or_else(|| {
            JvmError::NoSuchMember { class: class.java_name(), member: format!("field {name}") }
        })
    }

    /// UTF-16 units of a string object.
    pub fn decode_string(&self, fields: &[Value], array: &Object) -> Vec<u16> {
        let Body::Bytes(bytes) = &array.body else { return Vec::new() };
        match fields.get(self.known().string_coder) {
            Some(Value::Int(0)) => {
                bytes.iter().map(|byte| u16::from(byte.cast_unsigned())).collect()
            }
            _ => bytes
                .chunks_exact(2)
                .map(|pair| u16::from_le_bytes([pair[0].cast_unsigned(), pair[1].cast_unsigned()]))
                .collect(),
        }
    }
}

/// Bytes and coder of the JDK's compact strings: Latin-1 if possible, else UTF-16.
pub(crate) fn encode(units: &[u16]) -> (Vec<i8>, i32) {
    if units.iter().all(|unit| *unit < 256) {
        return (units.iter().map(|unit| (*unit as u8).cast_signed()).collect(), 0);
    }
    let bytes = units.iter().flat_map(|unit| unit.to_le_bytes()).map(u8::cast_signed).collect();
    (bytes, 1)
}
