//! Lines of a method that run in one step.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::{explored, program, shared};
use aplomb_explore::Strategy;
use aplomb_jvm::{ActionKind, AtomicBlock, Options, ThreadId};

/// The line of `Blocks.java` that has a text.
fn line(text: &str) -> u16 {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Blocks.java");
    let source = std::fs::read_to_string(path).expect("Blocks.java");
    let mut lines = source.lines();
    lines.position(|line| line.contains(text)).expect(text) as u16 + 1
}

fn block(method: &str, first: &str, last: &str) -> AtomicBlock {
    let (class, method) = ("Blocks".to_owned(), method.to_owned());
    AtomicBlock { class, method, first: line(first), last: line(last) }
}

fn options(atomic: &[AtomicBlock]) -> Options {
    Options { atomic: atomic.to_vec(), ..Options::default() }
}

fn outcomes(client: &str, atomic: &[AtomicBlock]) -> BTreeSet<String> {
    let jvm = shared().with_options(options(atomic));
    let machine = jvm.machine(&program("Blocks", client)).expect("a machine");
    explored(&machine, Strategy::Full)
}

fn set(outcomes: &[&str]) -> BTreeSet<String> {
    outcomes.iter().map(|&it| it.to_owned()).collect()
}

#[test]
fn a_block_leaves_no_room_between_its_lines() {
    let client = "increment() | increment()";
    assert_eq!(outcomes(client, &[]), set(&["0|0", "0|1", "1|0"]));
    let whole = block("increment", "int read = count;", "count = read + 1;");
    assert_eq!(outcomes(client, &[whole]), set(&["0|1", "1|0"]));
    let half = block("increment", "int read = count;", "int read = count;");
    assert_eq!(outcomes(client, &[half]), set(&["0|0", "0|1", "1|0"]));
}

#[test]
fn a_block_in_a_loop_is_left_after_every_round() {
    let body = block("twice", "round begins", "round ends");
    let whole = block("increment", "int read = count;", "count = read + 1;");
    let found = outcomes("twice() | increment()", &[body, whole]);
    // The increment comes first, between the rounds, or last.
    assert_eq!(found, set(&["2|0", "2|1", "1|2"]));
}

#[test]
fn what_a_block_calls_belongs_to_it() {
    let client = "byHelper() | byHelper()";
    assert!(outcomes(client, &[]).contains("0|0"));
    let whole = block("byHelper", "helper reads", "helper writes");
    assert_eq!(outcomes(client, &[whole]), set(&["0|1", "1|0"]));
}

#[test]
fn an_exception_ends_a_block() {
    let client = "throwing() increment() | throwing() increment()";
    let whole = block("throwing", "throwing begins", "throwing ends");
    let increment = block("increment", "int read = count;", "count = read + 1;");
    let found = outcomes(client, &[whole, increment]);
    // Nothing that is counted in a block is lost; `other` is not in a block.
    let last = |outcome: &String| outcome.ends_with('3') || outcome.contains("3|");
    assert!(found.iter().all(last), "{found:?}");
    assert!(found.iter().any(|outcome| outcome.starts_with('0') && outcome.contains("|0")));
}

#[test]
fn a_block_waits_until_it_can_be_run_whole() {
    let client = "partlyLocked() | locked()";
    assert!(outcomes(client, &[]).contains("0|0"));
    let whole = block("partlyLocked", "partly begins", "partly ends");
    assert_eq!(outcomes(client, &[whole]), set(&["0|1", "1|0"]));
}

#[test]
fn a_block_that_waits_for_others_never_begins_without_them() {
    let whole = block("spin", "spin begins", "spin ends");
    assert_eq!(outcomes("spin() | raise()", std::slice::from_ref(&whole)), set(&["0|void"]));
    assert_eq!(outcomes("spin() | increment()", &[whole]), set(&["deadlock |0"]));
}

#[test]
fn a_step_tells_all_actions_of_its_block_and_the_lines_it_passed() {
    let (first, last) = (line("int read = count;"), line("count = read + 1;"));
    let whole = block("increment", "int read = count;", "count = read + 1;");
    let thread = ThreadId::new(0).expect("a thread");
    let jvm = shared().with_options(options(&[whole]));
    let machine = jvm.machine(&program("Blocks", "increment() | increment()")).expect("a machine");
    let (_, events) = machine.trace(machine.initial_state(), thread);
    let kinds: Vec<ActionKind> = events.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [ActionKind::Read, ActionKind::Write]);
    assert_eq!(events[1].value.as_deref(), Some("1"));

    let machine = shared().machine(&program("Blocks", "increment()")).expect("a machine");
    let (next, events) = machine.trace(machine.initial_state(), thread);
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].trail.passed(0), Some((first, last)));
    let (_, events) = machine.trace(&next, thread);
    assert_eq!(events[0].trail.least_depth, Some(0));
}
