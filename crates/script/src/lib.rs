//! What does a program in a dynamic language do?
//!
//! This crate is the form in which JavaScript, TypeScript and Python programs
//! reach the analyses: modules of statements and expressions with functions,
//! closures, classes, exceptions, awaits and calls, every node with a source
//! [`Span`]. Front ends (`aplomb-script-js`, `aplomb-script-py`) implement
//! [`FrontEnd`]; [`Program::load`] follows the imports of an entry file.
//!
//! ```
//! use aplomb_script::{Expr, ExprKind, Literal, Span};
//! let one = Expr::new(ExprKind::Literal(Literal::Number(1.0)), Span::unknown());
//! assert!(matches!(one.kind, ExprKind::Literal(Literal::Number(n)) if n == 1.0));
//! ```
//!
//! Invariants:
//! * Nothing here knows a concrete language, an SDK or a solver. Where languages
//!   differ in meaning, the difference is a named switch of [`Dialect`].
//! * Front ends never fail: they return a module *and* diagnostics. What they do
//!   not understand becomes an `Unsupported` node with a span.
//! * Nothing is nested deeper than [`NESTING_LIMIT`], so that consumers may recurse.

mod builder;
mod construct;
mod load;
mod nesting;
mod print;
mod program;
mod source;
mod syntax;
#[cfg(feature = "testing")]
pub mod testing;
mod walk;

pub use builder::{ModuleBuilder, NESTING_LIMIT};
pub use load::{Files, FrontEnd, LoadError, OnDisk, Parsed, normal_path};
pub use nesting::Layout;
pub use program::{Dialect, Language, Module, ModuleId, Program};
pub use source::{Diagnostic, FileId, Severity, SourceFile, Span};
pub use syntax::*;
pub use walk::{Node, Nodes, nodes};
