//! A program: its files, modules and functions.

use crate::{Block, Class, ClassId, Diagnostic, FileId, Function, FunctionId, SourceFile};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Index of a module in [`Program::modules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub u32);

/// The family of languages a module was written in, for messages and for the
/// choice of built-in libraries; differences in *meaning* are in [`Dialect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// JavaScript and TypeScript.
    JavaScript,
    /// Python 3.
    Python,
}

/// Where dynamic languages give the same syntax a different meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dialect {
    /// The language, for built-ins.
    pub language: Language,
    /// An empty list or record counts as false in a condition.
    pub empty_is_false: bool,
    /// Reading a missing member or item raises instead of giving `undefined`.
    pub missing_raises: bool,
    /// A method found on an instance is bound to it, and the receiver is the
    /// function's first parameter.
    pub explicit_self: bool,
    /// Assigning a name declares it in the enclosing function, unless the
    /// function says otherwise ([`crate::StatementKind::Outer`]).
    pub assignment_declares: bool,
}

impl Dialect {
    /// JavaScript's meaning.
    pub const JAVASCRIPT: Dialect = Dialect {
        language: Language::JavaScript,
        empty_is_false: false,
        missing_raises: false,
        explicit_self: false,
        assignment_declares: false,
    };
    /// Python's meaning.
    pub const PYTHON: Dialect = Dialect {
        language: Language::Python,
        empty_is_false: true,
        missing_raises: true,
        explicit_self: true,
        assignment_declares: true,
    };
}

/// One source file as a module.
#[derive(Clone, Debug)]
pub struct Module {
    /// The file it came from.
    pub file: FileId,
    /// Its meaning switches.
    pub dialect: Dialect,
    /// Top-level statements, run once when the module is first imported.
    pub body: Block,
    /// Which import strings lead to other modules of the program; all others
    /// are external packages.
    pub imports: HashMap<String, ModuleId>,
}

impl Module {
    /// The module `name` inside the package `source`, if an import led to it:
    /// `from source import name` means this where `source` exports no `name`.
    pub fn submodule(&self, source: &str, name: &str) -> Option<ModuleId> {
        self.imports.get(&Module::submodule_source(source, name)).copied()
    }

    /// The import string of the module `name` inside the package `source`.
    ///
    /// ```
    /// # use aplomb_script::Module;
    /// assert_eq!(Module::submodule_source("shop", "db"), "shop.db");
    /// assert_eq!(Module::submodule_source("..", "db"), "..db");
    /// ```
    pub fn submodule_source(source: &str, name: &str) -> String {
        let dot = if source.ends_with('.') { "" } else { "." };
        format!("{source}{dot}{name}")
    }
}

/// A loaded program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All files read.
    pub files: Vec<SourceFile>,
    /// All modules; the entry is the first one loaded.
    pub modules: Vec<Module>,
    /// All functions of all modules.
    pub functions: Vec<Function>,
    /// All classes of all modules.
    pub classes: Vec<Class>,
    /// What the front ends and the loader had to say.
    pub diagnostics: Vec<Diagnostic>,
    /// Folders of code that is shared by applications; imports that lead to no
    /// file of the application are looked for there.
    pub shared: Vec<PathBuf>,
    pub(crate) by_path: HashMap<PathBuf, ModuleId>,
    remembered: Remembered,
}

/// What was found out about all of a program, by its type. A copy begins without it.
#[derive(Default)]
struct Remembered(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Clone for Remembered {
    fn clone(&self) -> Self {
        Remembered::default()
    }
}

impl fmt::Debug for Remembered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Remembered")
    }
}

impl Program {
    /// What is found by looking at all of the program, which is done once: a program is
    /// executed many times.
    pub fn remember<T: Any + Send + Sync>(&self, find: impl FnOnce(&Program) -> T) -> Arc<T> {
        let mut known = self.remembered.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(find(self)));
        Arc::downcast(found.clone()).unwrap_or_else(|_| unreachable!("it is kept by its type"))
    }

    /// The function with this id.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The class with this id.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    /// The module with this id.
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0 as usize]
    }

    /// The file with this id, if the span that holds it is known.
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// Adds a function; front ends call this while they lower a module.
    pub fn add_function(&mut self, function: Function) -> FunctionId {
        self.remembered = Remembered::default();
        self.functions.push(function);
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// Adds a class; front ends call this while they lower a module.
    pub fn add_class(&mut self, class: Class) -> ClassId {
        self.classes.push(class);
        ClassId(self.classes.len() as u32 - 1)
    }
}
