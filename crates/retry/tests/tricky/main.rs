//! Handlers that are easy to get wrong, each checked alone: `handlers.js`,
//! `handlers.py`, `callbacks.*` for functions that others call, `silence.*` for what
//! models do not list, `reads.*` for what is no effect, `state.*` for what warm instances
//! keep, `servers.*` for functions around requests, `order.*` for what runs at the same time, `hidden.*` for what objects keep, `instances.*` for
//! objects of the program's classes in containers, `shared.*` for objects that several containers have, `identity.*` for what a name or a value stands for,
//! `sloppy.cjs` for scripts that are not strict, `compiled.cjs` for what compilers write,
//! and `contexts.py` for what stands around a block; `truths.py` has its own form. The comment above a handler begins with what is true of it; a line `// today unknown` follows where Aplomb
//! does not know. `UPDATE_EXPECT=1` removes those lines where Aplomb knows by now; where it
//! knows no more, somebody has to write the line. A verdict that contradicts the truth fails,
//! unless somebody wrote `// today safe: a defect` by hand.

mod reachable;

use std::{collections::BTreeMap, path::Path};

use aplomb_retry::{Application, Environment, Options, load};

/// One handler of a file.
struct Case {
    /// The line of the comment that says what is true.
    line: usize,
    name: String,
    expected: String,
    /// What Aplomb says today, if a line tells.
    today: Option<String>,
}

/// The handlers of a file, by their comments.
fn cases(text: &str, comment: &str) -> Vec<Case> {
    let lines: Vec<&str> = text.lines().collect();
    let expected = |line: &str| {
        let verdict = line.strip_prefix(comment)?.split_once(": ")?.0;
        ["safe", "unsafe"].contains(&verdict).then(|| verdict.to_string())
    };
    let mut found = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        let Some(expected) = expected(text) else { continue };
        let below = lines[line + 1..].iter();
        let name = below.clone().find_map(|line| {
            let prefixes = ["export const ", "exports.", "def "];
            let rest = prefixes.iter().find_map(|prefix| line.strip_prefix(prefix))?;
            rest.split([' ', '(']).next()
        });
        let today = below.clone().next().and_then(|line| line.strip_prefix(comment));
        let today = today.and_then(|line| line.strip_prefix("today "));
        let today = today.map(|line| line.split(':').next().unwrap_or(line).to_string());
        let name = name.expect("a handler below its comment").to_string();
        found.push(Case { line, name, expected, today });
    }
    found
}

/// What Aplomb says of a handler.
struct Said {
    verdict: String,
    why: String,
}

/// What Aplomb says of each handler of a file, all of which is `readable` or not.
fn verdicts(path: &Path, cases: &[Case], readable: bool) -> BTreeMap<String, Said> {
    let handlers: Vec<String> =
        cases.iter().map(|case| format!("{}:{}", path.display(), case.name)).collect();
    let loaded = load(&Application::of_handlers(Path::new("."), &handlers).unwrap());
    assert!(!readable || loaded.diagnostics().is_empty());
    let all: Vec<usize> = (0..cases.len()).collect();
    let options = Options { environment: Environment::Alone, ..Options::default() };
    let checked = loaded.check_all(&all, options, |_| {}).into_iter();
    let said = checked.map(|checked| {
        let (verdict, why) = (checked.row.verdict.to_string(), checked.row.reason);
        (checked.row.name, Said { verdict, why })
    });
    said.collect()
}

fn check(file: &str, comment: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tricky").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let cases = cases(&text, comment);
    let verdicts = verdicts(&path, &cases, true);
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for case in cases.iter().rev() {
        let Said { verdict: found, why } = &verdicts[&case.name];
        let promised = case.today.as_ref().unwrap_or(&case.expected);
        if found == promised {
            continue;
        }
        if !update || *found != case.expected {
            wrong.push(format!("{file}: {} is {}: {found}, {why}", case.name, case.expected));
            continue;
        }
        lines.remove(case.line + 1);
    }
    if update {
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Conditions that are always true, with the functions they use: a handler that counts where
/// such a condition holds is not safe.
#[test]
fn what_is_always_true_in_python() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tricky/truths.py");
    let mut text = std::fs::read_to_string(&path).unwrap();
    let mark = |line: &str, mark| line.strip_prefix(mark).map(str::to_string);
    let truths: Vec<(String, bool)> = text
        .lines()
        .filter_map(|line| {
            let known = mark(line, "# true: ").map(|condition| (condition, true));
            known.or(mark(line, "# true, today safe, a defect: ").map(|it| (it, false)))
        })
        .collect();
    let python = std::process::Command::new("python3")
        .args([
            "-W",
            "ignore",
            "-c",
            "import sys; exec(sys.argv[1]); [print(c) for c in sys.argv[2:] if not eval(c)]",
            &text,
        ])
        .args(truths.iter().map(|(condition, _)| condition))
        .output()
        .expect("python3; `scripts/install` installs it");
    assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
    assert!(python.stdout.is_empty(), "not true: {}", String::from_utf8_lossy(&python.stdout));
    text += COUNTER;
    // Every handler loads its whole file.
    let wrong: Vec<String> = truths.chunks(40).flat_map(|some| mistaken(&text, some)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The conditions of one file that Aplomb takes for false, or no longer does; `text` is what they
/// need.
fn mistaken(text: &str, truths: &[(String, bool)]) -> Vec<String> {
    let mut text = text.to_string();
    let mut cases = Vec::new();
    for (line, (condition, _)) in truths.iter().enumerate() {
        let name = format!("handler_{line}");
        text += &format!(
            "\n\ndef {name}(event, context):\n    if {condition}:\n        count(event)\n"
        );
        cases.push(Case { line, name, expected: "unsafe".into(), today: None });
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("truths.py");
    std::fs::write(&path, text).unwrap();
    let verdicts = verdicts(&path, &cases, false);
    let mut wrong = Vec::new();
    for (case, (condition, never_safe)) in cases.iter().zip(truths) {
        let safe = verdicts[&case.name].verdict == "safe";
        if safe == *never_safe {
            wrong.push(format!("{}: {condition}", if safe { "safe" } else { "mended" }));
        }
    }
    wrong
}

const COUNTER: &str = r#"

import boto3

counters = boto3.resource("dynamodb").Table("counters")


def count(event):
    counters.update_item(
        Key={"id": event["id"]},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )
"#;

#[test]
fn callbacks_in_javascript() {
    check("callbacks.js", "// ");
}

#[test]
fn callbacks_in_python() {
    check("callbacks.py", "# ");
}

#[test]
fn silence_in_javascript() {
    check("silence.js", "// ");
}

#[test]
fn silence_in_python() {
    check("silence.py", "# ");
}

#[test]
fn reads_in_javascript() {
    check("reads.js", "// ");
}

#[test]
fn reads_in_python() {
    check("reads.py", "# ");
}

#[test]
fn javascript() {
    check("handlers.js", "// ");
}

#[test]
fn python() {
    check("handlers.py", "# ");
}

#[test]
fn context_managers() {
    check("contexts.py", "# ");
}

#[test]
fn warm_instances_in_javascript() {
    check("state.js", "// ");
}

#[test]
fn warm_instances_in_python() {
    check("state.py", "# ");
}

#[test]
fn orders_in_javascript() {
    check("order.js", "// ");
}

#[test]
fn orders_in_python() {
    check("order.py", "# ");
}

#[test]
fn objects_of_libraries_in_javascript() {
    check("hidden.js", "// ");
}

#[test]
fn objects_of_libraries_in_python() {
    check("hidden.py", "# ");
}

#[test]
fn identity_in_javascript() {
    check("identity.js", "// ");
}

#[test]
fn servers_in_javascript() {
    check("servers.js", "// ");
}

#[test]
fn servers_in_python() {
    check("servers.py", "# ");
}

#[test]
fn scripts_that_are_not_strict() {
    check("sloppy.cjs", "// ");
}

#[test]
fn what_compilers_make_of_modules() {
    check("compiled.cjs", "// ");
}

#[test]
fn identity_in_python() {
    check("identity.py", "# ");
}

#[test]
fn instances_in_javascript() {
    check("instances.js", "// ");
}

#[test]
fn instances_in_python() {
    check("instances.py", "# ");
}

#[test]
fn shared_objects_in_javascript() {
    check("shared.js", "// ");
}

#[test]
fn shared_objects_in_python() {
    check("shared.py", "# ");
}
