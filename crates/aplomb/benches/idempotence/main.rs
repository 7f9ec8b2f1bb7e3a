//! Retry safety beside the published figures: Table 2 (27 applications) and the
//! growth of Appendix D of "Automated Verification of Idempotence for Stateful
//! Serverless Applications".
//!
//! `cargo bench -p aplomb --bench idempotence -- [table2 | growth]`

mod growth;
mod table2;
#[path = "../../tests/patterns/traces.rs"]
mod traces;

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

/// Runs `aplomb check` on a folder: the rows of its functions, and how long the
/// whole command took.
fn check(folder: &Path, options: &[&str]) -> (Vec<Value>, Duration) {
    let start = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_aplomb"))
        .args(["check", "--format", "json"])
        .args(options)
        .arg(folder)
        .output()
        .expect("aplomb can be executed");
    let elapsed = start.elapsed();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{}: {error}: {output:?}", folder.display()));
    (report["data"]["functions"].as_array().cloned().unwrap_or_default(), elapsed)
}

/// The verdict of a row.
fn verdict(row: &Value) -> &str {
    row["verdict"].as_str().unwrap_or_default()
}
