//! Cases whose verdicts were derived by hand from the definition, before they were run.

use std::time::Duration;

use aplomb_monitor::{Event, Monitor, Observed, PropertyFile, Settings, Time};
use serde_json::Value;

const PROPERTIES: &str = include_str!("data/outside.yaml");
const STREAMS: &str = include_str!("data/outside-streams.json");

#[test]
fn every_example_has_its_verdict() {
    let file = PropertyFile::parse(PROPERTIES).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut wrong = Vec::new();
    for example in &file.examples {
        let mismatches = example.run(&file).into_iter();
        wrong.extend(mismatches.map(|it| format!("{}: {}", example.name, it.message)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(file.examples.len() >= 30);
}

/// Events and the passing of time, and what is said at each step.
#[test]
fn every_stream_is_answered_as_it_should_be() {
    let file = PropertyFile::parse(PROPERTIES).unwrap();
    let streams: Vec<Value> = serde_json::from_str(STREAMS).unwrap();
    assert!(streams.len() >= 8);
    for stream in &streams {
        let millis = |name: &str| stream[name].as_u64().map(Duration::from_millis);
        let settings = Settings {
            lateness: millis("lateness").unwrap_or(Settings::default().lateness),
            time_to_live: millis("timeToLive"),
            ..Settings::default()
        };
        let mut monitor = Monitor::new(file.properties.clone(), settings);
        for step in stream["steps"].as_array().unwrap() {
            let what = format!("{}: {step}", stream["name"]);
            let said = match step.get("until") {
                Some(until) => {
                    let answers = monitor.advance(Time::from_millis(until.as_i64().unwrap()));
                    let mut said: Vec<String> = answers
                        .iter()
                        .map(|it| match it.revises {
                            Some(before) => format!("{}, not {before}", it.verdict),
                            None => it.verdict.to_string(),
                        })
                        .collect();
                    said.sort();
                    said.join("; ")
                }
                None => {
                    let event = Event::from_json(step["event"].to_string().as_bytes()).unwrap();
                    match monitor.observe(&event) {
                        Ok(Observed::Accepted) => "accepted".into(),
                        Ok(Observed::Unheard) => "unheard".into(),
                        Ok(Observed::Duplicate) => "duplicate".into(),
                        Ok(Observed::TooLate) => "too late".into(),
                        Err(refusals) => refusals[0].reason.clone(),
                    }
                }
            };
            let expected = step.get("said").map_or("accepted", |said| said.as_str().unwrap());
            assert_eq!(said, expected, "{what}");
        }
    }
}
