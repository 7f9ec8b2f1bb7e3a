//! What a retry does wrong has a code, and the code, the place and the witness speak of
//! the same thing. The comment above a handler begins with what a check says.

use std::path::Path;

use aplomb_report::Finding;
use aplomb_retry::{Application, Environment, Options, Word, discover, load};

/// Handlers of a file with what is expected of them.
fn cases(text: &str, comment: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let expected = |line: &str| {
        let (word, _) = line.strip_prefix(comment)?.split_once(": ")?;
        (word == "safe" || word.starts_with("AP1")).then(|| word.to_string())
    };
    let named = |line: &&str| {
        let rest = line.strip_prefix("export const ").or(line.strip_prefix("def "))?;
        rest.split([' ', '(']).next().map(str::to_string)
    };
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(expected) = expected(line) else { continue };
        let name = lines[index..].iter().find_map(named).expect("a handler below its comment");
        found.push((name, expected));
    }
    found
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults")
}

fn check(file: &str, comment: &str) {
    let path = folder().join(file);
    let cases = cases(&std::fs::read_to_string(&path).unwrap(), comment);
    assert!(cases.len() > 10);
    let handlers: Vec<String> =
        cases.iter().map(|(name, _)| format!("{}:{name}", path.display())).collect();
    let application = Application::of_handlers(&folder(), &handlers).unwrap();
    let mut loaded = load(&application);
    let options = Options { environment: Environment::Alone, ..Options::default() };
    let mut wrong = Vec::new();
    for (function, (name, expected)) in cases.iter().enumerate() {
        let checked = loaded.check(function, options);
        let (row, finding) = (checked.row, checked.finding);
        let said = match row.verdict {
            Word::Unsafe => finding.code().to_string(),
            other => other.to_string(),
        };
        if said != *expected {
            wrong.push(format!("{file}: {name} is {expected}: {said} ({})", row.reason));
        } else if row.verdict == Word::Unsafe {
            let first = &row.violations[0];
            let place = finding.primary().expect("a place").span.line;
            if first.code != said || first.line != Some(place) {
                wrong.push(format!("{file}: {name}: the row speaks of something else"));
            }
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

/// What it means that every retry fails depends on who calls.
#[test]
fn a_retry_that_fails_says_what_the_trigger_makes_of_it() {
    let place = tempfile::tempdir().unwrap();
    std::fs::copy(folder().join("handlers.py"), place.path().join("app.py")).unwrap();
    let functions = [
        ("Web", "Api", "gets an error, although the first attempt took effect"),
        ("Nightly", "Schedule", "dropped or ends in the dead-letter queue"),
        ("Queued", "SQS", "until the message ends in the dead-letter queue"),
        ("Streamed", "Kinesis", "blocks its shard"),
    ];
    let mut template = String::from("Resources:\n");
    for (name, trigger, _) in functions {
        template += &format!(
            "  {name}:\n    Type: AWS::Serverless::Function\n    Properties:\n      \
             Handler: app.insert_then_tell\n      Events: {{ One: {{ Type: {trigger} }} }}\n"
        );
    }
    std::fs::write(place.path().join("template.yaml"), template).unwrap();
    let application = discover(place.path()).unwrap().remove(0);
    let mut loaded = load(&application);
    for (name, _, means) in functions {
        let named = |(handler, _): &(aplomb_retry::Handler, _)| handler.name == name;
        let function = loaded.functions.iter().position(named).unwrap();
        let options = Options { environment: Environment::Alone, ..Options::default() };
        let finding: Finding = loaded.check(function, options).finding;
        assert_eq!(finding.code().to_string(), "AP110", "{name}");
        let text = finding.explanation().join(" ");
        assert!(text.contains(means) && text.contains("publish never happens"), "{name}: {text}");
    }
}
