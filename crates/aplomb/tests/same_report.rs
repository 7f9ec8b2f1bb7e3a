//! The same question gets the same answer, whatever else the machine does and on however many
//! threads: ten runs of each command, every other one beside threads that keep all cores busy.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

const RUNS: usize = 10;

/// A report without the times in it.
fn timeless(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| name != "time_ms" && name != "elapsed_ms");
            fields.values_mut().for_each(timeless);
        }
        Value::Array(items) => items.iter_mut().for_each(timeless),
        _ => {}
    }
}

fn report(line: &str, jobs: usize) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_aplomb"));
    command.args(line.split_whitespace()).args(["--format", "json"]).current_dir(root);
    command.args(["--jobs", &jobs.to_string()]);
    let output = command.output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    let report = serde_json::from_slice(&output.stdout);
    let mut report = report.unwrap_or_else(|error| panic!("{line}: {error}: {said}"));
    timeless(&mut report);
    report
}

/// Runs something while all cores are busy with nothing.
fn beside_others<T>(run: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..2 * cores {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = run();
        done.store(true, Ordering::Relaxed);
        result
    })
}

#[test]
fn ten_runs_give_the_same_report() {
    for line in [
        "check examples/shop",
        "consistency examples/consistency/simplebank.py",
        "consistency examples/consistency/tickets",
        "consensus paxos --processes 2 --rounds 2",
    ] {
        let first = report(line, 1);
        for run in 1..RUNS {
            let jobs = 1 + run % 3;
            let again = match run % 2 {
                0 => report(line, jobs),
                _ => beside_others(|| report(line, jobs)),
            };
            assert_eq!(first, again, "{line}, run {run}, {jobs} threads");
        }
    }
}
