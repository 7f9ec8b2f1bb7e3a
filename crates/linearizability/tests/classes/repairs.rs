//! Which lines must be atomic, for classes that are wrong.

use std::{path::Path, time::Duration};

use aplomb_explore::Schedule;
use aplomb_linearizability::{
    ClassUnderTest, Client,
    class::{Mode, Onlooker, RepairOptions, RepairReport, Sufficiency},
};

use crate::{against, all_clients, sample, strict};

/// Without a limit on time, so that the answer does not depend on who else is at work.
const UNHURRIED: RepairOptions =
    RepairOptions { executions: 2_000, states: 300_000, time: None, rounds: 12, alternatives: 4 };

/// The line of a file of `tests/java` that has a text.
fn line(file: &str, text: &str) -> u32 {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(file);
    let source = std::fs::read_to_string(path).expect(file);
    source.lines().position(|line| line.contains(text)).expect(text) as u32 + 1
}

fn repair(class: &ClassUnderTest, client: &str) -> RepairReport {
    let client: Client = client.parse().expect("a client");
    class.repair(&client, &[], &UNHURRIED, &Onlooker::default()).expect("a client that can be run")
}

/// The repairs as rank, methods and lines.
fn shown(report: &RepairReport) -> Vec<String> {
    let blocks = report.repairs.iter().map(|repair| {
        let blocks = repair
            .blocks
            .iter()
            .map(|block| format!("{} {}-{}", block.first.method, block.first_line(), block.last));
        let blocks: Vec<String> = blocks.collect();
        format!("{}: {}", repair.rank, blocks.join(", "))
    });
    blocks.collect()
}

fn is_enough(report: &RepairReport, place: usize) -> bool {
    matches!(report.repairs[place].sufficient, Sufficiency::Proved { .. })
}

/// Figures 2.21 and 2.22: two optimal repairs of that execution, the true cause first. Only the true
/// cause rules out all executions that are wrong.
#[test]
fn stack_of_afek() {
    let class = sample("AfekStack");
    let client = "push(1) || push(2); pop() || pop()";
    let file = "AfekStack.java";
    let [take, fill, read, clear] =
        ["getAndIncrement();", "items[i] = x;", "x = items[i];", "items[i] = null;"]
            .map(|text| line(file, text));
    let (pop, push) = (format!("pop {read}-{clear}"), format!("push {take}-{fill}"));

    let all = repair(&class, client);
    assert_eq!(shown(&all), [format!("1: {pop}")], "{all:?}");
    assert!(is_enough(&all, 0), "{all:?}");
    assert_eq!(all.repairs[0].guards.len(), 1);
    assert_eq!(all.repairs[0].guards[0].first_line(), fill);

    // Thread 1 pushes b, thread 0 takes a place, thread 1 pops and stops before it clears, thread 2
    // pops the same, thread 1 clears, thread 0 fills its place.
    let schedule: Schedule = "1^2.0.1^4.2^5.1.0".parse().expect("a schedule");
    let client: Client = client.parse().expect("a client");
    let one = class.repair_schedule(&client, &schedule, &UNHURRIED).expect("the schedule fits");
    assert_eq!(shown(&one), [format!("1: {pop}"), format!("2: {push}")], "{one:?}");
    assert!(is_enough(&one, 0) && !is_enough(&one, 1), "{one:?}");
}

/// Executions that sequential runs say nothing about do not show that a repair is enough.
#[test]
fn what_cannot_be_compared_is_not_right() {
    let class = sample("CounterWithVisitor");
    let report = repair(&class, "incrementAndGet() || incrementAndGet()");
    assert!(is_enough(&report, 0), "{report:?}");
    let report = repair(&class, "incrementAndGet() || incrementAndGet() || visit()");
    let first = &report.repairs[0];
    assert!(
        matches!(&first.sufficient, Sufficiency::Unknown(why) if why.contains("visit() returns")),
        "{first:?}"
    );
}

/// A read and a write on one line: there is nothing smaller than the line.
#[test]
fn a_lost_update_on_one_line() {
    let class = sample("UnlockedCounter");
    let report = repair(&class, "incrementAndGet() || incrementAndGet()");
    let first = line("Counters.java", "value = value + 1;");
    assert_eq!(shown(&report)[0], format!("1: incrementAndGet {first}-{}", first + 1));
    assert!(is_enough(&report, 0), "{report:?}");
}

/// The stack's own check and update come apart.
#[test]
fn repairs_are_enough_for_all_small_clients() {
    for name in ["UnlockedArrayStack", "UnlockedCounter"] {
        let class = sample(name);
        let reports = all_clients(&class, 1);
        let wrong = reports.iter().find(|report| !report.problems.is_empty()).expect("a mistake");
        let clients: Vec<Client> = reports.iter().map(|report| report.client.clone()).collect();
        let onlooker = Onlooker::default();
        let report = class.repair(&wrong.client, &clients, &UNHURRIED, &onlooker).expect("repairs");
        let first = &report.repairs[0];
        let proved =
            matches!(first.sufficient, Sufficiency::Proved { clients, .. } if clients > 10);
        assert!(proved, "{name}: {report:?}");
    }
}

/// One thread sees the new number and returns before another one sees the old: only real time
/// makes that wrong.
#[test]
fn what_only_real_time_shows() {
    let client = "write(1) || front() || back()";
    let [first, last] = ["front = value;", "back = value;"].map(|text| line("Counters.java", text));
    let report = repair(&strict(sample("TwoFaces")), client);
    assert_eq!(shown(&report), [format!("1: write {first}-{last}")], "{report:?}");
    assert!(is_enough(&report, 0), "{report:?}");
    let mut by_outcome = sample("TwoFaces");
    by_outcome.mode = Mode::Outcome;
    assert!(repair(&by_outcome, client).repairs.is_empty());
}

/// Who has no time, or no room, is told that.
#[test]
fn limits_are_told() {
    let class = sample("UnlockedCounter");
    let client: Client = "incrementAndGet() || incrementAndGet()".parse().expect("a client");
    for options in [
        RepairOptions { time: Some(Duration::ZERO), ..UNHURRIED },
        RepairOptions { states: 3, ..UNHURRIED },
    ] {
        let report = class.repair(&client, &[], &options, &Onlooker::default()).expect("a report");
        assert!(report.repairs.is_empty(), "{report:?}");
        assert!(report.obstacle.is_some_and(|why| why.contains("the limits on states or time")));
    }
}

/// Compared with a queue, a stack is wrong even if its calls are atomic.
#[test]
fn a_wrong_algorithm_is_beyond_repair() {
    let class = against(sample("TreiberStack"), "counter");
    let client: Client = "push(1) || pop()".parse().expect("a client");
    let answer = class.repair(&client, &[], &UNHURRIED, &Onlooker::default());
    assert!(answer.is_err(), "a counter has no push");
    let class = against(sample("ReversedQueue"), "queue");
    let report = repair(&class, "offer(1); offer(2); poll() || poll()");
    assert!(report.obstacle.is_some_and(|why| why.contains("even if every call were atomic")));
}
