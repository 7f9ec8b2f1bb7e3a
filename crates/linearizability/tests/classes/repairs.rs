//! Which lines must be atomic, for classes that are wrong.

use std::path::Path;

use aplomb_linearizability::{
    ClassUnderTest, Client,
    class::{Onlooker, RepairOptions, RepairReport, Sufficiency},
};

use crate::sample;

/// The line of a file of `tests/java` that has a text.
fn line(file: &str, text: &str) -> u32 {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(file);
    let source = std::fs::read_to_string(path).expect(file);
    source.lines().position(|line| line.contains(text)).expect(text) as u32 + 1
}

fn repair(class: &ClassUnderTest, client: &str) -> RepairReport {
    let client: Client = client.parse().expect("a client");
    let options = RepairOptions { time: None, ..RepairOptions::default() };
    class.repair(&client, &[], &options, &Onlooker::default()).expect("a client that can be run")
}

/// The repairs as method and lines, and how many right executions they forbid.
fn shown(report: &RepairReport) -> Vec<String> {
    let blocks = report.repairs.iter().map(|repair| {
        let blocks = repair
            .blocks
            .iter()
            .map(|block| format!("{} {}-{}", block.first.method, block.first_line(), block.last));
        let blocks: Vec<String> = blocks.collect();
        format!("{}: {} ({} disabled)", repair.rank, blocks.join(", "), repair.disabled)
    });
    blocks.collect()
}

fn is_enough(report: &RepairReport, place: usize) -> bool {
    matches!(report.repairs[place].sufficient, Sufficiency::Proved { .. })
}

/// Figures 2.21 and 2.22: the two optimal repairs, the true cause first.
#[test]
fn stack_of_afek() {
    let class = sample("AfekStack");
    let report = repair(&class, "push(1) || push(2); pop() || pop()");
    let file = "AfekStack.java";
    let [read, clear] = ["x = items[i];", "items[i] = null;"].map(|text| line(file, text));
    let repairs = shown(&report);
    assert!(repairs[0].starts_with(&format!("1: pop {read}-{clear} (")), "{repairs:?} {report:?}");
    assert!(is_enough(&report, 0), "{report:?}");
}
