//! The lowering: oxc's tree in, the intermediate form out.
//!
//! One file for each kind of node; all are methods of [`Lowering`].

mod class;
mod expression;
mod function;
mod jsx;
mod module;
mod operator;
mod pattern;
mod statement;
mod typescript;

use aplomb_script::{
    Block, Expr, ExprKind, Literal, ModuleBuilder, Name, Pattern, Span, Statement, StatementKind,
};
use oxc_ast::ast as js;
use std::collections::HashSet;

/// Lowers a whole file.
pub(crate) fn program(builder: &mut ModuleBuilder<'_>, program: &js::Program<'_>) -> Block {
    let typescript = program.source_type.is_typescript();
    let mut lowering = Lowering::new(builder);
    let mut body = lowering.block(&program.body);
    if typescript {
        lowering.drop_type_only(&mut body);
    }
    lowering.note_imports(&body);
    body
}

/// Lowers one expression (of a JSON file).
pub(crate) fn expression(builder: &mut ModuleBuilder<'_>, expr: &js::Expression<'_>) -> Expr {
    Lowering::new(builder).expr(expr)
}

struct Lowering<'b, 'p> {
    builder: &'b mut ModuleBuilder<'p>,
    /// Names that are read somewhere; TypeScript drops imports of all others.
    referenced: HashSet<Name>,
    /// Names that are declared with a value somewhere.
    values: HashSet<Name>,
    /// Names of interfaces and type aliases.
    types: HashSet<Name>,
}

impl<'b, 'p> Lowering<'b, 'p> {
    fn new(builder: &'b mut ModuleBuilder<'p>) -> Self {
        Lowering {
            builder,
            referenced: HashSet::new(),
            values: HashSet::new(),
            types: HashSet::new(),
        }
    }

    fn at(&self, span: js::Span) -> Span {
        crate::place(self.builder, span)
    }

    fn name(&mut self, text: &str) -> Name {
        self.builder.name(text)
    }

    /// A name that is read.
    fn reference(&mut self, text: &str) -> Name {
        let name = self.builder.name(text);
        self.referenced.insert(name.clone());
        name
    }

    /// A name that is declared.
    fn binding(&mut self, text: &str) -> Name {
        let name = self.builder.name(text);
        self.values.insert(name.clone());
        name
    }

    fn variable(&mut self, text: &str, span: Span) -> Expr {
        Expr::variable(self.reference(text), span)
    }

    fn bound(&mut self, identifier: &js::BindingIdentifier<'_>) -> Pattern {
        Pattern::Variable(self.binding(&identifier.name), self.at(identifier.span))
    }

    fn unsupported(&mut self, construct: &str, span: Span) -> Expr {
        Expr::new(ExprKind::Unsupported(self.builder.unsupported(construct, span)), span)
    }

    fn unsupported_statement(&mut self, construct: &str, span: Span) -> Statement {
        Statement::new(StatementKind::Unsupported(self.builder.unsupported(construct, span)), span)
    }
}

fn undefined(span: Span) -> Expr {
    Expr::literal(Literal::Undefined, span)
}
