//! One line by which a file imports what it needs of the runtime.

use std::collections::BTreeSet;

use aplomb_script::{
    Expr, ExprKind, FileId, Imported, Key, Language, Literal, Name, Node, Pattern, Span, Statement,
    StatementKind,
};

use crate::{
    edit::Edits,
    source::{Source, contains, is_runtime, requires_runtime},
};

/// What a file calls a function of the runtime: by its own name, unless that is taken.
pub(crate) fn local(source: Source<'_>, file: FileId, name: &str) -> String {
    if let Some(known) = known(source, file).into_iter().find(|(imported, _)| imported == name) {
        return known.1;
    }
    match source.declares(file, name) {
        false => name.to_owned(),
        true if source.language(file) == Language::Python => format!("retry_{name}"),
        true => format!("{name}OfRetry"),
    }
}

/// What a file imports already, with the local names.
fn known(source: Source<'_>, file: FileId) -> Vec<(String, String)> {
    let Some(statement) = existing(source, file) else { return Vec::new() };
    match &statement.kind {
        StatementKind::Import { bindings, .. } => bindings
            .iter()
            .filter_map(|binding| match &binding.imported {
                Imported::Named(name) => Some((name.to_string(), binding.local.to_string())),
                _ => None,
            })
            .collect(),
        StatementKind::Declare { pattern: Pattern::Record { fields, .. }, .. } => fields
            .iter()
            .filter_map(|(key, pattern)| match (key, pattern) {
                (Key::Static(name), Pattern::Variable(local, _)) => {
                    Some((name.to_string(), local.to_string()))
                }
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn body(source: Source<'_>, file: FileId) -> &[Statement] {
    match source.module(file) {
        Some(module) => &source.program.module(module).body,
        None => &[],
    }
}

/// The statement by which a file imports the runtime.
fn existing(source: Source<'_>, file: FileId) -> Option<&Statement> {
    body(source, file).iter().find(|statement| match &statement.kind {
        StatementKind::Import { source, .. } => is_runtime(source),
        StatementKind::Declare { value: Some(value), .. } => requires_runtime(value),
        _ => false,
    })
}

/// Adds names to what a file imports of the runtime.
pub(crate) fn add(source: Source<'_>, file: FileId, names: &BTreeSet<&str>, edits: &mut Edits) {
    let mut wanted: BTreeSet<(String, String)> = known(source, file).into_iter().collect();
    wanted.extend(names.iter().map(|name| ((*name).to_owned(), local(source, file, name))));
    let style = Style::of(source, file);
    let line = style.line(&wanted);
    if let Some(statement) = existing(source, file) {
        let Span { start, end, .. } = statement.span;
        let text = source.text(statement.span);
        let line = if text.ends_with(';') { &line } else { line.trim_end_matches(';') };
        // A declaration begins after its `const`.
        let line = match text.starts_with('{') {
            true => line.trim_start_matches("const "),
            false => line,
        };
        edits.replace(file, start as usize..end as usize, line);
        return;
    }
    let blank = if body(source, file).iter().any(is_import) { "" } else { "\n" };
    edits.insert(file, place(source, file), format!("{line}\n{blank}"));
}

/// Where the line goes: after the last import at the top of the file, else before the first
/// statement.
fn place(source: Source<'_>, file: FileId) -> usize {
    let statements = body(source, file);
    let text = source.file(file);
    let imports =
        statements.iter().take_while(|statement| is_import(statement) || is_text(statement));
    let last =
        imports.filter(|statement| is_import(statement) || is_docstring(source, statement)).last();
    match last {
        Some(last) => {
            let end = last.span.end as usize;
            text[end..].find('\n').map_or(text.len(), |at| end + at + 1)
        }
        None => {
            let first = statements.iter().map(|statement| statement.span.start).min();
            let start = first.map_or(0, |first| first as usize);
            text[..start].rfind('\n').map_or(0, |at| at + 1)
        }
    }
}

fn is_import(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Import { .. } => true,
        StatementKind::Declare { value: Some(value), .. } => is_require(&value.kind),
        _ => false,
    }
}

/// `require("x")`, `require("x").y`, `require("x")(…)`.
fn is_require(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Require(_) => true,
        ExprKind::Member { object, .. } => is_require(&object.kind),
        ExprKind::Call { callee, .. } => is_require(&callee.kind),
        _ => false,
    }
}

/// `"use strict"`, the documentation of a module.
fn is_text(statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Expression(expr)
        if matches!(&expr.kind, ExprKind::Literal(Literal::String(_))))
}

fn is_docstring(source: Source<'_>, statement: &Statement) -> bool {
    is_text(statement) && source.text(statement.span).len() > 2
}

/// Removes imports that only what was replaced has used.
pub(crate) fn drop_unused(source: Source<'_>, file: FileId, replaced: &[Span], edits: &mut Edits) {
    let variables = || {
        source.program.nodes().filter_map(|node| match node {
            Node::Expr(Expr { kind: ExprKind::Variable(name), span }) if span.file == file => {
                Some((name, *span))
            }
            _ => None,
        })
    };
    let is_gone = |span: Span| replaced.iter().any(|outer| contains(*outer, span));
    let gone: BTreeSet<&Name> =
        variables().filter(|(_, span)| is_gone(*span)).map(|(name, _)| name).collect();
    for name in gone {
        if variables().any(|(used, span)| used == name && !is_gone(span)) {
            continue;
        }
        let imports = body(source, file).iter().filter(|statement| is_import(statement));
        for statement in imports {
            drop_from(source, statement, name, edits);
        }
    }
}

/// Removes a name from an import: the whole line, or the name from the list.
fn drop_from(source: Source<'_>, statement: &Statement, name: &str, edits: &mut Edits) {
    let bound: Vec<Name> = match &statement.kind {
        StatementKind::Import { bindings, .. } => {
            bindings.iter().map(|binding| binding.local.clone()).collect()
        }
        StatementKind::Declare { pattern, .. } => pattern.names().into_iter().cloned().collect(),
        _ => return,
    };
    if !bound.iter().any(|local| &**local == name) {
        return;
    }
    let (file, span) = (statement.span.file, statement.span);
    let text = source.file(file);
    let (start, end) = (span.start as usize, span.end as usize);
    if bound.len() == 1 {
        let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let to = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
        let alone = matches!(text[from..start].trim(), "" | "const" | "let" | "var" | "import")
            && text[end..to].trim().trim_start_matches(';').is_empty();
        if alone {
            // Of the empty lines on both sides one stays.
            let apart = text[..from].is_empty() || text[..from].ends_with("\n\n");
            let to = if apart && text[to..].starts_with('\n') { to + 1 } else { to };
            edits.replace(file, from..to, "");
        }
        return;
    }
    // `{ a, b }`, `from x import a, b`.
    let statement = &text[start..end];
    let whole = |at: usize| {
        let is_part =
            |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
        !is_part(statement[..at].chars().next_back())
            && !is_part(statement[at + name.len()..].chars().next())
    };
    let Some((at, _)) = statement.match_indices(name).find(|(at, _)| whole(*at)) else { return };
    let behind = &statement[at + name.len()..];
    let before = statement[..at].trim_end();
    if let Some(rest) = behind.trim_start().strip_prefix(',') {
        let skipped = behind.len() - rest.trim_start_matches(' ').len();
        edits.replace(file, start + at..start + at + name.len() + skipped, "");
    } else if before.ends_with(',') {
        edits.replace(file, start + before.len() - 1..start + at + name.len(), "");
    }
}

/// How a file writes imports.
enum Style {
    Import { quote: char, semicolon: bool },
    Require { quote: char, semicolon: bool },
    Python,
}

impl Style {
    fn of(source: Source<'_>, file: FileId) -> Style {
        if source.language(file) == Language::Python {
            return Style::Python;
        }
        let text = source.file(file);
        let quote = quote(text);
        let statements = body(source, file);
        let semicolon = match statements.iter().find(|statement| is_import(statement)) {
            Some(statement) => {
                let end = statement.span.end as usize;
                source.text(statement.span).ends_with(';') || text[end..].starts_with(';')
            }
            None => text.contains(';'),
        };
        let is_module = statements.iter().any(|statement| {
            let kind = &statement.kind;
            matches!(
                kind,
                StatementKind::Import { .. }
                    | StatementKind::Export { .. }
                    | StatementKind::ExportDefault(_)
                    | StatementKind::ExportFrom { .. }
            )
        });
        match is_module {
            true => Style::Import { quote, semicolon },
            false => Style::Require { quote, semicolon },
        }
    }

    fn line(&self, names: &BTreeSet<(String, String)>) -> String {
        let list = |separator: &str| -> String {
            let each = names.iter().map(|(name, local)| match name == local {
                true => name.clone(),
                false => format!("{name}{separator}{local}"),
            });
            each.collect::<Vec<_>>().join(", ")
        };
        let end = |semicolon: &bool| if *semicolon { ";" } else { "" };
        match self {
            Style::Import { quote, semicolon } => {
                let names = list(" as ");
                format!("import {{ {names} }} from {quote}@aplomb/retry{quote}{}", end(semicolon))
            }
            Style::Require { quote, semicolon } => {
                let names = list(": ");
                let end = end(semicolon);
                format!("const {{ {names} }} = require({quote}@aplomb/retry{quote}){end}")
            }
            Style::Python => format!("from aplomb.retry import {}", list(" as ")),
        }
    }
}

/// The quotes that a file prefers.
fn quote(text: &str) -> char {
    let count = |wanted: char| text.chars().filter(|c| *c == wanted).count();
    if count('\'') > count('"') { '\'' } else { '"' }
}

/// A text in the quotes that a file prefers.
pub(crate) fn quoted(file: &str, text: &str) -> String {
    let quote = quote(file);
    format!("{quote}{text}{quote}")
}
