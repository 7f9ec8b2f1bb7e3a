//! A put that only takes place if the item is not there yet. With a key that belongs to one
//! request, an item that is there was put by an attempt before, so the refusal is no failure.

use aplomb_script::{
    Argument, Expr, ExprKind, Field, Key, Language, Node, Pattern, Span, StatementKind,
};

use crate::{
    choose::request,
    edit::Edits,
    imports::quoted,
    source::{Source, contains, field},
};

/// The attribute of the item that a put writes in which an identifier stands, given where the
/// identifier is drawn. None if the call is no put that can be made conditional.
pub(crate) fn attribute(source: Source<'_>, call: Span, drawn: Span) -> Option<String> {
    let call = source.call_at(call)?;
    if source.text(call.span).contains("ConditionExpression") || !stands_alone(source, call.span) {
        return None;
    }
    let ExprKind::Record(fields) = &item(call)?.kind else { return None };
    let names = named_after(source, drawn);
    fields.iter().find_map(|field| match field {
        Field::Named(Key::Static(name), value) if is_it(value, drawn, &names) => {
            Some(name.to_string())
        }
        _ => None,
    })
}

/// The item that a put writes.
fn item(call: &Expr) -> Option<&Expr> {
    let ExprKind::Call { arguments, .. } = &call.kind else { return None };
    let named = arguments.iter().find_map(|argument| match argument {
        Argument::Named(name, value) if &**name == "Item" => Some(value),
        _ => None,
    });
    named.or_else(|| field(request(call)?, "Item"))
}

/// The variables that get a value that is drawn.
fn named_after(source: Source<'_>, drawn: Span) -> Vec<String> {
    let from = |value: &Expr| contains(value.span, drawn);
    let name = |node: Node<'_>| match node {
        Node::Statement(statement) => match &statement.kind {
            StatementKind::Declare {
                pattern: Pattern::Variable(name, _),
                value: Some(value),
                ..
            } if from(value) => Some(name.to_string()),
            _ => None,
        },
        Node::Expr(Expr { kind: ExprKind::Assign { target, value }, .. }) if from(value) => {
            match &**target {
                Pattern::Variable(name, _) => Some(name.to_string()),
                _ => None,
            }
        }
        _ => None,
    };
    source.program.nodes().filter_map(name).collect()
}

/// Whether a value is what was drawn: by itself, by its variable, or as `{ S: value }`.
fn is_it(value: &Expr, drawn: Span, names: &[String]) -> bool {
    match &value.kind {
        ExprKind::Variable(name) => names.iter().any(|known| **known == **name),
        ExprKind::Record(_) => {
            crate::source::values(value).iter().any(|inner| is_it(inner, drawn, names))
        }
        _ => contains(value.span, drawn),
    }
}

/// Whether nobody uses what a call gives.
fn stands_alone(source: Source<'_>, call: Span) -> bool {
    source.statements().any(|statement| match &statement.kind {
        StatementKind::Expression(expr) => match &expr.kind {
            ExprKind::Await(awaited) => awaited.span == call,
            _ => expr.span == call,
        },
        _ => false,
    })
}

/// Makes a put conditional, and takes the refusal for what it is.
pub(crate) fn write(
    source: Source<'_>,
    call: Span,
    attribute: &str,
    edits: &mut Edits,
) -> Option<()> {
    let text = source.file(call.file);
    let condition = quoted(text, &format!("attribute_not_exists({attribute})"));
    let refused = "ConditionalCheckFailedException";
    let indent = indent_at(text, call.start as usize);
    let expr = source.call_at(call)?;
    match source.language(call.file) {
        Language::JavaScript => {
            let record = request(expr)?.span;
            let within = record.start as usize + 1..record.end as usize - 1;
            let (at, last) = last(text, within, &format!("ConditionExpression: {condition}"), "");
            edits.insert(call.file, at, last);
            let member = match source.text(call).ends_with(".promise()") {
                true => "code",
                false => "name",
            };
            let refused = quoted(text, refused);
            edits.insert(
                call.file,
                call.end as usize,
                format!(
                    ".catch((error) => {{\n{indent}  if (error.{member} !== {refused}) throw error;\n{indent}}})"
                ),
            );
        }
        Language::Python => {
            let ExprKind::Call { callee, arguments, .. } = &expr.kind else { return None };
            let ExprKind::Member { object, .. } = &callee.kind else { return None };
            let open = callee.span.end as usize + text[callee.span.end as usize..].find('(')?;
            let within = open + 1..call.end as usize - 1;
            let (at, last) =
                last(text, within, &format!("ConditionExpression={condition}"), "    ");
            edits.insert(call.file, at, last);
            edits.insert(call.file, call.start as usize, format!("try:\n{indent}    "));
            let inside = call.start as usize..call.end as usize;
            for (line, _) in text[inside.clone()].match_indices('\n') {
                edits.insert(call.file, inside.start + line + 1, "    ");
            }
            let is_client = arguments.iter().any(
                |argument| matches!(argument, Argument::Named(name, _) if &**name == "TableName"),
            );
            let client = if is_client { "" } else { ".meta.client" };
            let object = source.text(object.span);
            edits.insert(
                call.file,
                call.end as usize,
                format!(
                    "\n{indent}except {object}{client}.exceptions.{refused}:\n{indent}    pass"
                ),
            );
        }
    }
    Some(())
}

/// Where something is added as the last of what brackets contain, and as what: in a line of its
/// own if the others are, indented by more than they are.
fn last(text: &str, within: std::ops::Range<usize>, added: &str, more: &str) -> (usize, String) {
    let others = text[within.clone()].trim_end();
    let at = within.start + others.len();
    let comma = if others.ends_with(',') || others.is_empty() { "" } else { "," };
    match text[at..within.end].contains('\n') {
        true => {
            let indent = indent_at(text, at);
            let trailing = if others.ends_with(',') { "," } else { "" };
            (at, format!("{comma}\n{more}{indent}{added}{trailing}"))
        }
        false => (at, format!("{comma} {added}")),
    }
}

/// What stands before the first character of the line of a place.
fn indent_at(text: &str, at: usize) -> String {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    line.chars().take_while(|c| c.is_whitespace()).collect()
}
