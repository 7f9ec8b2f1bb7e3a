//! What `check` knows of the retry runtime. The comment above a handler begins with the
//! verdict that it has beside other instances of itself: `safe`, `unsafe`,
//! `unsafe-concurrent`, or `unknown` where the runtime refuses what it does.

use std::path::Path;

use aplomb_retry::{Application, Options, Word, load};

/// The handlers of a file with their verdicts.
fn cases<'t>(text: &'t str, comment: &str) -> Vec<(&'t str, &'t str)> {
    let mut found = Vec::new();
    let mut expected = None;
    for line in text.lines() {
        if let Some((verdict, _)) = line.strip_prefix(comment).and_then(|rest| rest.split_once(':'))
            && ["safe", "unsafe", "unsafe-concurrent", "unknown"].contains(&verdict)
        {
            expected = Some(verdict);
        }
        let declared = line.strip_prefix("export const ").or(line.strip_prefix("def "));
        if let (Some(rest), Some(verdict)) = (declared, expected) {
            found.push((rest.split([' ', '(']).next().unwrap_or_default(), verdict));
            expected = None;
        }
    }
    found
}

fn check(file: &str, comment: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runtime").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut wrong = Vec::new();
    let cases = cases(&text, comment);
    assert!(cases.len() > 10, "the cases of {file} are found");
    for (name, expected) in cases {
        let handler = format!("{}:{name}", path.display());
        let application = Application::of_handlers(Path::new("."), &[handler]).unwrap();
        let mut loaded = load(&application);
        let row = loaded.check(0, Options::default()).row;
        if row.verdict.to_string() != expected {
            wrong.push(format!("{file}: {name} is {expected}: {} ({})", row.verdict, row.reason));
        }
        let rests = |words: &str| row.assumptions.iter().any(|it| it.contains(words));
        if row.verdict == Word::Safe && !rests("same identity") {
            wrong.push(format!("{file}: {name} does not say what it rests on"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn javascript() {
    check("handlers.js", "// ");
}

#[test]
fn python() {
    check("handlers.py", "# ");
}
