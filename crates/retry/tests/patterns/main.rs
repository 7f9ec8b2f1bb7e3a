//! Small programs whose retry safety is known, in JavaScript and in Python.
//!
//! * `table`: 38 patterns, decided by an explicit-state check of Definition 1 of
//!   the paper "Automated Verification of Idempotence for Stateful Serverless
//!   Applications" over bounded models (four instances, one retry, all
//!   interleavings, all prefixes).
//! * `applications`: the same for parts of real applications.
//! * `figures`: the programs printed in the paper.
//!
//! The first line of a fixture names the pattern, the second says what is true:
//! of the function alone (`aplomb check --sequential`), and together with all functions of
//! the file. A third line says what Aplomb says *today*, where that is less. It
//! must be exact, so that progress shows: `UPDATE_EXPECT=1` rewrites it, but what Aplomb once
//! knew it does not forget unless somebody writes that line by hand.
//!
//! Not here: "follow from no followers" (a start state cannot be demanded) and
//! "retry before in-progress expiry" (as after it).

mod figures;
mod fixture;

use fixture::{Fixture, Verdicts};
use std::collections::BTreeMap;
use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

/// Fixtures whose verdict today is wrong: not unknown, but the opposite of what
/// is true. Every entry is a defect.
const WRONG: [&str; 0] = [];

/// Checks all fixtures of a folder, on all cores.
fn verdicts(fixtures: &[Fixture]) -> Vec<Verdicts> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Verdicts>>> = fixtures.iter().map(|_| Mutex::default()).collect();
    let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(fixture) = fixtures.get(index) else { break };
                    *results[index].lock().unwrap() = Some(fixture.check());
                }
            });
        }
    });
    results.into_iter().map(|result| result.into_inner().unwrap().unwrap()).collect()
}

fn check(folder: &str) {
    let fixtures = Fixture::all(folder);
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    for (fixture, found) in fixtures.iter().zip(verdicts(&fixtures)) {
        let file = fixture.path.display();
        let expected = &fixture.expected;
        if found.contradicts(expected) && !WRONG.contains(&fixture.name()) {
            wrong.push(format!("{file}: {found}, but the truth is: {expected}"));
        } else if update && !found.forgets(fixture.promised()) {
            fixture.write_today(&found);
        } else if found != *fixture.promised() {
            let promised = fixture.promised();
            wrong.push(format!("{file}: {found}, not: {promised}; if so, write `today: {found}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn table() {
    check("table");
}

#[test]
fn applications() {
    check("applications");
}

#[test]
fn figures() {
    check("figures");
}

/// The same pattern in both languages has the same truth.
#[test]
fn every_pattern_is_there_in_both_languages() {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for folder in ["table", "applications", "figures"] {
        let fixtures = Fixture::all(folder);
        for pair in fixtures.chunks(2) {
            let [js, py] = pair else { panic!("{folder}: a file without its twin") };
            assert_eq!(js.name(), py.name());
            assert_eq!((&js.title, &js.function), (&py.title, &py.function), "{}", js.name());
            assert_eq!(js.expected, py.expected, "{}", js.name());
            if folder == "table" {
                *numbers.entry(js.title[..2].to_string()).or_default() += 1;
            }
        }
    }
    let expected: BTreeMap<String, usize> = (1..=38).map(|n| (format!("{n:02}"), 1)).collect();
    assert_eq!(numbers, expected);
}
