//! The machine agrees with a real JVM on what the library does: the same program runs on both.
//!
//! Where it does not agree today, `library.differences.txt` says how: one line for each call,
//! with what the JVM says and what the machine says. `UPDATE_EXPECT=1` rewrites it.

use std::{collections::BTreeMap, path::Path, process::Command};

use crate::support::{classes, shared};
use aplomb_jvm::{Completion, Invocation, Outcome, Program};

/// The classes whose methods are called.
const CLASSES: [&str; 3] = ["FurtherLibraryCalls", "LibraryCalls", "MoreLibraryCalls"];

/// What each method of the classes returns on a real JVM, result by result.
fn on_a_jvm() -> BTreeMap<String, Vec<String>> {
    let output = Command::new("java")
        .arg("-cp")
        .arg(classes())
        .arg("LibraryCalls")
        .args(CLASSES)
        .output()
        .expect("these tests need `java` on the PATH: install a JDK (17 or later)");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    lines.map(|(method, results)| (method.to_owned(), split(results))).collect()
}

fn split(results: &str) -> Vec<String> {
    results.split(" | ").map(str::to_owned).collect()
}

/// What a method returns in the machine, or why it does not.
fn in_the_machine(method: &str) -> Result<Vec<String>, String> {
    let (class, method) = method.split_once('.').expect("a class and a method");
    let program = Program {
        class: class.into(),
        threads: vec![vec![Invocation::new(method, [])]],
        ..Program::default()
    };
    let machine = shared().machine(&program).map_err(|error| error.to_string())?;
    match machine.run_call(machine.sequential_start(), 0) {
        Completion::Returned(Outcome::Text(text), _) => Ok(split(&text.replace('\n', "\\n"))),
        Completion::Returned(other, _) => Err(other.to_string()),
        Completion::Blocked => Err("waits".to_owned()),
        Completion::Failed(error) => Err(error.to_string()),
    }
}

/// One line for each call about which the two disagree, or for each method that does not end.
fn differences() -> (usize, Vec<String>) {
    let mut calls = 0;
    let mut differences = Vec::new();
    for (method, expected) in on_a_jvm() {
        calls += expected.len();
        let first_line = |text: String| text.lines().next().unwrap_or_default().to_owned();
        match in_the_machine(&method) {
            Err(why) => differences.push(format!("{method}: {}", first_line(why))),
            Ok(found) => {
                let pairs = expected.iter().zip(&found).enumerate();
                differences.extend(pairs.filter(|(_, (one, other))| one != other).map(
                    |(place, (one, other))| {
                        format!("{method} {}: {one} on a JVM, {other} in the machine", place + 1)
                    },
                ));
                if expected.len() != found.len() {
                    differences.push(format!("{method}: other results than on a JVM"));
                }
            }
        }
    }
    (calls, differences)
}

#[test]
fn the_library_does_what_it_does_on_a_jvm() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/library.differences.txt");
    let (calls, differences) = differences();
    assert!(calls > 750, "{calls} calls");
    let found: String = differences.iter().map(|line| format!("{line}\n")).collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, found).expect("the file can be written");
        return;
    }
    let known = std::fs::read_to_string(&file).expect("the differences are listed");
    assert_eq!(found, known, "run with UPDATE_EXPECT=1 to write what is different today");
}
