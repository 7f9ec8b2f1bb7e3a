//! Rewrites of JavaScript modules in the style of the fixtures.

use super::{Rewrite, Sources};

/// All of them, with what they are called.
pub const REWRITES: [(&str, Rewrite); 10] = [
    ("rename", rename),
    ("extract", extract),
    ("wrap in a class", in_a_class),
    ("promise", promise),
    ("await to then", await_to_then),
    ("try and finally", try_finally),
    ("split modules", split),
    ("export by name", export_by_name),
    ("CommonJS", common_js),
    ("immediately invoked", immediately_invoked),
];

/// Gives every handler another name and exports what `around` makes of it.
fn around(
    sources: &Sources,
    handlers: &[String],
    around: impl Fn(&str) -> String,
) -> Option<Sources> {
    let mut text = sources.main().to_string();
    for handler in handlers {
        let export = format!("export const {handler} = ");
        let inner = format!("{handler}Inner");
        if !text.contains(&export) || text.contains(&inner) {
            return None;
        }
        text = text.replace(&export, &format!("const {inner} = "));
        text += &format!("\nexport const {handler} = {};\n", around(&inner));
    }
    Some(sources.with_main(text))
}

/// A helper calls the handler.
fn extract(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    let text = sources.main();
    (!text.contains("callWith")).then_some(())?;
    let helper = "\nasync function callWith(f, ...given) {\n  const result = await f(...given);\n  return result;\n}\n";
    let with_helper = sources.with_main(text.to_string() + helper);
    around(&with_helper, handlers, |inner| {
        format!("(event, context) => callWith({inner}, event, context)")
    })
}

/// The handler is a method.
fn in_a_class(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    around(sources, handlers, |inner| {
        format!(
            "(event, context) => new (class {{\n  constructor(event) {{ this.event = event; }}\n  \
             async run(context) {{ return await {inner}(this.event, context); }}\n}})(event).run(context)"
        )
    })
}

fn promise(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    around(sources, handlers, |inner| {
        format!(
            "(event, context) => new Promise((resolve, reject) => {{\n  \
             Promise.resolve({inner}(event, context)).then(resolve, reject);\n}})"
        )
    })
}

fn try_finally(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    around(sources, handlers, |inner| {
        format!(
            "async (event, context) => {{\n  try {{\n    return await {inner}(event, context);\n  }} \
             catch (error) {{\n    throw error;\n  }} finally {{\n    console.log(\"done\");\n  }}\n}}"
        )
    })
}

fn immediately_invoked(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    around(sources, handlers, |inner| {
        format!("((f) => (event, context) => f(event, context))({inner})")
    })
}

/// Statements that wait on one line wait for what follows instead.
fn await_to_then(sources: &Sources, _: &[String]) -> Option<Sources> {
    let mut changed = false;
    let lines = sources.main().lines().map(|line| {
        let found = line.find("await ").filter(|_| line.ends_with(';'));
        let Some(at) = found else { return line.to_string() };
        let (before, after) = (&line[..at], &line[at + 6..line.len() - 1]);
        let starts = before.trim().is_empty() || before.trim_end().ends_with(" =");
        if !starts || !is_balanced(after) || after.contains("await ") {
            return line.to_string();
        }
        changed = true;
        format!("{before}await Promise.resolve({after}).then((given) => given);")
    });
    let text = lines.collect::<Vec<_>>().join("\n") + "\n";
    changed.then(|| sources.with_main(text))
}

fn is_balanced(text: &str) -> bool {
    let mut open = 0i32;
    for character in text.chars() {
        match character {
            '(' | '{' | '[' => open += 1,
            ')' | '}' | ']' => open -= 1,
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    open == 0
}

/// Names of the module that are declared at the start of a line, and used in no other way
/// than by that name.
fn rename(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    let text = sources.main().to_string();
    let names = text.lines().filter_map(|line| {
        let rest = line.strip_prefix("const ").or(line.strip_prefix("  const "))?;
        let name = rest.split(' ').next()?;
        name.chars().all(char::is_alphanumeric).then(|| name.to_string())
    });
    let names: Vec<String> = names.filter(|name| !handlers.contains(name)).collect();
    let mut renamed = text.clone();
    for name in names {
        renamed = renamed_to(&renamed, &name, &format!("{name}$1")).unwrap_or(renamed);
    }
    (renamed != text).then(|| sources.with_main(renamed))
}

/// The text with another name, if every place of the old one stands for the variable.
fn renamed_to(text: &str, name: &str, new: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
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
        let next = rest.trim_start().chars().next();
        let last = result.trim_end().chars().next_back();
        // A member, a text, a field, or a field and a variable in one.
        let shorthand =
            matches!(last, Some('{' | ',')) && matches!(next, Some('}' | ',' | ':' | '='));
        // A placeholder in the text of an expression.
        let placeholder = before == Some(':');
        let is_other = matches!(last, Some('.' | '"' | '`' | '\'' | '/')) || next == Some(':');
        if is_other || shorthand || placeholder {
            return None;
        }
        result += new;
    }
    Some(result + rest)
}

/// The handlers stand in a file of their own.
fn split(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    let name = inner_name(sources)?;
    let list = handlers.join(", ");
    Some(sources.behind(&name, format!("export {{ {list} }} from \"./{name}\";\n")))
}

/// A name for the file that the handlers move to, once.
fn inner_name(sources: &Sources) -> Option<String> {
    (sources.files.len() == 1 && sources.main().contains("export const"))
        .then(|| "rewritten-inner.js".to_string())
}

fn export_by_name(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    let text = sources.main();
    if !text.contains("export const") {
        return None;
    }
    let text = text.replace("export const ", "const ");
    Some(sources.with_main(format!("{text}\nexport {{ {} }};\n", handlers.join(", "))))
}

/// `import` and `export` as `require` and `exports`.
fn common_js(sources: &Sources, handlers: &[String]) -> Option<Sources> {
    let mut lines = Vec::new();
    for line in sources.main().lines() {
        lines.push(match line.strip_prefix("import ") {
            Some(import) => {
                let (bound, source) = import.trim_end_matches(';').split_once(" from ")?;
                let bound = bound.trim_start_matches("* as ").replace(" as ", ": ");
                format!("const {bound} = require({source});")
            }
            None if line.starts_with("export {") => return None,
            None => line.replace("export const ", "const "),
        });
    }
    lines.push(format!("module.exports = {{ {} }};", handlers.join(", ")));
    Some(sources.with_main(lines.join("\n") + "\n"))
}
