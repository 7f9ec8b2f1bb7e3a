//! Rules from the text of a file.

use super::{Emission, Rule, VARIABLES};
use crate::property::{Data, Expression, Node, Reader};

/// Reads the rules of a file.
pub(crate) fn read_rules(node: &Node, reader: &mut Reader) -> Vec<Rule> {
    let items = reader.list(node, "`translate`");
    items.iter().filter_map(|item| read_rule(item, reader)).collect()
}

fn read_rule(node: &Node, reader: &mut Reader) -> Option<Rule> {
    let known = ["on", "function", "when", "remember", "forEach", "emit", "description"];
    let fields = reader.fields(node, "a rule", &known);
    let on = fields.required("on", "the rule", reader)?;
    let on = texts(on, "`on`", reader);
    let functions = fields.get("function");
    let functions = functions.map_or_else(Vec::new, |node| texts(node, "`function`", reader));
    let when = fields.get("when").and_then(|node| {
        let source = reader.text(node, "`when`")?;
        let parsed = Expression::parse_condition(source, &VARIABLES);
        keep(parsed, source, node, reader)
    });
    let for_each = fields.get("forEach").and_then(|node| expression(node, reader));
    let remember = fields.get("remember");
    let remember = remember.map_or_else(Vec::new, |node| expressions(node, "`remember`", reader));
    let emit = fields.get("emit").map_or_else(Vec::new, |node| read_emissions(node, reader));
    if emit.is_empty() && remember.is_empty() {
        reader.problem(node.place, "the rule neither emits nor remembers anything");
    }
    Some(Rule { on, functions, when, remember, for_each, emit })
}

/// Events by name; a parameter is an expression.
fn read_emissions(node: &Node, reader: &mut Reader) -> Vec<Emission> {
    let fields = reader.fields(node, "`emit`", &[]);
    let emission = |(name, params): &(&crate::property::Name, &Node)| Emission {
        name: name.text.clone(),
        place: name.place,
        params: match &params.data {
            Data::Scalar(serde_json::Value::Null) => Vec::new(),
            _ => expressions(params, "an event to emit", reader),
        },
    };
    fields.fields.iter().map(emission).collect()
}

/// One text or a list of texts.
fn texts(node: &Node, what: &str, reader: &mut Reader) -> Vec<String> {
    match &node.data {
        Data::List(items) => {
            items.iter().filter_map(|item| reader.text(item, what)).map(str::to_owned).collect()
        }
        _ => reader.text(node, what).map(str::to_owned).into_iter().collect(),
    }
}

/// Expressions by name.
fn expressions(node: &Node, what: &str, reader: &mut Reader) -> Vec<(String, Expression)> {
    let fields = reader.fields(node, what, &[]);
    let named = |(name, node): &(&crate::property::Name, &Node)| {
        expression(node, reader).map(|expression| (name.text.clone(), expression))
    };
    fields.fields.iter().filter_map(named).collect()
}

fn expression(node: &Node, reader: &mut Reader) -> Option<Expression> {
    let source = reader.text(node, "an expression")?;
    let parsed = Expression::parse(source, &VARIABLES).map(|(expression, _)| expression);
    keep(parsed, source, node, reader)
}

fn keep(
    parsed: Result<Expression, String>,
    source: &str,
    node: &Node,
    reader: &mut Reader,
) -> Option<Expression> {
    parsed.map_err(|reason| reader.problem(node.place, format!("`{source}`: {reason}"))).ok()
}
