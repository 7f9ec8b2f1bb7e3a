//! From the names in a constant pool to classes, fields and methods.

use std::sync::Arc;

use super::World;
use super::class::{Class, ClassId, Field, MethodId, Selector};
use crate::classfile::{Constant, Descriptor, Kind, Type};
use crate::error::{JvmError, Result};
use crate::value::ObjectId;

/// What a constant stands for, remembered after the first use.
#[derive(Debug, Clone)]
pub(crate) enum Resolved {
    Class(ClassId),
    Object(ObjectId),
    Field(FieldTarget),
    Method(MethodTarget),
    /// The method that an `invokedynamic` runs.
    CallSite(MethodTarget),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct FieldTarget {
    /// The class that declares it.
    pub class: ClassId,
    pub slot: u32,
    pub kind: Kind,
    pub is_static: bool,
    pub is_volatile: bool,
    pub is_final: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct MethodTarget {
    pub method: MethodId,
    pub selector: Selector,
    /// Number of arguments, the receiver included.
    pub arguments: usize,
    /// For signature-polymorphic methods: what this call passes and expects.
    pub polymorphic: Option<Arc<Descriptor>>,
}

impl World {
    #[inline]
    pub fn resolve(&self, class: &Class, index: u16) -> Result<&Resolved> {
        // The class is in the world for ever; the reference is taken from there.
        let class = self.class(class.id);
        let slot = class
            .resolved
            .get(usize::from(index))
            .ok_or_else(|| self.bad_constant(class, index))?;
        if let Some(resolved) = slot.get() {
            return Ok(resolved);
        }
        let resolved = self.resolve_constant(class, index)?;
        Ok(slot.get_or_init(|| resolved))
    }

    pub fn resolve_class(&self, class: &Class, index: u16) -> Result<ClassId> {
        match self.resolve(class, index)? {
            Resolved::Class(id) => Ok(*id),
            _ => Err(self.bad_constant(class, index)),
        }
    }

    #[inline]
    pub fn resolve_field(&self, class: &Class, index: u16) -> Result<FieldTarget> {
        match self.resolve(class, index)? {
            Resolved::Field(target) => Ok(*target),
            _ => Err(self.bad_constant(class, index)),
        }
    }

    #[inline]
    pub fn resolve_method(&self, class: &Class, index: u16) -> Result<&MethodTarget> {
        match self.resolve(class, index)? {
            Resolved::Method(target) | Resolved::CallSite(target) => Ok(target),
            _ => Err(self.bad_constant(class, index)),
        }
    }

    fn bad_constant(&self, class: &Class, index: u16) -> JvmError {
        JvmError::MalformedClass {
            name: class.java_name(),
            reason: format!("constant {index} is of the wrong kind"),
        }
    }

    fn resolve_constant(&self, class: &Class, index: u16) -> Result<Resolved> {
        match &class.pool[usize::from(index)] {
            Constant::Class(name) => self.named(class, name).map(Resolved::Class),
            Constant::String(units) => self.string_constant(units).map(Resolved::Object),
            Constant::Field(member) => {
                let holder = self.named(class, &member.class)?;
                self.find_field(holder, &member.name, &member.descriptor).map(Resolved::Field)
            }
            Constant::Method(member) => {
                let holder = self.load(&member.class)?;
                self.find_method(holder, &member.name, &member.descriptor).map(Resolved::Method)
            }
            Constant::InvokeDynamic(site) => {
                crate::dynamic::link(self, class, site).map(Resolved::CallSite)
            }
            Constant::MethodType(_) | Constant::Handle(..) | Constant::Dynamic(_) => {
                Err(JvmError::Unsupported {
                    what: "a method handle, method type or dynamic constant".into(),
                    called_from: vec![class.java_name()],
                })
            }
            _ => Err(self.bad_constant(class, index)),
        }
    }

    /// In code that is made here, an empty name stands for the class itself.
    fn named(&self, class: &Class, name: &str) -> Result<ClassId> {
        if name.is_empty() { Ok(class.id) } else { self.load(name) }
    }

    /// Field lookup: the class, its interfaces, its superclass (JVMS 5.4.3.2).
    pub fn find_field(&self, holder: ClassId, name: &str, descriptor: &str) -> Result<FieldTarget> {
        let mut current = Some(holder);
        while let Some(id) = current {
            let class = self.class(id);
            let fits = |field: &Field| &*field.name == name && &*field.descriptor == descriptor;
            let own_instance = |field: &Field| fits(field) && field.declared_in == id;
            if let Some(slot) = class.statics.iter().position(fits) {
                return Ok(field_target(&class.statics[slot], id, slot + 1, true));
            }
            if let Some(slot) = class.fields.iter().position(own_instance) {
                return Ok(field_target(&class.fields[slot], id, slot, false));
            }
            if let Some(target) = self.find_in_interfaces(class, name, descriptor) {
                return Ok(target);
            }
            current = class.superclass;
        }
        Err(JvmError::NoSuchMember {
            class: self.class(holder).java_name(),
            member: format!("field {name} of type {}", type_name(descriptor)),
        })
    }

    fn find_in_interfaces(
        &self,
        class: &Class,
        name: &str,
        descriptor: &str,
    ) -> Option<FieldTarget> {
        class.interfaces.iter().find_map(|interface| {
            self.find_field(*interface, name, descriptor).ok().filter(|target| target.is_static)
        })
    }

    /// Method lookup: the class and its superclasses, then interfaces (JVMS 5.4.3.3).
    pub fn find_method(
        &self,
        holder: ClassId,
        name: &Arc<str>,
        descriptor: &Arc<str>,
    ) -> Result<MethodTarget> {
        let class = self.class(holder);
        if let Some(target) = self.polymorphic(class, name, descriptor)? {
            return Ok(target);
        }
        let selector = self.selector(name, descriptor);
        let mut current = Some(holder);
        while let Some(id) = current {
            let class = self.class(id);
            if let Some(method) = class.declared.get(&selector) {
                return Ok(self.method_target(*method, selector));
            }
            current = class.superclass;
        }
        let object = self.class(ClassId(0));
        let found = class.virtuals.get(&selector).or_else(|| object.virtuals.get(&selector));
        if let Some(method) = found {
            return Ok(self.method_target(*method, selector));
        }
        Err(JvmError::NoSuchMember {
            class: class.java_name(),
            member: format!("method {name}{descriptor}"),
        })
    }

    pub fn method_target(&self, method: MethodId, selector: Selector) -> MethodTarget {
        let arguments = self.method(method).arguments;
        MethodTarget { method, selector, arguments, polymorphic: None }
    }

    /// `VarHandle.compareAndSet` and its kind take whatever the call site passes.
    fn polymorphic(
        &self,
        class: &Class,
        name: &str,
        descriptor: &str,
    ) -> Result<Option<MethodTarget>> {
        if !matches!(&*class.name, "java/lang/invoke/VarHandle" | "java/lang/invoke/MethodHandle") {
            return Ok(None);
        }
        let declared = class.methods.iter().map(|id| self.method(*id)).find(|method| {
            &*method.name == name
                && &*method.descriptor != descriptor
                && method.descriptor.starts_with("([Ljava/lang/Object;)")
        });
        let Some(declared) = declared else { return Ok(None) };
        let signature = Descriptor::parse(descriptor)
            .map_err(|reason| JvmError::MalformedClass { name: class.java_name(), reason })?;
        Ok(Some(MethodTarget {
            method: declared.id,
            selector: declared.selector,
            arguments: signature.parameters.len() + 1,
            polymorphic: Some(Arc::new(signature)),
        }))
    }
}

fn field_target(field: &Field, class: ClassId, slot: usize, is_static: bool) -> FieldTarget {
    FieldTarget {
        class,
        slot: slot as u32,
        kind: field.kind,
        is_static,
        is_volatile: field.is_volatile(),
        is_final: field.is_final(),
    }
}

fn type_name(descriptor: &str) -> String {
    Type::parse(descriptor).map_or_else(|_| descriptor.to_owned(), |parsed| parsed.java_name())
}
