//! How is a Python program expressed in the intermediate form?
//!
//! [`Python`] is the front end for `.py` files: modules and packages, classes
//! with inheritance and decorators, exceptions, comprehensions, generators,
//! `with`, `match`, f-strings and everything else that Python 3 has. Type hints
//! are erased.
//!
//! ```
//! use aplomb_script::Program;
//! use aplomb_script_py::Python;
//! use std::collections::HashMap;
//! use std::path::{Path, PathBuf};
//!
//! let files: HashMap<PathBuf, String> =
//!     [("app.py".into(), "def handler(event, context):\n    return f'{event}!'".into())].into();
//! let mut program = Program::default();
//! let id = program.load(&[&Python], &files, Path::new(""), Path::new("app.py"))?;
//! assert_eq!(
//!     program.module(id).display(&program).to_string(),
//!     "function handler(event, context) {\n  return `${event}!`\n}\n"
//! );
//! # Ok::<(), aplomb_script::LoadError>(())
//! ```
//!
//! The parser is ruff's, as published by its authors: it is complete for Python
//! 3, recovers from errors and is kept up with each version of the language.
//!
//! Invariants:
//! * Every construct is lowered with its meaning, or is `Unsupported` with a
//!   diagnostic.
//! * Names that lowering introduces begin with `%`, which no program can write.
//!   `import a.b` binds `a` and also a variable called `a.b`, which stands for
//!   the expression `a.b` in the rest of the file.
//! * Nothing here knows a library; the built-ins that lowering calls (`format`,
//!   `repr`, `ascii`, `isinstance`, `len`) are part of the language.

mod lower;
mod resolve;

use aplomb_script::{
    Block, Dialect, FileId, Files, FrontEnd, Layout, ModuleBuilder, Parsed, Program, Severity,
};
use ruff_python_ast::PySourceType;
use ruff_python_parser::parse_unchecked_source;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The front end for Python 3.
pub struct Python;

impl FrontEnd for Python {
    fn takes(&self, extension: &str) -> bool {
        extension == "py"
    }

    fn parse(&self, program: &mut Program, file: FileId, path: &Path, text: &str) -> Parsed {
        ModuleBuilder::build(program, file, text, Dialect::PYTHON, Layout::Lines, |builder| {
            module(builder, path)
        })
    }

    fn resolve(
        &self,
        files: &dyn Files,
        root: &Path,
        importer: &Path,
        source: &str,
    ) -> Option<PathBuf> {
        resolve::resolve(files, root, importer, source)
    }

    fn shared(&self, files: &dyn Files, folder: &Path, source: &str) -> Option<PathBuf> {
        resolve::shared(files, folder, source)
    }
}

fn module(builder: &mut ModuleBuilder<'_>, path: &Path) -> Block {
    let parsed = parse_unchecked_source(builder.text(), PySourceType::Python);
    for error in parsed.errors() {
        let span = builder.span(error.location.start().into(), error.location.end().into());
        builder.report(Severity::Syntax, span, format!("syntax: {}", error.error));
    }
    let mut body = lower::module(builder, module_name(path), parsed.suite());
    if parsed.has_invalid_syntax() {
        body.insert(0, builder.unparsed());
    }
    body
}

/// What `__name__` is when the platform imports the module; only the last part
/// is known, because where imports begin is not.
fn module_name(path: &Path) -> &str {
    match path.file_stem().and_then(OsStr::to_str) {
        Some("__init__") => path.parent().and_then(Path::file_name).and_then(OsStr::to_str),
        stem => stem,
    }
    .unwrap_or("")
}
