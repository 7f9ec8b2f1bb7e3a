//! Where a file exports a handler, and what stands there.

use aplomb_script::{
    Expr, ExprKind, Field, Imported, Key, Language, ModuleId, Pattern, Span, StatementKind,
};

use crate::source::{Source, contains};

/// What a file exports under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exported {
    /// A value: an expression that can be wrapped.
    Value(Span),
    /// A shorthand property (`{ create }`): a name that stands for key and value.
    Shorthand(Span),
    /// A declared function; how it is called, and whether it is the default export.
    Function { span: Span, is_default: bool },
    /// A function of Python, or what decorators make of it.
    Definition(Span),
}

/// Why a handler is not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotFound {
    #[error("{0} is exported in a way that Aplomb does not edit: wrap it in retrySafe by hand")]
    Nowhere(String),
    #[error("{0} is exported more than once in its file: which one is meant?")]
    Twice(String),
}

/// The place where a module exports a name, and the module that the place is in: another one if
/// it only passes the name on.
pub(crate) fn find(
    source: Source<'_>,
    module: ModuleId,
    export: &str,
) -> Result<(ModuleId, Exported), NotFound> {
    let name = export.rsplit('.').next().unwrap_or(export);
    let (mut module, mut name) = (module, name);
    for _ in 0..MOST_PASSED_ON {
        let Some((next, inner)) = passed_on(source, module, name) else { break };
        (module, name) = (next, inner);
    }
    Ok((module, find_in(source, module, name)?))
}

/// How often a name is passed on at most.
const MOST_PASSED_ON: usize = 8;

/// The module that a name is passed on from, and its name there.
fn passed_on<'a>(
    source: Source<'a>,
    module: ModuleId,
    name: &'a str,
) -> Option<(ModuleId, &'a str)> {
    let module = source.program.module(module);
    let from = |path: &str, inner| Some((*module.imports.get(path)?, inner));
    let imported = |local: &str| {
        module.body.iter().find_map(|statement| match &statement.kind {
            StatementKind::Import { source: path, bindings } => {
                let binding = bindings.iter().find(|binding| &*binding.local == local)?;
                match &binding.imported {
                    Imported::Named(inner) => from(path, &**inner),
                    _ => None,
                }
            }
            _ => None,
        })
    };
    module.body.iter().find_map(|statement| match &statement.kind {
        StatementKind::ExportFrom { source: path, names: Some(names) } => {
            let (inner, _) = names.iter().find(|(_, exported)| &**exported == name)?;
            from(path, &**inner)
        }
        StatementKind::Export { names } => {
            let (local, _) = names.iter().find(|(_, exported)| &**exported == name)?;
            imported(local)
        }
        _ => None,
    })
}

fn find_in(source: Source<'_>, module: ModuleId, name: &str) -> Result<Exported, NotFound> {
    let body = &source.program.module(module).body;
    let python = source.program.module(module).dialect.language == Language::Python;
    let mut found: Vec<Exported> = Vec::new();
    for statement in body {
        match &statement.kind {
            StatementKind::Export { names } => {
                let local = names.iter().find(|(_, exported)| &**exported == name);
                let Some((local, exported)) = local else { continue };
                let is_default = &**exported == "default" && contains_name(source, statement.span);
                found.extend(declared(source, module, local, is_default));
            }
            StatementKind::ExportDefault(value) if name == "default" => {
                found.push(Exported::Value(value.span));
            }
            StatementKind::Expression(expr) => found.extend(assigned(source, expr, name, python)),
            StatementKind::Function { name: known, .. } if python && &**known == name => {
                found.push(Exported::Definition(statement.span));
            }
            StatementKind::Declare {
                pattern: Pattern::Variable(known, _),
                value: Some(value),
                ..
            } if python && &**known == name => {
                found.push(Exported::Value(value.span));
            }
            _ => {}
        }
    }
    match found.as_slice() {
        [] => Err(NotFound::Nowhere(name.into())),
        [only] => Ok(*only),
        _ => Err(NotFound::Twice(name.into())),
    }
}

/// `export default` in front of a declaration.
fn contains_name(source: Source<'_>, span: Span) -> bool {
    source.text(span).starts_with("export default")
}

/// The declaration of a local name.
fn declared(
    source: Source<'_>,
    module: ModuleId,
    local: &str,
    is_default: bool,
) -> Option<Exported> {
    source.program.module(module).body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Declare {
            pattern: Pattern::Variable(known, _), value: Some(value), ..
        } if &**known == local => Some(Exported::Value(value.span)),
        StatementKind::Function { name, .. } if &**name == local => {
            Some(Exported::Function { span: statement.span, is_default })
        }
        _ => None,
    })
}

/// `exports.name = value`, `module.exports = { name: value }`, `name = value`.
fn assigned(source: Source<'_>, expr: &Expr, name: &str, python: bool) -> Option<Exported> {
    let ExprKind::Assign { target, value } = &expr.kind else { return None };
    match &**target {
        Pattern::Variable(known, _) if python && &**known == name => {
            let text = source.text(expr.span);
            let defined =
                text.starts_with('@') || text.starts_with("def ") || text.starts_with("async def ");
            Some(match defined {
                true => Exported::Definition(expr.span),
                false => Exported::Value(value.span),
            })
        }
        Pattern::Member(object, known, _) if &**known == name && is_exports(object) => {
            Some(Exported::Value(innermost(value).span))
        }
        Pattern::Member(object, known, _) if is_exports_of_module(object, known) => {
            let ExprKind::Record(fields) = &innermost(value).kind else { return None };
            fields.iter().find_map(|field| match field {
                Field::Named(Key::Static(known), value) if &**known == name => {
                    Some(property(source, value))
                }
                _ => None,
            })
        }
        _ => None,
    }
}

/// The value of `a = b = value`.
fn innermost(value: &Expr) -> &Expr {
    match &value.kind {
        ExprKind::Assign { value, .. } => innermost(value),
        _ => value,
    }
}

fn property(source: Source<'_>, value: &Expr) -> Exported {
    let before = &source.file(value.span.file)[..value.span.start as usize];
    match (&value.kind, before.trim_end().ends_with(':')) {
        (ExprKind::Variable(_), false) => Exported::Shorthand(value.span),
        _ => Exported::Value(value.span),
    }
}

/// `exports`, `module.exports`.
fn is_exports(object: &Expr) -> bool {
    match &object.kind {
        ExprKind::Variable(name) => &**name == "exports",
        ExprKind::Member { object, name, .. } => is_exports_of_module(object, name),
        _ => false,
    }
}

fn is_exports_of_module(object: &Expr, name: &str) -> bool {
    name == "exports" && matches!(&object.kind, ExprKind::Variable(module) if &**module == "module")
}

/// Whether what is exported is wrapped already.
pub(crate) fn is_wrapped(source: Source<'_>, exported: Exported) -> bool {
    let (Exported::Value(span)
    | Exported::Shorthand(span)
    | Exported::Function { span, .. }
    | Exported::Definition(span)) = exported;
    let calls = source.program.nodes().filter_map(|node| match node {
        aplomb_script::Node::Expr(expr) if contains(span, expr.span) => Some(expr),
        _ => None,
    });
    let mut calls = calls.filter(|call| matches!(call.kind, ExprKind::Call { .. }));
    calls.any(|call| {
        let text = source.text(call.span);
        text.starts_with("retrySafe(") || text.starts_with("retry_safe(")
    })
}
