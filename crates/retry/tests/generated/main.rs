//! Random expressions against the languages themselves: Python and Node say what is true of
//! each, a handler publishes where that holds, and whoever calls the handler safe takes what is
//! true for false. What Aplomb does not understand may be unknown.
//!
//! `CONDITIONS` and `SEED` in the environment make other and more of them.

mod grammar;

use aplomb_retry::{Application, Environment, Options, load};
use grammar::{Grammar, pick};
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Handlers of one file: each loads all of it.
const TOGETHER: usize = 40;

/// One of the languages.
struct Language {
    grammar: &'static str,
    /// What the expressions use.
    head: &'static str,
    program: &'static str,
    evaluator: &'static str,
    suffix: &'static str,
    client: &'static str,
    /// What a handler publishes under, with `NAME` and `TEXT` to be filled in.
    if_true: &'static str,
    if_raised: &'static str,
}

const PYTHON: Language = Language {
    grammar: include_str!("python.grammar"),
    head: include_str!("python.py"),
    program: "python3",
    evaluator: include_str!("evaluate.py"),
    suffix: "py",
    client: "\nimport boto3\nsns = boto3.client('sns')\n",
    if_true: "def NAME(event, context):\n    if TEXT:\n        sns.publish(TopicArn='t', Message='m')\n\n",
    if_raised: "def NAME(event, context):\n    try:\n        TEXT\n    except Exception:\n        sns.publish(TopicArn='t', Message='m')\n\n",
};

const JAVASCRIPT: Language = Language {
    grammar: include_str!("javascript.grammar"),
    head: include_str!("javascript.js"),
    program: "node",
    evaluator: include_str!("evaluate.js"),
    suffix: "js",
    client: "const { SNS } = require('@aws-sdk/client-sns');\nconst sns = new SNS();\n",
    if_true: "exports.NAME = async () => { if (TEXT) await sns.publish({ TopicArn: 't', Message: 'm' }); };\n",
    if_raised: "exports.NAME = async () => { try { (TEXT); } catch { await sns.publish({ TopicArn: 't', Message: 'm' }); } };\n",
};

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn what_python_says_is_reachable() {
    check(&PYTHON);
}

#[test]
fn what_node_says_is_reachable() {
    check(&JAVASCRIPT);
}

fn check(language: &Language) {
    let grammar = Grammar::parse(language.grammar);
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&(setting("SEED", 1) as u64).to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let count = setting("CONDITIONS", 240);
    let expressions: Vec<String> =
        (0..count).map(|index| grammar.expression(&mut random, 1 + index as u32 % 2)).collect();
    // Where a language is not installed, somebody else asks it.
    let Some(answers) = ask(language, &expressions) else { return };
    let mut handlers = Vec::new();
    for (text, answer) in expressions.iter().zip(answers) {
        match answer {
            serde_json::Value::Array(truths) => {
                let truths: Vec<&str> = truths.iter().filter_map(|truth| truth.as_str()).collect();
                handlers.push((language.if_true, pick(&mut random, &truths).to_string()));
            }
            serde_json::Value::String(_) => handlers.push((language.if_raised, text.clone())),
            _ => {}
        }
    }
    let wrong: Vec<String> =
        handlers.chunks(TOGETHER).flat_map(|some| mistaken(language, some)).collect();
    // Defects that are not mended yet, with the seed that CI uses.
    let known = include_str!("known.txt");
    let is_new = |text: &String| !known.lines().any(|line| line == text);
    let wrong: Vec<String> = wrong.into_iter().filter(is_new).collect();
    let (found, all) = (wrong.len(), handlers.len());
    assert!(wrong.is_empty(), "{found} of {all} are taken for false:\n{}", wrong.join("\n"));
}

/// What the language answers for each expression.
fn ask(language: &Language, expressions: &[String]) -> Option<Vec<serde_json::Value>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("evaluate").with_extension(language.suffix);
    std::fs::write(&path, format!("{}{}", language.head, language.evaluator)).unwrap();
    let mut process = Command::new(language.program)
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = process.stdin.take().expect("a pipe");
    input.write_all(&serde_json::to_vec(expressions).unwrap()).unwrap();
    drop(input);
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success(), "{} fails", language.program);
    Some(serde_json::from_slice(&output.stdout).expect("a list of answers"))
}

/// The expressions of one file whose handlers are called safe.
fn mistaken(language: &Language, handlers: &[(&str, String)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("app").with_extension(language.suffix);
    let mut source = String::new();
    let mut names = Vec::new();
    for (index, (form, text)) in handlers.iter().enumerate() {
        let name = format!("h{index}");
        source += &form.replace("NAME", &name).replace("TEXT", text);
        names.push(format!("{}:{name}", path.display()));
    }
    let head = needed(language.head, &source);
    std::fs::write(&path, format!("{head}{}{source}", language.client)).unwrap();
    let loaded = load(&Application::of_handlers(Path::new("."), &names).unwrap());
    let options = Options { environment: Environment::Alone, ..Options::default() };
    let all: Vec<usize> = (0..handlers.len()).collect();
    let mut wrong = Vec::new();
    for checked in loaded.check_all(&all, options, |_| {}) {
        let row = checked.row;
        let index: usize = row.name[1..].parse().expect("the number of a handler");
        if row.verdict.to_string() == "safe" {
            let (form, text) = &handlers[index];
            let raised = if *form == language.if_raised { "raises: " } else { "" };
            wrong.push(format!("{raised}{text}"));
        }
    }
    wrong
}

/// The definitions that a text needs, of those that begin in the first column.
fn needed(head: &str, text: &str) -> String {
    let begins =
        |line: &str| line.starts_with(|c: char| c.is_ascii_alphabetic() || "@\"".contains(c));
    let mut definitions: Vec<String> = Vec::new();
    let mut decorated = false;
    for line in head.lines() {
        if definitions.is_empty() || begins(line) && !decorated {
            definitions.push(String::new());
        }
        decorated = line.starts_with('@');
        let definition = definitions.last_mut().expect("the first line begins one");
        *definition += line;
        definition.push('\n');
    }
    let words = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_string).collect()
    };
    let name = |definition: &str| {
        let line = definition.lines().find(|line| !line.starts_with('@'));
        let mut of = line.unwrap_or_default().split(|c: char| !c.is_alphanumeric() && c != '_');
        match of.next() {
            Some("def" | "class" | "const" | "function") => of.next().map(str::to_string),
            _ => None,
        }
    };
    let mut known = words(text);
    let mut taken = vec![false; definitions.len()];
    while let Some(next) = (0..definitions.len()).find(|&index| {
        !taken[index] && name(&definitions[index]).is_none_or(|name| known.contains(&name))
    }) {
        taken[next] = true;
        known.extend(words(&definitions[next]));
    }
    definitions.into_iter().zip(taken).filter_map(|(it, taken)| taken.then_some(it)).collect()
}
