//! Models and application code with known verdicts: one file each in
//! `programs/models`.
//!
//! The first line of a file gives the verdicts under SER, SI, PSI, US, PC, CC,
//! UA, RA, PGRC, MYRR, MAV, RC and EC, and what the program is about; lines
//! after it may give verdicts for databases, or models with promises to
//! sessions (`RA+RYW ✓`). A line that begins with `unknown`
//! gives what Aplomb must say that it does not understand.

mod files;

use std::path::{Path, PathBuf};

use aplomb_consistency::{Database, Isolation, Model, Options, Program, Verdict, check};
use files::summarize_requests;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/models")
}

fn verdict(program: &Program, isolation: impl Into<Isolation>) -> char {
    match check(program, isolation, &Options::default()).expect("a program") {
        Verdict::Holds => '✓',
        Verdict::Violated(_) => '✗',
        Verdict::Vacuous => 'v',
        Verdict::Unknown { .. } => '?',
    }
}

/// A database, or a model with what sessions are promised: `RA+RYW,MR`.
fn level(name: &str) -> Option<Isolation> {
    if let Ok(database) = name.parse::<Database>() {
        return Some(database.isolation);
    }
    let (model, session) = name.split_once('+')?;
    let isolation = Isolation::from(model.parse::<Model>().ok()?);
    Some(Isolation { session: session.parse().ok()?, ..isolation })
}

/// What is wrong with a file, if anything.
fn difference(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).expect("a file of the test");
    let comment =
        |line: &str| line.trim_start_matches("//").trim_start_matches('#').trim().to_owned();
    let first = comment(text.lines().next().unwrap_or_default());
    let summary = summarize_requests(file);
    if let Some(expected) = first.strip_prefix("unknown ") {
        let said = |it: &aplomb_consistency::summary::Problem| it.message.contains(expected);
        let found = summary.problems.iter().any(said);
        return (!found).then(|| format!("{expected:?} is not said: {:?}", summary.problems));
    }
    if !summary.problems.is_empty() {
        return Some(format!("{:?}", summary.problems));
    }
    let expected: String = first.split(' ').next().unwrap_or_default().into();
    let found: String = Model::ALL.iter().map(|&it| verdict(&summary.program, it)).collect();
    if found != expected {
        return Some(format!("expected {expected}, found {found}"));
    }
    for line in text.lines().skip(1).map(comment) {
        let Some((name, expected)) = line.split_once(' ') else { continue };
        let Some(isolation) = level(name) else { continue };
        let database = name.parse::<Database>().ok();
        let adapted = database.map(|database| database.adapt(&summary.program));
        let found = match adapted {
            Some(Err(_)) => '?',
            Some(Ok(program)) => verdict(&program, isolation),
            None => verdict(&summary.program, isolation),
        };
        if !expected.starts_with(found) {
            return Some(format!("{name}: expected {expected}, found {found}"));
        }
    }
    None
}

#[test]
fn verdicts_are_those_of_the_files() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("a folder of the test")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    assert!(files.len() >= 95, "{} files", files.len());
    let wrong: Vec<String> = files
        .iter()
        .filter_map(|file| Some(format!("{}: {}", file.display(), difference(file)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
