//! How is a JavaScript or TypeScript program expressed in the intermediate form?
//!
//! [`JavaScript`] is the front end for `.js`, `.mjs`, `.cjs`, `.jsx`, `.ts`,
//! `.mts`, `.cts` and `.tsx` files, in CommonJS and ES modules, and for `.json`
//! files that are imported. Types are erased; what TypeScript adds at run time
//! (enums, namespaces, parameter properties, `import =`, `export =`) is lowered
//! to what the compiler would emit.
//!
//! ```
//! use aplomb_script::Program;
//! use aplomb_script_js::JavaScript;
//! use std::collections::HashMap;
//! use std::path::{Path, PathBuf};
//!
//! let files: HashMap<PathBuf, String> =
//!     [("app.js".into(), "exports.handler = async e => e.id ?? 'none'".into())].into();
//! let mut program = Program::default();
//! let id = program.load(&[&JavaScript], &files, Path::new(""), Path::new("app.js"))?;
//! assert_eq!(
//!     program.module(id).display(&program).to_string(),
//!     "exports.handler = async (e) => {\n  return (e.id ?? \"none\")\n}\n"
//! );
//! # Ok::<(), aplomb_script::LoadError>(())
//! ```
//!
//! The parser is oxc's: it is complete for JavaScript, TypeScript and JSX,
//! released every week, and usable without the rest of its tool chain.
//!
//! Invariants:
//! * Every construct is lowered with its meaning, or is `Unsupported` with a
//!   diagnostic. What only documents (types, declarations) leaves no trace.
//! * Nothing here knows a library: `require` and `import` are syntax, all other
//!   names are variables.

mod json;
mod lower;
mod resolve;

use aplomb_script::{
    Block, Dialect, FileId, Files, FrontEnd, Layout, ModuleBuilder, Parsed, Program,
};
use aplomb_script::{Severity, Span};
use oxc_allocator::Allocator;
use oxc_ast::ast as js;
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_span::SourceType;
use std::path::{Path, PathBuf};

/// The front end for JavaScript, TypeScript and JSON.
pub struct JavaScript;

impl FrontEnd for JavaScript {
    fn takes(&self, extension: &str) -> bool {
        matches!(extension, "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" | "json")
    }

    fn parse(&self, program: &mut Program, file: FileId, path: &Path, text: &str) -> Parsed {
        let lower: fn(&mut ModuleBuilder<'_>, &Path) -> Block =
            if extension(path) == "json" { json::module } else { module };
        ModuleBuilder::build(program, file, text, Dialect::JAVASCRIPT, Layout::Free, |builder| {
            lower(builder, path)
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

    fn must_resolve(&self, source: &str) -> bool {
        resolve::is_relative(source)
    }
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or("")
}

fn module(builder: &mut ModuleBuilder<'_>, path: &Path) -> Block {
    let allocator = Allocator::default();
    let source_type = source_type(path);
    let mut parsed = parse(&allocator, builder.text(), source_type);
    if parsed.panicked && !source_type.is_typescript() {
        // Type annotations in a `.js` file (Flow) mostly read like TypeScript's.
        let typed = parse(&allocator, builder.text(), SourceType::tsx());
        if !typed.panicked {
            parsed = typed;
        }
    }
    for diagnostic in &parsed.diagnostics {
        let span = diagnostic
            .labels
            .first()
            .map_or(builder.span(0, 0), |label| place(builder, label.span()));
        builder.report(Severity::Syntax, span, format!("syntax: {}", diagnostic.message));
    }
    if parsed.panicked {
        return vec![builder.unparsed()];
    }
    lower::program(builder, &parsed.program)
}

fn parse<'a>(allocator: &'a Allocator, text: &'a str, source_type: SourceType) -> ParserReturn<'a> {
    let options = ParseOptions {
        allow_return_outside_function: true,
        preserve_parens: false,
        enable_ident_hashes: false,
        ..ParseOptions::default()
    };
    Parser::new(allocator, text, source_type).with_options(options).parse()
}

/// Whether a `.js` or `.ts` file is a script or a module is decided by what it
/// contains: both styles are mixed freely in what people deploy.
fn source_type(path: &Path) -> SourceType {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    match extension(path) {
        "mjs" => SourceType::jsx(),
        "cjs" => SourceType::cjs().with_jsx(true),
        "tsx" => SourceType::tsx().with_unambiguous(true),
        "ts" | "mts" | "cts" if name.contains(".d.") => SourceType::d_ts(),
        "ts" | "mts" | "cts" => SourceType::ts().with_unambiguous(true),
        _ => SourceType::unambiguous().with_jsx(true),
    }
}

/// The place of a node in the file that is being lowered.
fn place(builder: &ModuleBuilder<'_>, span: js::Span) -> Span {
    builder.span(span.start as usize, span.end as usize)
}
