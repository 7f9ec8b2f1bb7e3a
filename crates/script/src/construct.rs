//! Short ways to write the nodes that lowering introduces.

use crate::{Argument, Expr, ExprKind, Literal, Name, Pattern, Span, Statement, StatementKind};
use std::sync::Arc;

impl Expr {
    /// A literal.
    pub fn literal(value: Literal, span: Span) -> Expr {
        Expr::new(ExprKind::Literal(value), span)
    }

    /// A string.
    pub fn string(text: impl Into<Arc<str>>, span: Span) -> Expr {
        Expr::literal(Literal::String(text.into()), span)
    }

    /// A number.
    pub fn number(value: f64, span: Span) -> Expr {
        Expr::literal(Literal::Number(value), span)
    }

    /// A variable.
    pub fn variable(name: Name, span: Span) -> Expr {
        Expr::new(ExprKind::Variable(name), span)
    }

    /// `object.name`.
    pub fn member(object: Expr, name: Name, span: Span) -> Expr {
        Expr::new(ExprKind::Member { object: Box::new(object), name, optional: false }, span)
    }

    /// `object[index]`.
    pub fn item(object: Expr, index: Expr, span: Span) -> Expr {
        let (object, index) = (Box::new(object), Box::new(index));
        Expr::new(ExprKind::Item { object, index, optional: false }, span)
    }

    /// `callee(arguments)`, all by position.
    pub fn call(callee: Expr, arguments: Vec<Expr>, span: Span) -> Expr {
        let arguments = arguments.into_iter().map(Argument::Positional).collect();
        Expr::new(ExprKind::Call { callee: Box::new(callee), arguments, optional: false }, span)
    }

    /// `target = value`.
    pub fn assign(target: Pattern, value: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::Assign { target: Box::new(target), value: Box::new(value) }, span)
    }
}

impl Statement {
    /// An expression for its effect.
    pub fn expression(expr: Expr) -> Statement {
        let span = expr.span;
        Statement::new(StatementKind::Expression(expr), span)
    }

    /// `return value`.
    pub fn returns(value: Expr) -> Statement {
        let span = value.span;
        Statement::new(StatementKind::Return(Some(value)), span)
    }
}
