//! Modules: executed when first imported, exports as objects.

use super::heap::{Body, Flavour, Record};
use super::library::{Outcome, Stop};
use super::scope::Scope;
use super::{Activation, Machine};
use crate::builtins;
use crate::{Node, Term};
use aplomb_script::{ImportBinding, Imported, Language, ModuleId, Name};
use std::rc::Rc;

/// A module that is being or was executed.
pub(crate) struct Loaded {
    /// The object behind `module` (JavaScript) or the module itself (Python).
    holder: Term,
}

impl Machine<'_> {
    /// Executes a module, unless it was, and gives its exports as an object
    /// (Python: its names). A module that is being executed gives what it
    /// exported so far.
    pub fn module(&mut self, id: ModuleId) -> Outcome {
        if let Some(loaded) = self.modules.get(&id) {
            let holder = loaded.holder;
            return self.exports_of(holder);
        }
        let module = self.program.module(id);
        let scope = Scope::module(id, module.dialect);
        let holder = match module.dialect.language {
            Language::Python => {
                self.allocate(Body::Record(Record::new(Flavour::Module(scope.clone()))))
            }
            Language::JavaScript => {
                let exports = self.new_record::<&str>([]);
                let holder = self.new_record([("exports", exports)]);
                self.declare_in(&scope, &"module".into(), holder);
                self.declare_in(&scope, &"exports".into(), exports);
                holder
            }
        };
        self.modules.insert(id, Loaded { holder });
        if module.dialect.language == Language::Python {
            let path = self.program.files[module.file.0 as usize].path.clone();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("module");
            let (name, file) =
                (self.terms.string(stem), self.terms.string(path.display().to_string()));
            self.declare_in(&scope, &"__name__".into(), name);
            self.declare_in(&scope, &"__file__".into(), file);
        }
        let this = (module.dialect.language == Language::JavaScript)
            .then(|| self.exports_of(holder))
            .transpose()?;
        let activation = Activation { scope, this, home: None, yields: None, handled: Vec::new() };
        self.within(activation, |m| {
            m.execute_block(&module.body)?;
            m.exports_of(holder)
        })
    }

    fn exports_of(&mut self, holder: Term) -> Outcome {
        let is_module = |record: &Record| matches!(record.flavour, Flavour::Module(_));
        if self.record(holder).is_some_and(is_module) {
            return Ok(holder);
        }
        self.get_attribute(holder, "exports")
    }

    /// `require(source)`, `import(source)`.
    pub(crate) fn require(&mut self, source: &str) -> Outcome {
        let module = self.activation.scope.module;
        match self.program.module(module).imports.get(source) {
            Some(&target) => self.module(target),
            None => self.package(source),
        }
    }

    /// What a package is, as a library or the language says. Where the program has a handler
    /// for that, it may be missing.
    fn package(&mut self, name: &str) -> Outcome {
        if self.guarding > 0 && !builtins::is_module(self, name) {
            self.require_installed(name)?;
        }
        let name = name.strip_prefix("node:").unwrap_or(name);
        let library = self.library;
        Ok(match library.global(self, name) {
            Some(value) => value,
            None => self.terms.external(name),
        })
    }

    /// Raises where a package is not installed, which is the same for all attempts.
    fn require_installed(&mut self, name: &str) -> Result<(), Stop> {
        let installed = self.setting(&format!("package {name}"));
        let installed = self.truth(installed);
        let undefined = self.terms.undefined();
        self.branch(
            installed,
            |_| Ok(undefined),
            |m| {
                let code = m.terms.string("MODULE_NOT_FOUND");
                let (class, message, fields) = match m.is_python() {
                    true => ("ModuleNotFoundError", format!("No module named '{name}'"), vec![]),
                    false => {
                        ("Error", format!("Cannot find module '{name}'"), vec![("code", code)])
                    }
                };
                let message = m.terms.string(message);
                let error = m.error(&[class], message, &fields);
                m.throw(error)
            },
        )
        .map(drop)
    }

    pub(crate) fn execute_import(
        &mut self,
        source: &Name,
        bindings: &[ImportBinding],
    ) -> Result<(), Stop> {
        let module = self.activation.scope.module;
        let target = self.program.module(module).imports.get(&**source).copied();
        let value = match target {
            Some(target) => self.module(target)?,
            None => self.package(source)?,
        };
        let scope = match self.dialect().explicit_self {
            true => self.activation.scope.function(),
            false => self.activation.scope.clone(),
        };
        for binding in bindings {
            let bound = match &binding.imported {
                Imported::Module => value,
                Imported::Default if target.is_none() => value,
                Imported::Default => {
                    let default = self.get_attribute(value, "default")?;
                    match self.terms.node(default) {
                        // A CommonJS module imported as an ES module.
                        Node::Undefined => value,
                        _ => default,
                    }
                }
                Imported::Named(name) => self.import_name(source, target, value, name)?,
                Imported::Everything => {
                    self.import_everything(&scope, value)?;
                    continue;
                }
            };
            self.declare_in(&scope, &binding.local, bound);
        }
        Ok(())
    }

    fn import_name(
        &mut self,
        source: &Name,
        target: Option<ModuleId>,
        value: Term,
        name: &Name,
    ) -> Outcome {
        if target.is_none() {
            if let Some(submodule) = self.submodule(source, name) {
                return self.module(submodule);
            }
            return self.get_attribute(value, name);
        }
        match self.lookup(value, name)? {
            Some(_) => self.get_attribute(value, name),
            None => match self.submodule(source, name) {
                Some(submodule) => self.module(submodule),
                None if self.dialect().missing_raises => {
                    self.throw_error("ImportError", &format!("cannot import name '{name}'"))
                }
                None => self.get_attribute(value, name),
            },
        }
    }

    /// The module `source.name`, if it is one of the program's own.
    fn submodule(&self, source: &str, name: &str) -> Option<ModuleId> {
        self.program.module(self.activation.scope.module).submodule(source, name)
    }

    fn import_everything(&mut self, scope: &Rc<Scope>, value: Term) -> Result<(), Stop> {
        let module = self.record(value).and_then(|record| match &record.flavour {
            Flavour::Module(scope) => Some(scope.clone()),
            _ => None,
        });
        let Some(module) = module else {
            let span = self.span;
            if self.is_external(value) {
                let shown = self.terms.show(value).to_string();
                self.problem(
                    format!("import * from {shown}: import the names that are used"),
                    span,
                );
            }
            return Ok(());
        };
        for (name, slot) in module.names() {
            if name.starts_with('_') {
                continue;
            }
            if let Some(&value) = self.state.variables.get(slot) {
                self.declare_in(scope, &name, value);
            }
        }
        Ok(())
    }

    /// Makes a value visible to importers.
    pub(crate) fn export(&mut self, name: &str, value: Term) -> Result<(), Stop> {
        let Some(loaded) = self.modules.get(&self.activation.scope.module) else { return Ok(()) };
        let holder = loaded.holder;
        let exports = self.exports_of(holder)?;
        self.set_attribute(exports, name, value)
    }

    pub(crate) fn execute_export(&mut self, names: &[(Name, Name)]) -> Result<(), Stop> {
        for (local, exported) in names {
            let value = self.read_variable(local)?;
            self.export(exported, value)?;
        }
        Ok(())
    }

    pub(crate) fn execute_export_from(
        &mut self,
        source: &Name,
        names: Option<&[(Name, Name)]>,
    ) -> Result<(), Stop> {
        let value = self.require(source)?;
        match names {
            Some(names) => {
                for (imported, exported) in names {
                    let value = match &**imported {
                        "*" => value,
                        _ => self.get_attribute(value, imported)?,
                    };
                    self.export(exported, value)?;
                }
            }
            None => {
                for (name, value) in self.fields(value).unwrap_or_default() {
                    if &*name != "default" {
                        self.export(&name, value)?;
                    }
                }
            }
        }
        Ok(())
    }
}
