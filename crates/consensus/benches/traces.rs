//! How fast are traces checked on one core?
//!
//! `cargo bench -p aplomb-consensus --bench traces [EVENTS]` prints one line for each kind of
//! trace: a replicated log, one value for each of many instances, instances with names, and
//! values that are objects. Time is the time that the process had a core, where the system
//! tells it (Linux). With the name of a FILE in place of a number, it reads that trace of a
//! replicated log as `aplomb consensus --trace FILE` does.

use std::{
    fmt::Write,
    fs::File,
    io::{BufRead, BufReader},
    time::{Duration, Instant},
};

use aplomb_consensus::{
    qtree::Version,
    trace::{Settings, Trace},
};

/// The time that this process had a core.
fn busy() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// A log: each entry continues the one before, and is decided three entries later; every
/// thousand entries a new term begins.
fn log(events: u64) -> String {
    let round = |index: u64| format!("[{}, {index}]", 1 + index / 1000);
    let mut text = String::new();
    for index in 1..=events / 2 {
        let parent = if index == 1 { "null".to_owned() } else { round(index - 1) };
        let _ = writeln!(
            text,
            r#"{{"event": "add", "round": {}, "value": "set x = {index}", "parent": {parent}}}"#,
            round(index)
        );
        if index > 3 {
            let _ = writeln!(text, r#"{{"event": "commit", "round": {}}}"#, round(index - 3));
        }
    }
    text
}

/// One value for each instance, in two rounds.
fn instances(events: u64, name: impl Fn(u64) -> String, value: impl Fn(u64) -> String) -> String {
    let mut text = String::new();
    for number in 1..=events / 4 {
        let (name, value) = (name(number), value(number));
        let start = format!(r#"{{"instance": {name}, "event": "#);
        let _ = writeln!(text, r#"{start}"add", "round": 1, "value": {value}}}"#);
        let _ = writeln!(text, r#"{start}"commit", "round": 1}}"#);
        let _ = writeln!(text, r#"{start}"add", "round": 2, "value": {value}, "parent": 1}}"#);
        let _ = writeln!(text, r#"{start}"commit", "round": 2}}"#);
    }
    text
}

fn measure(name: &str, bytes: u64, text: impl BufRead, version: Version) {
    let (wall, core) = (Instant::now(), busy());
    let mut trace = Trace::new(Settings { version, ..Settings::default() });
    trace.read(text, &|_| ()).expect("a text can be read");
    let summary = trace.summary();
    assert_eq!((summary.violations, summary.malformed, summary.forgotten), (0, 0, 0), "{name}");
    let time = core.zip(busy()).map_or(wall.elapsed(), |(before, now)| now - before);
    println!(
        "{name:28} {:>9} events {:>5} MB {:>8.0} ms {:>6.2} million events/s {:>7} rounds kept",
        summary.events,
        bytes >> 20,
        time.as_secs_f64() * 1e3,
        summary.events as f64 / time.as_secs_f64() / 1e6,
        trace.remembered()
    );
}

fn measure_text(name: &str, text: &str, version: Version) {
    measure(name, text.len() as u64, text.as_bytes(), version);
}

fn measure_file(path: &str) -> std::io::Result<()> {
    let file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let text = BufReader::with_capacity(1 << 18, file);
    measure(path, bytes, text, Version::StateMachineReplication);
    Ok(())
}

fn main() -> std::io::Result<()> {
    let argument = std::env::args().skip(1).find(|it| it != "--bench");
    let events = match argument.as_deref().map(|it| (it, it.parse())) {
        Some((path, Err(_))) => return measure_file(path),
        Some((_, Ok(events))) => events,
        None => 4_000_000,
    };
    let plain = |number: u64| format!(r#""v{number}""#);
    let object = |number: u64| format!(r#"{{"key": "k{}", "set": [{number}, 1]}}"#, number % 100);
    measure_text("a replicated log", &log(events), Version::StateMachineReplication);
    let numbered = instances(events, |number| number.to_string(), plain);
    measure_text("numbered instances", &numbered, Version::SingleDecree);
    let named = instances(events / 10, |number| format!(r#""slot-{number}""#), plain);
    measure_text("named instances", &named, Version::SingleDecree);
    let objects = instances(events, |number| number.to_string(), object);
    measure_text("values that are objects", &objects, Version::SingleDecree);
    Ok(())
}
