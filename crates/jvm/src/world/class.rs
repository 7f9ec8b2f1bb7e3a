//! Classes and methods in linked form.

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::resolve::Resolved;
use crate::classfile::{Code, Constant, Descriptor, Element, Kind, access};
use crate::natives::Native;
use crate::value::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClassId(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct MethodId(pub u32);

/// A method name with its descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Selector(pub u32);

#[derive(Debug)]
pub(crate) struct Class {
    pub id: ClassId,
    /// Internal name: `java/lang/String`, `[I`, `int`.
    pub name: Arc<str>,
    pub flags: u16,
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    /// All classes and interfaces a value of this class may be used as.
    pub supertypes: FxHashSet<ClassId>,
    /// For arrays: what they hold.
    pub component: Option<ClassId>,
    /// Instance fields, inherited ones first; the position is the slot.
    pub fields: Vec<Field>,
    /// Static fields; their slots begin at 1, slot 0 is the state of initialisation.
    pub statics: Vec<Field>,
    /// What the statics hold before initialisation (slot 0 included).
    pub prepared: Vec<Value>,
    /// What a new instance holds.
    pub defaults: Box<[Value]>,
    pub methods: Vec<MethodId>,
    /// Methods declared here, static ones and constructors included.
    pub declared: FxHashMap<Selector, MethodId>,
    /// Which method runs when one is called on an instance.
    pub virtuals: FxHashMap<Selector, MethodId>,
    pub pool: Vec<Constant>,
    pub resolved: Vec<OnceLock<Resolved>>,
    pub bootstrap_methods: Vec<(u16, Vec<u16>)>,
    pub initializer: Option<MethodId>,
    /// Whether this class or a superclass has code to run at initialisation.
    pub needs_initialisation: bool,
    pub source_file: Option<Arc<str>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    pub kind: Kind,
    pub flags: u16,
    pub declared_in: ClassId,
}

impl Field {
    pub fn is_volatile(&self) -> bool {
        self.flags & access::VOLATILE != 0
    }

    pub fn is_final(&self) -> bool {
        self.flags & access::FINAL != 0
    }
}

impl Class {
    /// The name as a Java programmer writes it.
    pub fn java_name(&self) -> String {
        if self.name.starts_with('[') {
            crate::classfile::Type::parse(&self.name)
                .map_or_else(|_| self.name.to_string(), |array| array.java_name())
        } else {
            self.name.replace('/', ".")
        }
    }

    /// The name without its package and the class around it. A lock of the JDK is a class inside
    /// the class that people know, so there it is the other way round.
    pub fn simple_name(&self) -> String {
        let name = self.java_name();
        let in_package = name.rsplit('.').next().unwrap_or(&name);
        let is_lock = self.name.starts_with("java/util/concurrent/locks/");
        let mut parts = in_package.split('$');
        let part = if is_lock { parts.next() } else { parts.next_back() };
        // Anonymous classes have numbers, which say nothing alone.
        part.filter(|part| part.starts_with(char::is_alphabetic)).unwrap_or(in_package).to_owned()
    }

    /// Whether it comes with Java.
    pub fn is_of_jdk(&self) -> bool {
        ["java/", "javax/", "jdk/", "sun/", "com/sun/"]
            .iter()
            .any(|package| self.name.starts_with(package))
    }

    pub fn is_interface(&self) -> bool {
        self.flags & access::INTERFACE != 0
    }

    pub fn is_abstract(&self) -> bool {
        self.flags & access::ABSTRACT != 0
    }

    pub fn is_primitive(&self) -> bool {
        primitive_kind(&self.name).is_some()
    }

    /// For arrays: how elements are stored.
    pub fn element(&self) -> Option<Element> {
        Some(match self.name.strip_prefix('[')? {
            "Z" => Element::Boolean,
            "B" => Element::Byte,
            "C" => Element::Char,
            "S" => Element::Short,
            "I" => Element::Int,
            "J" => Element::Long,
            "F" => Element::Float,
            "D" => Element::Double,
            _ => Element::Reference,
        })
    }
}

/// The name of methods that lead from a client to the method that it calls. No compiler makes it.
pub(super) const TRAMPOLINE: &str = "<client>";

/// Kind of a primitive class by its Java name.
pub(crate) fn primitive_kind(name: &str) -> Option<Kind> {
    Some(match name {
        "void" => Kind::Void,
        "boolean" => Kind::Boolean,
        "byte" => Kind::Byte,
        "char" => Kind::Char,
        "short" => Kind::Short,
        "int" => Kind::Int,
        "long" => Kind::Long,
        "float" => Kind::Float,
        "double" => Kind::Double,
        _ => return None,
    })
}

#[derive(Debug)]
pub(crate) struct Method {
    pub id: MethodId,
    pub class: ClassId,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    pub signature: Descriptor,
    pub selector: Selector,
    pub flags: u16,
    pub code: Option<Code>,
    /// Model that replaces the code.
    pub native: Option<Native>,
    /// Number of arguments, the receiver included.
    pub arguments: usize,
    /// Whether an argument takes two local variables.
    pub has_wide_arguments: bool,
}

/// A method that is not yet in the world.
#[derive(Debug)]
pub(crate) struct NewMethod {
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    pub signature: Descriptor,
    pub flags: u16,
    pub code: Option<Code>,
}

impl Method {
    pub fn is_static(&self) -> bool {
        self.flags & access::STATIC != 0
    }

    pub fn is_private(&self) -> bool {
        self.flags & access::PRIVATE != 0
    }

    pub fn is_abstract(&self) -> bool {
        self.flags & access::ABSTRACT != 0
    }

    pub fn is_synchronized(&self) -> bool {
        self.flags & access::SYNCHRONIZED != 0
    }

    pub fn is_initializer(&self) -> bool {
        &*self.name == "<clinit>"
    }

    /// Whether it only leads from a client to the method that it calls.
    pub fn is_trampoline(&self) -> bool {
        &*self.name == TRAMPOLINE
    }

    pub fn is_constructor(&self) -> bool {
        &*self.name == "<init>"
    }
}
