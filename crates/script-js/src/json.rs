//! JSON files: imported data, and the configuration that import resolution reads.

use crate::lower;
use aplomb_script::{
    Block, Dialect, Expr, ExprKind, Field, FileId, Key, Layout, Literal, ModuleBuilder, Pattern,
    Program, Severity, Statement, StatementKind,
};
use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;
use std::path::Path;

/// `module.exports = <the value>`.
pub(crate) fn module(builder: &mut ModuleBuilder<'_>, _: &Path) -> Block {
    let Some(value) = value(builder) else { return vec![builder.unparsed()] };
    let span = value.span;
    let module = Expr::variable(builder.name("module"), span);
    let target = Pattern::Member(Box::new(module), builder.name("exports"), span);
    vec![Statement::expression(Expr::assign(target, value, span))]
}

/// JSON is a part of JavaScript's expressions; comments and trailing commas,
/// which configuration files contain, are too.
fn value(builder: &mut ModuleBuilder<'_>) -> Option<Expr> {
    let allocator = Allocator::default();
    let parser = Parser::new(&allocator, builder.text(), SourceType::script());
    match parser.parse_expression() {
        Ok(expr) => Some(lower::expression(builder, &expr)),
        Err(diagnostics) => {
            let message = diagnostics.iter().next().map_or("", |first| &first.message);
            let whole = builder.span(0, builder.text().len());
            builder.report(Severity::Error, whole, format!("not JSON: {message}"));
            None
        }
    }
}

/// The value of a configuration file, if it is one.
pub(crate) fn configuration(text: &str) -> Option<Expr> {
    let mut program = Program::default();
    let parsed = ModuleBuilder::build(
        &mut program,
        FileId(0),
        text,
        Dialect::JAVASCRIPT,
        Layout::Free,
        |builder| module(builder, Path::new("")),
    );
    match parsed.module.body.into_iter().next()?.kind {
        StatementKind::Expression(Expr { kind: ExprKind::Assign { value, .. }, .. }) => {
            Some(*value)
        }
        _ => None,
    }
}

/// The field of a record.
pub(crate) fn field<'a>(record: &'a Expr, name: &str) -> Option<&'a Expr> {
    fields(record).find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The fields of a record.
pub(crate) fn fields(record: &Expr) -> impl Iterator<Item = (&str, &Expr)> {
    let fields = match &record.kind {
        ExprKind::Record(fields) => fields.as_slice(),
        _ => &[],
    };
    fields.iter().filter_map(|field| match field {
        Field::Named(Key::Static(key), value) => Some((&**key, value)),
        _ => None,
    })
}

/// A string.
pub(crate) fn text(value: &Expr) -> Option<&str> {
    match &value.kind {
        ExprKind::Literal(Literal::String(text)) => Some(text),
        _ => None,
    }
}

/// The strings of a list.
pub(crate) fn texts(list: &Expr) -> impl Iterator<Item = &str> {
    let items = match &list.kind {
        ExprKind::List(items) => items.as_slice(),
        _ => &[],
    };
    items.iter().filter_map(|item| match item {
        aplomb_script::Element::Item(value) => text(value),
        _ => None,
    })
}
