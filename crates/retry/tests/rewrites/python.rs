//! Rewrites of Python modules in the style of the fixtures.

use super::{Rewrite, Sources};

/// All of them, with what they are called.
pub const REWRITES: [(&str, Rewrite); 9] = [
    ("rename", rename),
    ("extract", extract),
    ("wrap in a class", in_a_class),
    ("decorate", decorate),
    ("try and finally", try_finally),
    ("lambda", lambda),
    ("split modules", split),
    ("import as", import_as),
    ("nest", nest),
];

/// Gives every handler another name and defines what `around` makes of it.
fn around(
    sources: &Sources,
    handlers: &[String],
    around: impl Fn(&str, &str) -> String,
) -> Option<Sources> {
    let mut text = sources.main().to_string();
    for handler in handlers {
        let head = format!("\ndef {handler}(");
        let inner = format!("{handler}_inner");
        if !text.contains(&head) || text.contains(&inner) || is_decorated(&text, &head) {
            return None;
        }
        text = text.replace(&head, &format!("\ndef {inner}("));
        text += &format!("\n\n{}\n", around(handler, &inner));
    }
    Some(sources.with_main(text))
}

/// Whether a decorator stands above a function: it may need its name.
fn is_decorated(text: &str, head: &str) -> bool {
    let above = text.split(head).next().unwrap_or("");
    above.lines().next_back().is_some_and(|line| line.starts_with('@'))
}

fn extract(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    let text = sources.main();
    (!text.contains("call_with")).then_some(())?;
    let helper =
        "\n\ndef call_with(function, *given):\n    result = function(*given)\n    return result\n";
    let with_helper = sources.with_main(text.to_string() + helper);
    around(&with_helper, handlers, |handler, inner| {
        format!("def {handler}(event, context):\n    return call_with({inner}, event, context)")
    })
}

fn in_a_class(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    around(sources, handlers, |handler, inner| {
        format!(
            "class Class_{handler}:\n    def __init__(self, event):\n        self.event = event\n\n    \
             def run(self, context):\n        return {inner}(self.event, context)\n\n\n\
             def {handler}(event, context):\n    return Class_{handler}(event).run(context)"
        )
    })
}

fn decorate(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    around(sources, handlers, |handler, inner| {
        format!(
            "def decorator_{handler}(function):\n    def wrapper(*args, **kwargs):\n        \
             return function(*args, **kwargs)\n\n    return wrapper\n\n\n\
             @decorator_{handler}\ndef {handler}(event, context):\n    return {inner}(event, context)"
        )
    })
}

fn try_finally(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    around(sources, handlers, |handler, inner| {
        format!(
            "def {handler}(event, context):\n    try:\n        return {inner}(event, context)\n    \
             except Exception:\n        raise\n    finally:\n        print(\"done\")"
        )
    })
}

fn lambda(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    around(sources, handlers, |handler, inner| {
        format!("{handler} = lambda event, context: {inner}(event, context)")
    })
}

fn nest(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    around(sources, handlers, |handler, inner| {
        format!(
            "def {handler}(event, context):\n    def nested():\n        \
             return {inner}(event, context)\n\n    if True:\n        return nested()"
        )
    })
}

/// The handlers stand in a file of their own.
fn split(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    (sources.files.len() == 1).then_some(())?;
    let list = handlers.join(", ");
    let text = format!("from rewritten_inner import {list}\n");
    Some(sources.behind("rewritten_inner.py", text))
}

fn import_as(sources: &Sources, _: &[String]) -> Option<Sources> {
    let text = sources.main();
    let import = "import boto3\n";
    let is_plain = text.contains(import) && !text.contains("boto3.dynamodb");
    is_plain.then(|| {
        let text = text.replace(import, "import boto3 as cloud\n");
        sources.with_main(text.replace("boto3.", "cloud."))
    })
}

/// Names of the module that are assigned at the start of a line.
fn rename(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    let text = sources.main().to_string();
    let names = text.lines().filter_map(|line| {
        let (name, _) = line.split_once(" = ")?;
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        (plain && !name.is_empty()).then(|| name.to_string())
    });
    let names: Vec<String> = names.filter(|name| !handlers.contains(name)).collect();
    let mut renamed = text.clone();
    for name in names {
        renamed = renamed_to(&renamed, &name, &format!("{name}_1")).unwrap_or(renamed);
    }
    (renamed != text).then(|| sources.with_main(renamed))
}

/// The text with another name, if every place of the old one stands for the variable.
fn renamed_to(text: &str, name: &str, new: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back().or(result.chars().next_back());
        let after = rest[at + name.len()..].chars().next();
        result += &rest[..at];
        rest = &rest[at + name.len()..];
        if before.is_some_and(is_part) || after.is_some_and(is_part) {
            result += name;
            continue;
        }
        // A member, a text, or the name of an argument.
        let is_argument = after == Some('=');
        if matches!(before, Some('.' | '"' | '\'')) || is_argument {
            return None;
        }
        result += new;
    }
    Some(result + rest)
}
