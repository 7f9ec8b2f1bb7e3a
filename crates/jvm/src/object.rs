//! Objects on the heap.

use std::sync::Arc;

use crate::classfile::Element;
use crate::fingerprint::{Fingerprint, Mixer};
use crate::value::{ObjectId, Value};
use crate::world::{ClassId, Handle};

/// An object or array, with its monitor.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    pub class: ClassId,
    pub marks: Marks,
    /// Hash code by identity, once someone asked for it.
    pub identity: Option<i32>,
    pub body: Body,
    /// Monitor, wait set, modelled lock; `None` while all of it is at rest.
    pub synchronization: Option<Box<Synchronization>>,
    fingerprint: Fingerprint,
}

/// What is known about who can touch an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marks {
    /// Reachable by more than the allocating thread, now or earlier.
    pub shared: bool,
    /// Became shared while its constructor was running, so that its final
    /// fields can be seen to change.
    pub leaked: bool,
    /// Never written again (the array inside a string).
    pub immutable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Body {
    Fields(Box<[Value]>),
    /// `java.lang.Class` of a class.
    Mirror(ClassId),
    /// A `VarHandle` or field updater.
    Handle(Arc<Handle>),
    Bytes(Box<[i8]>),
    Chars(Box<[u16]>),
    Shorts(Box<[i16]>),
    Ints(Box<[i32]>),
    Longs(Box<[i64]>),
    Floats(Box<[u32]>),
    Doubles(Box<[u64]>),
    References(Box<[Option<ObjectId>]>),
}

/// Everything about an object that orders threads.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Synchronization {
    /// Owner and depth of the monitor.
    pub monitor: Option<(u8, u32)>,
    /// Threads in the wait set.
    pub waiting: Vec<u8>,
    /// One entry per `notify` not yet taken: the threads that may take it.
    pub wakes: Vec<u64>,
    /// Owner and holds of a modelled lock (the write lock of a read-write lock).
    pub lock: Option<(u8, u32)>,
    /// Holds of each reader of a modelled read-write lock, by thread.
    pub readers: Vec<(u8, u32)>,
    /// Waiters of a modelled condition, oldest first; the flag says whether signalled.
    pub awaiting: Vec<(u8, bool)>,
    /// Version of a modelled stamped lock.
    pub stamp: u64,
    /// For a `java.lang.Thread`: its number.
    pub thread: Option<u8>,
}

impl Object {
    pub fn new(class: ClassId, body: Body) -> Self {
        Self {
            class,
            marks: Marks::default(),
            identity: None,
            body,
            synchronization: None,
            fingerprint: 0,
        }
    }

    /// Must be called by whoever changes the object.
    #[inline]
    pub fn touch(&mut self) {
        self.fingerprint = 0;
    }

    pub fn fields(&self) -> &[Value] {
        match &self.body {
            Body::Fields(fields) => fields,
            _ => &[],
        }
    }

    pub fn array_length(&self) -> Option<usize> {
        match &self.body {
            Body::Fields(_) | Body::Mirror(_) | Body::Handle(_) => None,
            Body::Bytes(elements) => Some(elements.len()),
            Body::Chars(elements) => Some(elements.len()),
            Body::Shorts(elements) => Some(elements.len()),
            Body::Ints(elements) => Some(elements.len()),
            Body::Longs(elements) => Some(elements.len()),
            Body::Floats(elements) => Some(elements.len()),
            Body::Doubles(elements) => Some(elements.len()),
            Body::References(elements) => Some(elements.len()),
        }
    }

    /// A field or array element.
    #[inline]
    pub fn get(&self, slot: usize) -> Option<Value> {
        Some(match &self.body {
            Body::Fields(fields) => *fields.get(slot)?,
            Body::Mirror(_) | Body::Handle(_) => return None,
            Body::Bytes(elements) => Value::Int(i32::from(*elements.get(slot)?)),
            Body::Chars(elements) => Value::Int(i32::from(*elements.get(slot)?)),
            Body::Shorts(elements) => Value::Int(i32::from(*elements.get(slot)?)),
            Body::Ints(elements) => Value::Int(*elements.get(slot)?),
            Body::Longs(elements) => Value::Long(*elements.get(slot)?),
            Body::Floats(elements) => Value::Float(*elements.get(slot)?),
            Body::Doubles(elements) => Value::Double(*elements.get(slot)?),
            Body::References(elements) => Value::reference(*elements.get(slot)?),
        })
    }

    /// Writes a field or array element; `false` if there is none or the value does not fit.
    pub fn set(&mut self, slot: usize, value: Value) -> bool {
        self.touch();
        match (&mut self.body, value) {
            (Body::Fields(fields), value) => store(fields, slot, value),
            (Body::Bytes(elements), Value::Int(value)) => store(elements, slot, value as i8),
            (Body::Chars(elements), Value::Int(value)) => store(elements, slot, value as u16),
            (Body::Shorts(elements), Value::Int(value)) => store(elements, slot, value as i16),
            (Body::Ints(elements), Value::Int(value)) => store(elements, slot, value),
            (Body::Longs(elements), Value::Long(value)) => store(elements, slot, value),
            (Body::Floats(elements), Value::Float(value)) => store(elements, slot, value),
            (Body::Doubles(elements), Value::Double(value)) => store(elements, slot, value),
            (Body::References(elements), Value::Ref(id)) => store(elements, slot, Some(id)),
            (Body::References(elements), Value::Null) => store(elements, slot, None),
            _ => false,
        }
    }

    /// The synchronization part, for change; call [`Object::settle`] afterwards.
    pub fn synchronization_mut(&mut self) -> &mut Synchronization {
        self.touch();
        self.synchronization.get_or_insert_default()
    }

    /// Forgets a synchronization part that is at rest, so that equal states are equal.
    pub fn settle(&mut self) {
        if self.synchronization.as_deref().is_some_and(|state| *state == Synchronization::default())
        {
            self.synchronization = None;
        }
    }

    /// Calls `visit` with every object this one refers to.
    #[inline]
    pub fn references(&self, mut visit: impl FnMut(ObjectId)) {
        match &self.body {
            Body::Fields(fields) => {
                fields.iter().filter_map(|value| value.as_ref()).for_each(visit)
            }
            Body::References(elements) => elements.iter().flatten().for_each(|id| visit(*id)),
            _ => {}
        }
    }

    /// Computes the fingerprint after a change. What the objects are called that threads allocated
    /// is not part of it.
    pub fn seal(&mut self) {
        if self.fingerprint == 0 {
            let mut mixer = Mixer::default();
            self.mix(&mut mixer);
            self.fingerprint = mixer.finish();
        }
    }

    /// Zero unless the object is sealed.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    fn mix(&self, mixer: &mut Mixer) {
        let marks = u64::from(self.marks.shared)
            | u64::from(self.marks.leaked) << 1
            | u64::from(self.marks.immutable) << 2;
        mixer.add(u64::from(self.class.0) << 8 | marks);
        mixer.add(self.identity.map_or(u64::MAX, |code| u64::from(code.cast_unsigned())));
        match &self.body {
            Body::Fields(fields) => fields.iter().for_each(|value| {
                let (kind, bits) = value.bits_without_names();
                mixer.add(kind << 60 ^ bits);
            }),
            Body::Mirror(class) => mixer.add(u64::from(class.0)),
            Body::Handle(_) => {}
            Body::Bytes(elements) => elements.iter().for_each(|element| mixer.add(*element as u64)),
            Body::Chars(elements) => {
                elements.iter().for_each(|element| mixer.add(u64::from(*element)))
            }
            Body::Shorts(elements) => {
                elements.iter().for_each(|element| mixer.add(*element as u64))
            }
            Body::Ints(elements) => elements.iter().for_each(|element| mixer.add(*element as u64)),
            Body::Longs(elements) => elements.iter().for_each(|element| mixer.add(*element as u64)),
            Body::Floats(elements) => {
                elements.iter().for_each(|element| mixer.add(u64::from(*element)))
            }
            Body::Doubles(elements) => elements.iter().for_each(|element| mixer.add(*element)),
            Body::References(elements) => elements
                .iter()
                .for_each(|id| mixer.add(id.map_or(0, |id| u64::from(id.without_name()) + 1))),
        }
        if let Some(state) = &self.synchronization {
            state.mix(mixer);
        }
    }
}

fn store<T>(elements: &mut [T], slot: usize, value: T) -> bool {
    match elements.get_mut(slot) {
        Some(element) => {
            *element = value;
            true
        }
        None => false,
    }
}

impl Synchronization {
    fn mix(&self, mixer: &mut Mixer) {
        let hold = |hold: Option<(u8, u32)>| {
            hold.map_or(0, |(thread, depth)| (u64::from(thread) + 1) << 32 | u64::from(depth))
        };
        mixer.add(hold(self.monitor));
        mixer.add(hold(self.lock));
        mixer.add(self.stamp);
        mixer.add(self.thread.map_or(0, |thread| u64::from(thread) + 1));
        self.waiting.iter().for_each(|thread| mixer.add(u64::from(*thread)));
        self.wakes.iter().for_each(|mask| mixer.add(*mask));
        self.readers.iter().for_each(|reader| mixer.add(hold(Some(*reader))));
        self.awaiting.iter().for_each(|(thread, signalled)| {
            mixer.add(u64::from(*thread) << 1 | u64::from(*signalled));
        });
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        (self.fingerprint == other.fingerprint || self.fingerprint == 0 || other.fingerprint == 0)
            && self.class == other.class
            && self.marks == other.marks
            && self.identity == other.identity
            && self.synchronization == other.synchronization
            && self.body == other.body
    }
}

impl Eq for Object {}

impl Body {
    /// A new array, all zero.
    pub fn array(element: Element, length: usize) -> Self {
        match element {
            Element::Boolean | Element::Byte => Self::Bytes(vec![0; length].into()),
            Element::Char => Self::Chars(vec![0; length].into()),
            Element::Short => Self::Shorts(vec![0; length].into()),
            Element::Int => Self::Ints(vec![0; length].into()),
            Element::Long => Self::Longs(vec![0; length].into()),
            Element::Float => Self::Floats(vec![0; length].into()),
            Element::Double => Self::Doubles(vec![0; length].into()),
            Element::Reference => Self::References(vec![None; length].into()),
        }
    }
}
