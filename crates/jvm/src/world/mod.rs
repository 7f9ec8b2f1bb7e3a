//! The loaded classes. Everything here only grows, is shared by all states,
//! and never changes what a state means.

mod class;
mod constants;
mod load;
mod resolve;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use rustc_hash::FxHashMap;

pub(crate) use class::{
    Class, ClassId, Field, Method, MethodId, NewMethod, Selector, primitive_kind,
};
pub(crate) use constants::Handle;
pub(crate) use resolve::{FieldTarget, MethodTarget, Resolved};

use crate::classpath::ClassPath;
use crate::error::Result;
use crate::object::Object;
use crate::value::ObjectId;

/// All classes, methods and constants met so far.
#[derive(Debug)]
pub(crate) struct World {
    classpath: ClassPath,
    /// Class file version of the JDK's own classes.
    jdk_major: OnceLock<u16>,
    /// Whether `java.util.concurrent.locks` is modelled rather than run.
    pub model_locks: bool,
    classes: boxcar::Vec<Class>,
    methods: boxcar::Vec<Method>,
    by_name: RwLock<FxHashMap<Arc<str>, ClassId>>,
    loading: Mutex<()>,
    selectors: RwLock<FxHashMap<NameAndDescriptor, Selector>>,
    constants: boxcar::Vec<Object>,
    constant_names: RwLock<FxHashMap<constants::ConstantKey, ObjectId>>,
    /// Trampolines by what they call.
    functions: RwLock<FxHashMap<Arc<str>, MethodId>>,
    /// Classes of objects that do nothing, by the interface.
    idle: RwLock<FxHashMap<Arc<str>, ClassId>>,
    known: OnceLock<Known>,
    /// Whether a program has asked what time it is.
    pub reads_clock: AtomicBool,
    /// Whether a program has drawn random numbers.
    pub draws_numbers: AtomicBool,
}

type NameAndDescriptor = (Arc<str>, Arc<str>);

/// Classes that the machine itself needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    pub object: ClassId,
    pub string: ClassId,
    pub class: ClassId,
    pub thread: ClassId,
    pub string_value: usize,
    pub string_coder: usize,
}

impl World {
    pub fn new(classpath: ClassPath, model_locks: bool) -> Result<Self> {
        let world = Self {
            classpath,
            jdk_major: OnceLock::new(),
            model_locks,
            classes: boxcar::Vec::new(),
            methods: boxcar::Vec::new(),
            by_name: RwLock::default(),
            loading: Mutex::new(()),
            selectors: RwLock::default(),
            constants: boxcar::Vec::new(),
            constant_names: RwLock::default(),
            functions: RwLock::default(),
            idle: RwLock::default(),
            known: OnceLock::new(),
            reads_clock: AtomicBool::new(false),
            draws_numbers: AtomicBool::new(false),
        };
        let object = world.load("java/lang/Object")?;
        // Literals may be needed while other classes are linked.
        world.load("[B")?;
        let string = world.load("java/lang/String")?;
        let known = Known {
            object,
            string,
            class: world.load("java/lang/Class")?,
            thread: world.load("java/lang/Thread")?,
            string_value: world.instance_slot(string, "value")?,
            string_coder: world.instance_slot(string, "coder")?,
        };
        let _ = world.known.set(known);
        Ok(world)
    }

    pub fn known(&self) -> &Known {
        match self.known.get() {
            Some(known) => known,
            None => unreachable!("set when the world is made"),
        }
    }

    pub fn jdk(&self) -> &std::path::Path {
        self.classpath.jdk()
    }

    #[inline]
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    #[inline]
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }

    /// Number for a method name and descriptor.
    pub fn selector(&self, name: &Arc<str>, descriptor: &Arc<str>) -> Selector {
        let key = (name.clone(), descriptor.clone());
        if let Some(found) = read(&self.selectors).get(&key) {
            return *found;
        }
        let mut selectors = write(&self.selectors);
        let next = Selector(selectors.len() as u32);
        *selectors.entry(key).or_insert(next)
    }

    /// The class of objects that implement an interface and do nothing.
    pub fn idle_class(&self, interface: &str) -> Result<ClassId> {
        if let Some(found) = read(&self.idle).get(interface) {
            return Ok(*found);
        }
        let class = crate::dynamic::idle(self, interface)?;
        Ok(*write(&self.idle).entry(interface.into()).or_insert(class))
    }

    /// Whether a value of class `from` may be used as a `to`.
    pub fn is_subtype(&self, from: ClassId, to: ClassId) -> bool {
        if from == to {
            return true;
        }
        let (from, to) = (self.class(from), self.class(to));
        match (from.component, to.component) {
            (Some(from), Some(to)) => {
                !self.class(from).is_primitive()
                    && !self.class(to).is_primitive()
                    && self.is_subtype(from, to)
            }
            _ => from.supertypes.contains(&to.id),
        }
    }

    /// Class and method as a person writes them, for messages.
    pub fn method_label(&self, id: MethodId) -> String {
        let method = self.method(id);
        format!("{}.{}", self.class(method.class).java_name(), method.name)
    }
}

/// A lock whose holder panicked still guards data that only grows.
fn read<T>(lock: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn write<T>(lock: &RwLock<T>) -> std::sync::RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(|poisoned| poisoned.into_inner())
}
