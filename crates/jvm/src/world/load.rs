//! Loading and linking.

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::class::{
    Class, ClassId, Field, Method, MethodId, NewMethod, TRAMPOLINE, primitive_kind,
};
use super::{World, read, write};
use crate::classfile::{self, ClassFile, Code, Constant, Descriptor, Kind, Type, access};
use crate::error::{JvmError, Result};
use crate::natives;
use crate::value::Value;

/// Major version of class files for Java 1.0 minus one: Java 17 is 61.
const MAJOR_OF_JAVA_ZERO: u16 = 44;

/// How deep a class hierarchy may be.
const MAX_DEPTH: usize = 200;

impl World {
    /// The class called `name`: an internal name, an array descriptor, or a primitive's name.
    pub fn load(&self, name: &str) -> Result<ClassId> {
        if let Some(id) = read(&self.by_name).get(name) {
            return Ok(*id);
        }
        let _loading = self.loading.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.load_locked(name, &mut Vec::new())
    }

    /// `pending` holds the classes whose supertypes are being loaded, outermost first.
    fn load_locked(&self, name: &str, pending: &mut Vec<String>) -> Result<ClassId> {
        if let Some(id) = read(&self.by_name).get(name) {
            return Ok(*id);
        }
        if primitive_kind(name).is_some() {
            return self.add_class(self.bare_class(name, access::PUBLIC | access::FINAL));
        }
        if let Some(component) = name.strip_prefix('[') {
            return self.load_array(name, component, pending);
        }
        let malformed =
            |reason: String| JvmError::MalformedClass { name: name.replace('/', "."), reason };
        if pending.iter().any(|outer| outer == name) || pending.len() > MAX_DEPTH {
            return Err(malformed("it is its own supertype".into()));
        }
        let bytes = self.classpath.find(name)?.ok_or_else(|| JvmError::ClassNotFound {
            name: name.replace('/', "."),
            needed_by: pending.iter().rev().map(|outer| outer.replace('/', ".")).collect(),
        })?;
        self.check_version(name, &bytes)?;
        let file = classfile::parse(&bytes).map_err(malformed)?;
        if &*file.name != name {
            return Err(malformed(format!("it holds class {}", file.name.replace('/', "."))));
        }
        pending.push(name.to_owned());
        let linked = self.link(file, pending);
        pending.pop();
        linked
    }

    /// A class file newer than the JDK cannot be trusted to mean what we think.
    fn check_version(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let Some([high, low]) = bytes.get(6..8) else { return Ok(()) };
        let major = u16::from_be_bytes([*high, *low]);
        let known = *self.jdk_major.get_or_init(|| major);
        if major > known {
            return Err(JvmError::ClassTooNew {
                name: name.replace('/', "."),
                needs: major - MAJOR_OF_JAVA_ZERO,
                has: known.saturating_sub(MAJOR_OF_JAVA_ZERO),
            });
        }
        Ok(())
    }

    /// The version of the JDK in use: 17, 21, ...
    pub fn java_version(&self) -> u16 {
        self.jdk_major.get().map_or(0, |major| major.saturating_sub(MAJOR_OF_JAVA_ZERO))
    }

    /// The version as the JDK writes it (17.0.1), from the file that says so.
    pub fn java_release(&self) -> String {
        let release = std::fs::read_to_string(self.jdk().join("release")).unwrap_or_default();
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="));
        match version {
            Some(version) => version.trim_matches('"').to_owned(),
            None => self.java_version().to_string(),
        }
    }

    fn bare_class(&self, name: &str, flags: u16) -> Class {
        Class {
            id: ClassId(0),
            name: name.into(),
            flags,
            superclass: None,
            interfaces: Vec::new(),
            supertypes: FxHashSet::default(),
            component: None,
            fields: Vec::new(),
            statics: Vec::new(),
            prepared: Vec::new(),
            defaults: Box::default(),
            methods: Vec::new(),
            declared: FxHashMap::default(),
            virtuals: FxHashMap::default(),
            pool: Vec::new(),
            resolved: Vec::new(),
            bootstrap_methods: Vec::new(),
            initializer: None,
            needs_initialisation: false,
            source_file: None,
        }
    }

    fn load_array(
        &self,
        name: &str,
        component: &str,
        pending: &mut Vec<String>,
    ) -> Result<ClassId> {
        let element = Type::parse(component)
            .map_err(|reason| JvmError::MalformedClass { name: name.to_owned(), reason })?;
        let component = match element.kind {
            Kind::Reference => self.load_locked(&element.name, pending)?,
            _ => self.load_locked(&element.java_name(), pending)?,
        };
        let object = self.load_locked("java/lang/Object", pending)?;
        let mut class = self.bare_class(name, access::PUBLIC | access::FINAL);
        class.superclass = Some(object);
        class.component = Some(component);
        class.interfaces = vec![
            self.load_locked("java/lang/Cloneable", pending)?,
            self.load_locked("java/io/Serializable", pending)?,
        ];
        class.virtuals = self.class(object).virtuals.clone();
        class.supertypes = class.interfaces.iter().copied().chain([object]).collect();
        self.add_class(class)
    }

    fn add_class(&self, mut class: Class) -> Result<ClassId> {
        let id = ClassId(self.classes.count() as u32);
        class.id = id;
        class.supertypes.insert(id);
        let name = class.name.clone();
        self.classes.push(class);
        write(&self.by_name).insert(name, id);
        Ok(id)
    }

    fn link(&self, file: ClassFile, pending: &mut Vec<String>) -> Result<ClassId> {
        let mut class = self.bare_class(&file.name, file.flags);
        if let Some(name) = &file.super_name {
            class.superclass = Some(self.load_locked(name, pending)?);
        }
        for name in &file.interfaces {
            class.interfaces.push(self.load_locked(name, pending)?);
        }
        // Loading the supertypes may have added classes, but not this one.
        class.id = ClassId(self.classes.count() as u32);
        self.inherit(&mut class);
        for field in &file.fields {
            self.add_field(&mut class, field, &file.pool)?;
        }
        class.defaults = class.fields.iter().map(|field| Value::default_of(field.kind)).collect();
        class.resolved = file.pool.iter().map(|_| OnceLock::new()).collect();
        class.pool = file.pool;
        class.source_file = file.source_file;
        class.bootstrap_methods = file
            .bootstrap_methods
            .into_iter()
            .map(|bootstrap| (bootstrap.handle, bootstrap.arguments))
            .collect();
        for method in file.methods {
            let signature = Descriptor::parse(&method.descriptor)
                .map_err(|reason| JvmError::MalformedClass { name: class.java_name(), reason })?;
            let method = NewMethod {
                name: method.name,
                descriptor: method.descriptor,
                signature,
                flags: method.flags,
                code: method.code,
            };
            self.add_method(&mut class, method);
        }
        class.needs_initialisation = class.initializer.is_some()
            || class.superclass.is_some_and(|parent| self.class(parent).needs_initialisation);
        self.add_class(class)
    }

    /// Fields and methods of the supertypes; what the class declares itself comes later and wins.
    fn inherit(&self, class: &mut Class) {
        if let Some(parent) = class.superclass.map(|parent| self.class(parent)) {
            class.fields = parent.fields.clone();
            class.virtuals = parent.virtuals.clone();
            class.supertypes = parent.supertypes.clone();
        }
        for interface in &class.interfaces {
            let interface = self.class(*interface);
            class.supertypes.extend(&interface.supertypes);
            #[expect(clippy::iter_over_hash_type, reason = "every selector is decided alone")]
            for (selector, method) in &interface.virtuals {
                let candidate = self.method(*method);
                let replaces = match class.virtuals.get(selector) {
                    None => true,
                    Some(current) => {
                        let current = self.method(*current);
                        let holder = self.class(current.class);
                        // A class's method beats an interface's, a more specific interface a more general one.
                        holder.is_interface()
                            && !candidate.is_abstract()
                            && (current.is_abstract()
                                || self.is_subtype(candidate.class, current.class))
                    }
                };
                if replaces {
                    class.virtuals.insert(*selector, *method);
                }
            }
        }
    }

    fn add_field(
        &self,
        class: &mut Class,
        info: &classfile::FieldInfo,
        pool: &[Constant],
    ) -> Result<()> {
        let kind = Type::parse(&info.descriptor)
            .map_err(|reason| JvmError::MalformedClass { name: class.java_name(), reason })?
            .kind;
        let field = Field {
            name: info.name.clone(),
            descriptor: info.descriptor.clone(),
            kind,
            flags: info.flags,
            declared_in: class.id,
        };
        if info.flags & access::STATIC == 0 {
            class.fields.push(field);
            return Ok(());
        }
        if class.prepared.is_empty() {
            class.prepared.push(Value::Int(0));
        }
        let constant = info.constant.and_then(|index| pool.get(usize::from(index)));
        class.prepared.push(match constant {
            Some(Constant::Int(value)) => Value::Int(*value),
            Some(Constant::Long(value)) => Value::Long(*value),
            Some(Constant::Float(value)) => Value::Float(value.to_bits()),
            Some(Constant::Double(value)) => Value::Double(value.to_bits()),
            Some(Constant::String(units)) => Value::Ref(self.string_constant(units)?),
            _ => Value::default_of(kind),
        });
        class.statics.push(field);
        Ok(())
    }

    fn add_method(&self, class: &mut Class, method: NewMethod) -> MethodId {
        let id = MethodId(self.methods.count() as u32);
        let is_static = method.flags & access::STATIC != 0;
        let selector = self.selector(&method.name, &method.descriptor);
        let native = natives::lookup(self, class, &method);
        let method = Method {
            id,
            class: class.id,
            arguments: method.signature.parameters.len() + usize::from(!is_static),
            has_wide_arguments: method.signature.parameters.iter().any(|one| one.kind.is_wide()),
            name: method.name,
            descriptor: method.descriptor,
            signature: method.signature,
            selector,
            flags: method.flags,
            code: method.code,
            native,
        };
        if method.is_initializer() {
            class.initializer = Some(id);
        } else if !is_static && !method.is_constructor() {
            class.virtuals.insert(selector, id);
        }
        class.declared.insert(selector, id);
        class.methods.push(id);
        self.methods.push(method);
        id
    }

    /// Adds a class that no compiler wrote: the object behind a lambda.
    pub fn define_synthetic(
        &self,
        host: ClassId,
        interfaces: Vec<ClassId>,
        captured: &[Type],
        pool: Vec<Constant>,
        methods: Vec<NewMethod>,
    ) -> Result<(ClassId, Vec<MethodId>)> {
        let _loading = self.loading.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let name = format!("{}$$Lambda${}", self.class(host).name, self.classes.count());
        let mut class = self.bare_class(&name, access::FINAL | access::SYNTHETIC);
        class.superclass = Some(self.load_locked("java/lang/Object", &mut Vec::new())?);
        class.interfaces = interfaces;
        class.id = ClassId(self.classes.count() as u32);
        self.inherit(&mut class);
        for (index, captured) in captured.iter().enumerate() {
            class.fields.push(Field {
                name: format!("captured{index}").into(),
                descriptor: captured.name.clone(),
                kind: captured.kind,
                flags: access::FINAL | access::PRIVATE,
                declared_in: class.id,
            });
        }
        class.defaults = class.fields.iter().map(|field| Value::default_of(field.kind)).collect();
        class.resolved = pool.iter().map(|_| OnceLock::new()).collect();
        class.pool = pool;
        class.source_file = self.class(host).source_file.clone();
        let methods =
            methods.into_iter().map(|method| self.add_method(&mut class, method)).collect();
        Ok((self.add_class(class)?, methods))
    }

    /// As [`World::define_function`], but only once for each `key`.
    pub fn function(
        &self,
        key: &str,
        host: ClassId,
        descriptor: &Arc<str>,
        pool: Vec<Constant>,
        code: Code,
    ) -> Result<MethodId> {
        if let Some(found) = read(&self.functions).get(key) {
            return Ok(*found);
        }
        let method = self.define_function(host, TRAMPOLINE, descriptor, pool, code)?;
        Ok(*write(&self.functions).entry(key.into()).or_insert(method))
    }

    /// Adds a static method that no compiler wrote, with a constant pool of its own.
    pub fn define_function(
        &self,
        host: ClassId,
        name: &str,
        descriptor: &Arc<str>,
        pool: Vec<Constant>,
        code: Code,
    ) -> Result<MethodId> {
        let malformed =
            |reason| JvmError::MalformedClass { name: self.class(host).java_name(), reason };
        let method = NewMethod {
            name: name.into(),
            descriptor: descriptor.clone(),
            signature: Descriptor::parse(descriptor).map_err(malformed)?,
            flags: access::STATIC | access::SYNTHETIC,
            code: Some(code),
        };
        let object = self.known().object;
        let (_, methods) = self.define_synthetic(host, vec![object], &[], pool, vec![method])?;
        Ok(methods[0])
    }
}
