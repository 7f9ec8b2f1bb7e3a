//! How fast is the pure checker on one core?
//!
//! `cargo bench -p aplomb-monitor --bench checker [FILTER]` prints one line per measurement:
//! properties (shared and disjoint), states of a property, live instances, events per skew
//! window, and the way from NDJSON. `--log FILE` checks consent over a log, beside others that
//! read the same (`bench/runtime/run`). Time is the time that the process had a core, where the system tells it
//! (Linux), so that figures do not depend on what else runs. `bench/runtime/README.md` has
//! the figures.

use std::{
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};

use aplomb_monitor::{
    Answer, Event, Monitor, Origin, Property, PropertyFile, Settings, Time, Verdict,
};
use serde_json::json;

/// Consent: may data be processed? The number of its events' names, if they have one, tells
/// properties apart.
fn consent(number: usize, names: Option<usize>) -> Property {
    let names = names.map_or_else(String::new, |number| number.to_string());
    let text = json!({
        "name": format!("consent-{number}"),
        "quantifiedVariables": ["user"],
        "stateMachine": {
            (format!("CONSENT{names}")): {"params": ["user"], "INITIAL": {"to": "consented"}},
            (format!("REVOKED{names}")): {"params": ["user"], "consented": {"to": "INITIAL"}},
            (format!("PROCESSED{names}")): {
                "params": ["user"],
                "INITIAL": {"to": "FAILURE"},
                "consented": {"to": "SUCCESS", "continue": true},
            },
        },
    });
    PropertyFile::parse(&text.to_string()).expect("a property").properties.remove(0)
}

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// Events of users who consent and whose data is processed, `apart` nanoseconds from each
/// other.
fn events(count: u64, users: u64, apart: i64, names: u64) -> Vec<Event> {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut consented = vec![false; users as usize];
    let event = |i: u64| {
        let user = if i < users { i } else { numbers.below(users) };
        let known = std::mem::replace(&mut consented[user as usize], true);
        let name = if known { "PROCESSED" } else { "CONSENT" };
        let name = format!("{name}{}", numbers.below(names));
        let mut event = Event::new(name, Time::from_nanos(i as i64 * apart));
        event.params.insert("user".into(), format!("user-{user}").into());
        event.origin = Arc::new(Origin {
            id: Some(format!("event-{i}").into()),
            invocation: Some(format!("invocation-{i}").into()),
            function: None,
        });
        event
    };
    (0..count).map(event).collect()
}

/// No event comes late here, and every answer is final when it is given.
fn settings() -> Settings {
    Settings { lateness: Duration::ZERO, ..Settings::default() }
}

/// How long this process had a core so far.
fn on_core(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// A watch that runs while this process has a core.
struct Watch(Instant, Duration);

impl Watch {
    fn start() -> Watch {
        let now = Instant::now();
        Watch(now, on_core(now))
    }

    fn elapsed(&self) -> Duration {
        on_core(self.0).saturating_sub(self.1)
    }
}

fn run(monitor: &mut Monitor, events: &[Event]) -> (Duration, usize) {
    let start = Watch::start();
    let mut answers = 0;
    for batch in events.chunks(1000) {
        for event in batch {
            black_box(monitor.observe(event)).expect("an event that can be judged");
        }
        let last = batch.last().map_or(Time::BEGINNING, |event| event.time);
        answers += monitor.advance(last - Duration::from_millis(50)).len();
    }
    answers += monitor.finish().len();
    (start.elapsed(), answers)
}

fn report(what: &str, events: usize, (elapsed, answers): (Duration, usize)) {
    let rate = events as f64 / elapsed.as_secs_f64();
    println!("{what:<58} {rate:>12.0} events/s  {events:>9} events  {answers:>6} answers");
}

fn properties(filter: &str) {
    for count in [1, 10, 50] {
        for shared in [true, false] {
            let what =
                format!("{count} properties, {}", if shared { "shared" } else { "disjoint" });
            if !what.contains(filter) || (count == 1 && !shared) {
                continue;
            }
            let names = if shared { 1 } else { count };
            let watched = (0..count).map(|i| consent(i, Some(if shared { 0 } else { i })));
            let mut monitor = Monitor::new(watched, settings());
            let number = if shared && count > 10 { 200_000 } else { 1_000_000 };
            let log = events(number, 10_000, 5_000, names as u64);
            report(&what, log.len(), run(&mut monitor, &log));
        }
    }
}

/// A property with so many states in a row, of which events go from one to the next.
fn row(states: usize) -> Property {
    let name = |state: usize| if state == 0 { "INITIAL".into() } else { format!("s{state}") };
    let mut next = json!({"params": ["user"]});
    let mut end = json!({"params": ["user"], (name(states)): {"to": "FAILURE"}});
    for state in 0..states {
        next[name(state)] = json!({"to": name(state + 1)});
        end[name(state)] = json!({"to": "INITIAL"});
    }
    next[name(states)] = json!({"to": "INITIAL"});
    let machine = json!({"CONSENT0": next, "PROCESSED0": next, "REVOKED0": end});
    let text = json!({"name": "row", "quantifiedVariables": ["user"], "stateMachine": machine});
    PropertyFile::parse(&text.to_string()).expect("a property").properties.remove(0)
}

fn sizes(filter: &str) {
    for states in [3, 30, 300, 3_000] {
        let what = format!("1 property, {states} states");
        if what.contains(filter) {
            let mut monitor = Monitor::new([row(states)], settings());
            let log = events(1_000_000, 10_000, 5_000, 1);
            report(&what, log.len(), run(&mut monitor, &log));
        }
    }
}

/// The memory of this process in bytes, where the system tells it (Linux).
fn resident() -> usize {
    let told = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = told.split_whitespace().nth(1).and_then(|it| it.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

/// How fast it is, and how much memory one instance takes, with so many of them.
fn instances(filter: &str) {
    for users in [1_000, 100_000, 1_000_000] {
        let what = format!("{users} live instances");
        if what.contains(filter) {
            let log = events(1_000_000 + users, users, 5_000, 1);
            let before = resident();
            let mut monitor = Monitor::new([consent(0, Some(0))], settings());
            report(&what, log.len(), run(&mut monitor, &log));
            let each = resident().saturating_sub(before) as u64 / users;
            let kept = monitor.load();
            println!(
                "    {} live, {} done, {} ids; {each} more bytes resident for each",
                kept.live, kept.discharged, kept.ids
            );
        }
    }
}

/// Everything happens to one user: so many events in each skew window, of all three kinds.
fn windows(filter: &str) {
    for (size, distinct) in
        [(10, true), (100, true), (1_000, true), (1_000, false), (10_000, true), (10_000, false)]
    {
        let times = if distinct { "distinct times" } else { "milliseconds" };
        let what = format!("{size} events per skew window, {times}");
        if !what.contains(filter) {
            continue;
        }
        let mut numbers = Numbers(77);
        let mut log = Vec::new();
        // Enough for a clock that counts milliseconds.
        for window in 0..(200_000 / size).max(5) {
            for i in 0..size {
                let name = ["CONSENT0", "REVOKED0", "PROCESSED0"][numbers.below(3) as usize];
                let within = i * 10_000_000 / size;
                let within = if distinct { within } else { within / 1_000_000 * 1_000_000 };
                let mut event = Event::new(name, Time::from_nanos(window * 30_000_000 + within));
                event.params.insert("user".into(), "ada".into());
                log.push(event);
            }
        }
        let mut monitor = Monitor::new([consent(0, Some(0))], settings());
        let start = Watch::start();
        log.iter().for_each(|event| {
            monitor.observe(event).expect("an event that can be judged");
        });
        let answers = monitor.finish().len();
        report(&what, log.len(), (start.elapsed(), answers));
    }
}

fn text(filter: &str) {
    let what = "1 property, from NDJSON";
    if !what.contains(filter) {
        return;
    }
    let log = events(1_000_000, 10_000, 5_000, 1);
    let lines: Vec<Vec<u8>> =
        log.iter().map(|event| serde_json::to_vec(event).expect("JSON")).collect();
    let mut monitor = Monitor::new([consent(0, Some(0))], settings());
    let start = Watch::start();
    let mut answers = 0;
    for (index, line) in lines.iter().enumerate() {
        let event = Event::from_json(line).expect("an event");
        monitor.observe(&event).expect("an event that can be judged");
        if index % 1000 == 0 {
            answers += monitor.advance(event.time - Duration::from_millis(50)).len();
        }
    }
    answers += monitor.finish().len();
    report(what, log.len(), (start.elapsed(), answers));
}

/// Consent over a log, read before the clock starts, as the contenders do: once as it is by
/// default, and once without looking for duplicates, which the others do not look for.
fn beside(log: &str) {
    let property = consent(0, None);
    let text = std::fs::read(log).expect("a log");
    let start = Watch::start();
    let events: Vec<Event> =
        Event::read_batch(&text).into_iter().map(|event| event.expect("an event")).collect();
    let decoding = start.elapsed();
    for (contender, deduplicate) in [("aplomb", true), ("aplomb, duplicates not looked for", false)]
    {
        let (best, violated) = fastest(&property, &events, deduplicate);
        let result = json!({
            "contender": contender, "events": events.len(), "violated": violated,
            "seconds": best.as_secs_f64(), "decoding": decoding.as_secs_f64(),
        });
        println!("{result}");
    }
}

/// The fastest of five runs, and how many violations each finds.
fn fastest(property: &Property, events: &[Event], deduplicate: bool) -> (Duration, usize) {
    let mut best = Duration::MAX;
    let mut violated = 0;
    for _ in 0..5 {
        let settings = Settings { deduplicate, ..settings() };
        let mut monitor = Monitor::new([property.clone()], settings);
        let start = Watch::start();
        violated = 0;
        let mut count = |answers: Vec<Answer>| {
            violated += answers.iter().filter(|it| it.verdict == Verdict::Violated).count();
        };
        for batch in events.chunks(1000) {
            for event in batch {
                black_box(monitor.observe(event)).expect("an event that can be judged");
            }
            let last = batch.last().map_or(Time::BEGINNING, |event| event.time);
            count(monitor.advance(last - Duration::from_millis(50)));
        }
        count(monitor.finish());
        best = best.min(start.elapsed());
    }
    (best, violated)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(place) = arguments.iter().position(|argument| argument == "--log") {
        return beside(&arguments[place + 1]);
    }
    let filter = arguments.iter().skip(1).find(|argument| !argument.starts_with('-'));
    let filter = filter.cloned().unwrap_or_default();
    properties(&filter);
    sizes(&filter);
    instances(&filter);
    windows(&filter);
    text(&filter);
}
