//! The lowering: ruff's tree in, the intermediate form out.
//!
//! One file for each kind of node; all are methods of [`Lowering`].

mod class;
mod expression;
mod function;
mod import;
mod matching;
mod operator;
mod statement;
mod target;
mod text;

use aplomb_script::{
    Block, Expr, ExprKind, ModuleBuilder, Name, Pattern, Severity, Span, Statement, StatementKind,
};
use ruff_python_ast as py;
use ruff_text_size::{Ranged, TextRange};
use std::collections::HashSet;

/// Lowers a whole file.
pub(crate) fn module(builder: &mut ModuleBuilder<'_>, name: &str, body: &[py::Stmt]) -> Block {
    let module_name = builder.name(name);
    let mut lowering = Lowering {
        builder,
        module_name,
        dotted: HashSet::new(),
        functions: Vec::new(),
        loops: 0,
        class_names: None,
        temporaries: 0,
    };
    lowering.block(body)
}

struct Lowering<'b, 'p> {
    builder: &'b mut ModuleBuilder<'p>,
    module_name: Name,
    /// Modules imported by a dotted name without an alias.
    dotted: HashSet<String>,
    /// For each enclosing function whether it contains a `yield`.
    functions: Vec<bool>,
    /// How many loops enclose this place.
    loops: usize,
    /// In a statement of a class body: the names that are members of the class.
    class_names: Option<HashSet<Name>>,
    temporaries: usize,
}

impl Lowering<'_, '_> {
    fn at(&self, range: TextRange) -> Span {
        self.builder.span(range.start().into(), range.end().into())
    }

    fn of(&self, node: &impl Ranged) -> Span {
        self.at(node.range())
    }

    fn name(&mut self, text: &str) -> Name {
        self.builder.name(text)
    }

    fn variable(&mut self, text: &str, span: Span) -> Expr {
        Expr::variable(self.name(text), span)
    }

    /// A variable that no program can name.
    fn temporary(&mut self) -> Name {
        self.temporaries += 1;
        self.builder.name(&format!("%{}", self.temporaries))
    }

    /// Lowers something whose parts are nested in each other that many levels
    /// deep; `None` when that is too deep.
    fn nested<T>(&mut self, levels: usize, lower: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if !self.builder.enter_many(levels) {
            return None;
        }
        let lowered = lower(self);
        self.builder.leave_many(levels);
        Some(lowered)
    }

    fn bound(&mut self, identifier: &py::Identifier) -> Pattern {
        Pattern::Variable(self.name(&identifier.id), self.of(identifier))
    }

    fn unsupported(&mut self, construct: &str, span: Span) -> Expr {
        Expr::new(ExprKind::Unsupported(self.builder.unsupported(construct, span)), span)
    }

    fn unsupported_statement(&mut self, construct: &str, span: Span) -> Statement {
        let name = self.builder.unsupported(construct, span);
        Statement::new(StatementKind::Unsupported(name), span)
    }

    fn warn(&mut self, span: Span, message: &str) {
        self.builder.report(Severity::Warning, span, message);
    }
}
