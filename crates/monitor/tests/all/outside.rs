//! Cases whose verdicts were derived by hand from the definition, before they were run.

use std::{collections::BTreeMap, time::Duration};

use aplomb_monitor::{Event, Monitor, Observed, PropertyFile, Settings, Time};
use serde_json::Value;

/// Properties with examples, and streams over the same properties; by two authors, and about
/// what is hard.
const CASES: [(&str, &str); 5] = [
    (include_str!("../data/outside.yaml"), include_str!("../data/outside-streams.json")),
    (
        include_str!("../data/outside-doors.yaml"),
        include_str!("../data/outside-doors-streams.json"),
    ),
    (include_str!("../data/hard.yaml"), include_str!("../data/hard-streams.json")),
    (include_str!("../data/borders.yaml"), include_str!("../data/borders-streams.json")),
    (include_str!("../data/edges.yaml"), include_str!("../data/edges-streams.json")),
];

/// Properties with examples, by a third author.
const EXAMPLES: [&str; 3] = [
    include_str!("../data/outside-access.yaml"),
    include_str!("../data/outside-devices.yaml"),
    include_str!("../data/outside-payments.yaml"),
];

#[test]
fn every_example_has_its_verdict() {
    let mut wrong = Vec::new();
    for properties in CASES.map(|(properties, _)| properties).into_iter().chain(EXAMPLES) {
        let file = PropertyFile::parse(properties).unwrap_or_else(|it| panic!("{it:?}"));
        for example in &file.examples {
            let mismatches = example.run(&file).into_iter();
            wrong.extend(mismatches.map(|it| format!("{}: {}", example.name, it.message)));
        }
        assert!(file.examples.len() >= 15);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Events and the passing of time, and what is said at each step.
#[test]
fn every_stream_is_answered_as_it_should_be() {
    let mut wrong = Vec::new();
    for (properties, streams) in CASES {
        let file = PropertyFile::parse(properties).unwrap();
        let streams: Vec<Value> = serde_json::from_str(streams).unwrap();
        assert!(streams.len() >= 8);
        for stream in &streams {
            run(stream, &file, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn run(stream: &Value, file: &PropertyFile, wrong: &mut Vec<String>) {
    let millis = |name: &str| stream[name].as_u64().map(Duration::from_millis);
    let settings = Settings {
        lateness: millis("lateness").unwrap_or(Settings::default().lateness),
        time_to_live: millis("timeToLive"),
        ..Settings::default()
    };
    let mut monitor = Monitor::new(file.properties.clone(), settings);
    let mut kept = Kept::new();
    for step in stream["steps"].as_array().unwrap() {
        let said = match (step.get("until"), step.get("then")) {
            (Some(until), _) => until_then(&mut monitor, until.as_i64().unwrap()),
            (_, Some(then)) => {
                match then.as_str().unwrap() {
                    "garbage" => monitor.collect_garbage(),
                    _ => monitor = restarted(monitor, file, &mut kept),
                }
                "accepted".into()
            }
            _ => {
                let event = Event::from_json(step["event"].to_string().as_bytes()).unwrap();
                match monitor.observe(&event) {
                    Ok(Observed::Accepted) => "accepted".into(),
                    Ok(Observed::Unheard) => "unheard".into(),
                    // An id counts once, whatever comes with it.
                    Ok(Observed::Duplicate | Observed::Contradicts) => "duplicate".into(),
                    Ok(Observed::TooLate) => "too late".into(),
                    Err(refusals) => refusals[0].reason.clone(),
                }
            }
        };
        let right = match (step.get("refused"), step.get("said")) {
            (Some(part), _) => said.contains(part.as_str().unwrap()),
            (None, Some(expected)) => said == expected.as_str().unwrap(),
            (None, None) => said == "accepted",
        };
        if !right {
            wrong.push(format!("{}: {step}: `{said}`", stream["name"]));
        }
    }
}

/// What checkpoints have left.
type Kept = BTreeMap<Vec<u8>, Vec<u8>>;

/// A monitor that goes on from a checkpoint.
fn restarted(mut monitor: Monitor, file: &PropertyFile, kept: &mut Kept) -> Monitor {
    for entry in monitor.checkpoint() {
        match entry.value {
            Some(value) => kept.insert(entry.key, value),
            None => kept.remove(&entry.key),
        };
    }
    let settings = monitor.settings().clone();
    Monitor::restore(file.properties.clone(), settings, kept.clone()).unwrap()
}

/// What is said when time has come so far.
fn until_then(monitor: &mut Monitor, millis: i64) -> String {
    let answers = monitor.advance(Time::from_millis(millis));
    let told = answers.iter().map(|it| match it.revises {
        Some(before) => format!("{}, not {before}", it.verdict),
        None => it.verdict.to_string(),
    });
    let mut said: Vec<String> = told.collect();
    said.sort();
    said.join("; ")
}
