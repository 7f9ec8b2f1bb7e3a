//! Retry safety beside the published figures: Table 2 (27 applications) and the
//! growth of Appendix D of "Automated Verification of Idempotence for Stateful
//! Serverless Applications".
//!
//! `cargo bench -p aplomb --bench idempotence -- [table2 | growth]`

mod growth;
mod table2;

use serde_json::Value;
use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|w| w == name);
    if is_wanted("table2") {
        table2::print();
    }
    if is_wanted("growth") {
        growth::print();
    }
}

/// A check is given up after this time.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs `aplomb check` on a folder: the rows of its functions, and how long the
/// whole command took; nothing if it was given up.
fn check(folder: &Path, options: &[&str]) -> Option<(Vec<Value>, Duration)> {
    let answer = tempfile::NamedTempFile::new().expect("a file for the answer");
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_aplomb"))
        .args(["check", "--format", "json"])
        .args(options)
        .arg(folder)
        .stdout(answer.reopen().expect("a file for the answer"))
        .spawn()
        .expect("aplomb can be executed");
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > LIMIT {
            child.kill().expect("a child");
            child.wait().expect("a child");
            return None;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    let elapsed = start.elapsed();
    let text = std::fs::read(answer.path()).expect("the answer");
    let report: Value = serde_json::from_slice(&text)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    Some((report["data"]["functions"].as_array().cloned().unwrap_or_default(), elapsed))
}

/// The verdict of a row.
fn verdict(row: &Value) -> &str {
    row["verdict"].as_str().unwrap_or_default()
}
