//! Every recorded case: a property, a log, and the exact set of states and verdict.

use aplomb_monitor::{Event, Monitor, PropertyFile, Settings, Verdict};
use serde_json::Value;

/// Recorded ones, and some of one kind each.
const CASES: [&str; 2] =
    [include_str!("../data/cases.json"), include_str!("../data/edges-cases.json")];

#[test]
fn every_case_has_the_exact_states_and_verdict() {
    let wrong: Vec<String> = CASES.into_iter().flat_map(wrong_cases).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn wrong_cases(text: &str) -> Vec<String> {
    let file: Value = serde_json::from_str(text).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert!(cases.len() >= 20, "the file has {} cases", cases.len());
    let mut wrong = Vec::new();
    for case in cases {
        let name = case["property"].as_str().unwrap();
        let text = file["properties"][name].to_string();
        let property = PropertyFile::parse(&text).unwrap().properties.remove(0);
        let states = property.states().to_vec();
        let mut monitor = Monitor::new([property], Settings::default());
        for event in case["events"].as_array().unwrap() {
            let event = Event::from_json(event.to_string().as_bytes()).unwrap();
            monitor.observe(&event).unwrap();
        }
        monitor.finish();
        let instance = case["instance"].as_object().unwrap();
        let (verdict, reached) = monitor.inspect(0, instance).unwrap();
        let mut reached: Vec<&str> =
            reached.iter().map(|state| states[usize::from(*state)].as_str()).collect();
        reached.sort_unstable();
        let mut expected: Vec<&str> =
            case["expected_states"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
        expected.sort_unstable();
        let said = match verdict {
            Verdict::Violated | Verdict::PossiblyViolated => "VIOLATED",
            Verdict::Holds => "HOLDS",
            _ => "OPEN",
        };
        let certain = (verdict == Verdict::Violated) == (expected == ["FAILURE"]);
        if reached != expected || said != case["expected_verdict"] || !certain {
            wrong.push(format!("{}: {verdict} {reached:?}, expected {expected:?}", case["id"]));
        }
    }
    wrong
}
