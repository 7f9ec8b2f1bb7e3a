//! Libraries in everyday use, each handler checked alone: `values.*` for packages that compute,
//! `services.*` for clients, `clouds.*` for AWS, `stores.*` for databases, `frameworks.*` for
//! routes and middleware, `mappers.*` for what is not supported, `prisma/` with its schema, and
//! `types/` for what stores make of values.
//! The comment above a handler begins with what is true of it; a line `// today unknown` follows
//! where Aplomb does not know. `UPDATE_EXPECT=1` removes those lines where Aplomb knows by now. A
//! verdict that contradicts the truth fails.

use std::{collections::BTreeMap, path::Path};

use aplomb_retry::{Application, Environment, Options, load};

/// One handler of a file.
struct Case {
    /// The line of the comment that says what is true.
    line: usize,
    name: String,
    expected: String,
    /// Aplomb does not know today.
    is_unknown: bool,
}

/// The name that a line defines: `export const name = …`, `def name(…)`, `name = …`.
fn defined(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("export const ").or_else(|| line.strip_prefix("def "));
    let rest = rest.or_else(|| line.contains(" = ").then_some(line))?;
    let name = rest.split([' ', '(']).next()?;
    let is_name = |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    (!name.is_empty() && is_name(name)).then_some(name)
}

/// The handlers of a file, by their comments.
fn cases(text: &str, comment: &str) -> Vec<Case> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        let said = text.strip_prefix(comment).and_then(|said| said.split_once(": "));
        let Some((expected @ ("safe" | "unsafe"), _)) = said else { continue };
        let mut below = lines[line + 1..].iter();
        let name = below.clone().find_map(|line| defined(line)).expect("a handler below");
        let is_unknown = below.next().is_some_and(|line| {
            line.strip_prefix(comment).is_some_and(|line| line.starts_with("today unknown"))
        });
        found.push(Case { line, name: name.into(), expected: expected.into(), is_unknown });
    }
    found
}

/// What Aplomb says of each handler of a file, and why.
fn verdicts(path: &Path, cases: &[Case]) -> BTreeMap<String, (String, String)> {
    let handlers: Vec<String> =
        cases.iter().map(|case| format!("{}:{}", path.display(), case.name)).collect();
    let folder = path.parent().expect("a folder");
    let loaded = load(&Application::of_handlers(folder, &handlers).unwrap());
    let warned = |diagnostic: &dyn std::fmt::Debug| {
        format!("{diagnostic:?}").contains("decorators of fields are ignored")
    };
    assert!(loaded.diagnostics().iter().all(|diagnostic| warned(diagnostic)));
    let all: Vec<usize> = (0..cases.len()).collect();
    let options = Options { environment: Environment::Alone, ..Options::default() };
    let checked = loaded.check_all(&all, options, |_| {}).into_iter();
    checked
        .map(|checked| (checked.row.name, (checked.row.verdict.to_string(), checked.row.reason)))
        .collect()
}

fn check(file: &str) {
    let comment = if file.ends_with(".py") { "# " } else { "// " };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libraries").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let cases = cases(&text, comment);
    let verdicts = verdicts(&path, &cases);
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for case in cases.iter().rev() {
        let (found, reason) = &verdicts[&case.name];
        let promised = if case.is_unknown { "unknown" } else { &case.expected };
        if found == promised {
            continue;
        }
        if update && case.is_unknown && *found == case.expected {
            lines.remove(case.line + 1);
            continue;
        }
        wrong.push(format!("{file}: {} is {}: {found}, {reason}", case.name, case.expected));
    }
    if update {
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn values_in_javascript() {
    check("values.js");
}

#[test]
fn values_in_python() {
    check("values.py");
}

#[test]
fn services_in_javascript() {
    check("services.js");
}

#[test]
fn services_in_python() {
    check("services.py");
}

#[test]
fn clouds_in_javascript() {
    check("clouds.js");
}

#[test]
fn clouds_in_python() {
    check("clouds.py");
}

#[test]
fn stores_in_javascript() {
    check("stores.js");
}

#[test]
fn stores_in_python() {
    check("stores.py");
}

#[test]
fn types_of_columns() {
    check("types/columns.js");
}

#[test]
fn types_of_values_in_javascript() {
    check("types/values.js");
}

#[test]
fn types_of_values_in_python() {
    check("types/values.py");
}

#[test]
fn models_of_prisma() {
    check("prisma/prisma.ts");
}

#[test]
fn frameworks_in_javascript() {
    check("frameworks.js");
}

#[test]
fn frameworks_in_python() {
    check("frameworks.py");
}

#[test]
fn what_is_not_supported_in_javascript() {
    check("mappers.js");
}

#[test]
fn decorators_of_fields() {
    check("decorated.ts");
}

#[test]
fn routes_of_hono() {
    check("hono.js");
}

#[test]
fn what_is_not_supported_in_python() {
    check("mappers.py");
}
