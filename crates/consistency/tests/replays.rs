//! Witnesses about programs as people write them, on real servers: the
//! statements of the program are executed in the order of the witness, and the
//! server must answer what it predicts.

mod files;
mod servers;

use std::path::{Path, PathBuf};

use aplomb_consistency::live::{LiveError, Replayed, replay_on};
use aplomb_consistency::{Database, Options};
use files::summarize_requests;

/// The programs that speak to a product.
fn programs(product: &str) -> Vec<PathBuf> {
    let mut files = files::applications();
    files.retain(|file| std::fs::read_to_string(file).unwrap().contains(&format!("{product}:")));
    files
}

/// The replay of what is found at a level; none if it holds, or is not known, or if the program
/// has no statements of its own.
fn replay(file: &Path, level: &str, address: &str) -> Option<Result<Replayed, LiveError>> {
    let summary = summarize_requests(file);
    if !summary.problems.is_empty() || summary.program.script.is_none() {
        return None;
    }
    let database = level.parse::<Database>().unwrap().asked_by(&summary.program);
    let checked = database.check(&summary.program, &Options::default()).unwrap();
    let violation = checked.verdict.violation()?;
    Some(replay_on(&checked.program, violation, address, files::deadline()))
}

fn every_violation_happens(address: &str, product: &str, at_least: usize) {
    let mut wrong = Vec::new();
    let mut happened = 0;
    for file in programs(product) {
        for setting in ["read-committed", "repeatable-read", "serializable"] {
            let level = format!("{product}:{setting}");
            let Some(replayed) = replay(&file, &level, address) else { continue };
            let name = file.file_name().unwrap().to_string_lossy();
            match replayed {
                Ok(replayed) if replayed.reproduced && replayed.own_statements => happened += 1,
                Ok(replayed) => {
                    wrong.push(format!("{name} at {level}:\n  {}", replayed.log.join("\n  ")));
                }
                Err(error) => wrong.push(format!("{name} at {level}: {error}")),
            }
        }
    }
    println!("{product}: {happened} witnesses executed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(happened >= at_least, "only {happened} witnesses");
}

#[test]
fn postgres() {
    if servers::switched_off() {
        return;
    }
    let server = servers::postgres();
    every_violation_happens(&server.address, "postgres", 20);
}

#[test]
fn mysql() {
    if servers::switched_off() {
        return;
    }
    let server = servers::mariadb();
    every_violation_happens(&server.address, "mysql", 5);
}
