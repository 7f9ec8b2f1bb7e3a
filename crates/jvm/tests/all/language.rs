//! What the language and the library mean: every method of `Language.java` and `Library.java` gives
//! the same text on a real JVM.

use std::collections::BTreeMap;
use std::process::Command;

use aplomb_jvm::{Completion, Invocation, Machine, Outcome, Program, ThreadId};

#[test]
fn the_language_means_what_a_real_jvm_says() {
    agrees_with_a_real_jvm("Language");
}

#[test]
fn the_library_does_what_it_does_on_a_real_jvm() {
    agrees_with_a_real_jvm("Library");
}

fn agrees_with_a_real_jvm(class: &str) {
    let run = Command::new("java").arg("-cp").arg(crate::support::classes()).arg(class).output();
    let run = run.expect("this test needs `java` on the PATH: install a JDK (17 or later)");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8(run.stdout).expect("Java prints UTF-8 or ASCII");
    let expected: BTreeMap<&str, &str> =
        text.lines().filter_map(|line| line.split_once('=')).collect();
    assert!(expected.len() > 15, "{text}");
    let mut differences = Vec::new();
    for (method, expected) in expected {
        let actual = result(class, method);
        assert_eq!(actual, result_in_steps(class, method), "{method} step by step");
        // Java prints what its console cannot show as a question mark.
        let printable: String =
            actual.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
        let expected: String =
            expected.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
        if printable.replace("??", "?") != expected.replace("??", "?") {
            differences.push(format!("{method}\n  expected {expected}\n  actual   {actual}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn machine(class: &str, method: &str) -> Machine {
    let machine = crate::support::shared().machine(&Program {
        class: class.into(),
        threads: vec![vec![Invocation::new(method, [])]],
        ..Program::default()
    });
    machine.unwrap_or_else(|error| panic!("{method}: {error}"))
}

fn result(class: &str, method: &str) -> String {
    let machine = machine(class, method);
    match machine.run_call(machine.sequential_start(), 0) {
        Completion::Returned(outcome, _) => text(&outcome),
        Completion::Failed(error) => error.to_string(),
        other => format!("{other:?}"),
    }
}

/// The same, stopping at every visible action.
fn result_in_steps(class: &str, method: &str) -> String {
    let machine = machine(class, method);
    let thread = ThreadId::new(0).expect("a small number");
    let mut state = machine.initial_state().clone();
    while machine.is_enabled(&state, 0) {
        state = machine.step(&state, thread);
    }
    match (state.failure(), state.outcomes(0)) {
        (Some(error), _) => error.to_string(),
        (None, [outcome]) => text(outcome),
        (None, other) => format!("{other:?}"),
    }
}

fn text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Text(text) => text.to_string(),
        Outcome::Thrown(class) => format!("threw {class}"),
        other => other.to_string(),
    }
}
