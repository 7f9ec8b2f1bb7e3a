//! Every recorded case, and the properties of RealWorld, through HTTP.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
};

use crate::support::{Running, eventually};
use aplomb_monitor::{Example, PropertyFile};
use serde_json::{Value, json};

const CASES: [&str; 2] = [
    include_str!("../../../monitor/tests/data/cases.json"),
    include_str!("../../../monitor/tests/data/edges-cases.json"),
];
const REALWORLD: &str = include_str!("../../../../examples/realworld/properties.yaml");
const OUTSIDE: &str = include_str!("../../../monitor/tests/data/outside.yaml");
const EDGES: &str = include_str!("../../../monitor/tests/data/edges.yaml");
const DOORS: &str = include_str!("../../../monitor/tests/data/outside-doors.yaml");
const TELEMETRY: &str = include_str!("../data/outside-otlp.json");

/// The same values, but those of no other case.
fn apart(case: &str, value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), apart(case, value))).collect()
        }
        other => format!("{case} {other}").into(),
    }
}

#[test]
fn every_case_has_the_exact_verdict() {
    CASES.into_iter().for_each(check_cases);
}

fn check_cases(text: &str) {
    let file: Value = serde_json::from_str(text).unwrap();
    let properties: Vec<&Value> = file["properties"].as_object().unwrap().values().collect();
    let cases = file["cases"].as_array().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let text = json!({"properties": properties}).to_string();
    let server = Running::start(&text, folder.path());
    let mut events = Vec::new();
    for case in cases {
        let name = case["id"].as_str().unwrap();
        for (index, event) in case["events"].as_array().unwrap().iter().enumerate() {
            let mut event = event.clone();
            event["id"] = format!("{name}-{index}").into();
            event["params"] = apart(name, &event["params"]);
            let invocation = event.get("inv").or_else(|| event.get("invocation")).cloned();
            if let Some(invocation) = invocation {
                event.as_object_mut().unwrap().remove("inv");
                event["invocation"] = format!("{name} {invocation}").into();
            }
            events.push(event);
        }
    }
    let reply = server.post("/v1/events", Value::from(events.clone()).to_string());
    assert_eq!(reply.json()["accepted"], events.len(), "{}", reply.text);

    let verdict = |case: &Value| case["expected_verdict"].as_str().unwrap().to_owned();
    let expected: Vec<&Value> = cases.iter().filter(|case| verdict(case) == "VIOLATED").collect();
    // One property listens to the events of another one's cases, so there are more.
    server.violations(expected.len());
    server.settle();
    let found: BTreeMap<(String, String), Value> = server
        .violations(expected.len())
        .into_iter()
        .map(|it| ((it["property"].to_string(), sorted(&it["instance"])), it))
        .collect();
    let mut wrong = Vec::new();
    for case in cases {
        let name = case["id"].as_str().unwrap();
        let key = (case["property"].to_string(), sorted(&apart(name, &case["instance"])));
        let mut states: Vec<&str> =
            case["expected_states"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
        states.sort_unstable();
        let expected = match (verdict(case).as_str(), states.as_slice()) {
            ("VIOLATED", ["FAILURE"]) => json!("violated"),
            ("VIOLATED", _) => json!("possibly-violated"),
            _ => Value::Null,
        };
        let given = found.get(&key);
        let verdict = given.map_or(Value::Null, |it| it["verdict"].clone());
        let mut reached: Vec<&str> = given
            .into_iter()
            .flat_map(|it| it["states"].as_array().unwrap())
            .flat_map(Value::as_str)
            .collect();
        reached.sort_unstable();
        if verdict != expected || (given.is_some() && reached != states) {
            wrong.push(format!("{name}: {verdict} {reached:?}, expected {expected} {states:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn sorted(instance: &Value) -> String {
    let members: BTreeMap<_, _> = instance.as_object().unwrap().iter().collect();
    serde_json::to_string(&members).unwrap()
}

/// Each example of the properties of RealWorld is a small log with the violations that it has.
#[test]
fn the_properties_of_realworld_find_what_their_examples_expect() {
    check_examples(REALWORLD);
}

#[test]
fn cases_that_were_derived_by_hand_have_their_verdicts() {
    check_examples(OUTSIDE);
    check_examples(DOORS);
    check_examples(EDGES);
}

/// Each case is sent twice, as by an exporter that had no answer.
#[test]
fn spans_and_records_have_the_verdicts_that_were_derived_by_hand() {
    let file: Value = serde_json::from_str(TELEMETRY).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(&file["properties"].to_string(), folder.path());
    let json_type = [("content-type", "application/json")];
    let mut expected = BTreeMap::new();
    for case in file["cases"].as_array().unwrap() {
        let service = case.get("service").cloned().unwrap_or_else(|| json!("shop"));
        let service = json!([{"key": "service.name", "value": {"stringValue": service}}]);
        let resource = json!({"attributes": service});
        for _ in 0..2 {
            for (name, path, groups, scopes, items) in [
                ("spans", "/v1/traces", "resourceSpans", "scopeSpans", "spans"),
                ("logs", "/v1/logs", "resourceLogs", "scopeLogs", "logRecords"),
            ] {
                let Some(sent) = case.get(name) else { continue };
                let body = json!({groups: [{"resource": resource, scopes: [{items: sent}]}]});
                let reply = server.post_with(path, &json_type, body.to_string());
                assert_eq!(reply.status, 200, "{}: {}", case["name"], reply.text);
            }
        }
        for violation in case["violations"].as_array().unwrap() {
            expected.insert(violation["order"].to_string(), violation["verdict"].to_string());
        }
    }
    server.violations(expected.len());
    server.settle();
    let found: BTreeMap<String, String> = server
        .violations(expected.len())
        .iter()
        .map(|it| (it["instance"]["order"].to_string(), it["verdict"].to_string()))
        .collect();
    assert_eq!(found, expected);
}

fn check_examples(properties: &str) {
    let file = PropertyFile::parse(properties).unwrap();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(example) = file.examples.get(next.fetch_add(1, SeqCst)) {
                    check_example(properties, example);
                }
            });
        }
    });
}

fn check_example(properties: &str, example: &Example) {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(properties, folder.path());
    let events: Vec<Value> =
        example.events().iter().map(|it| serde_json::to_value(it).unwrap()).collect();
    let reply = server.post("/v1/events", Value::from(events).to_string());
    assert_eq!(reply.status, 200, "{}", reply.text);
    let (violated, others): (Vec<_>, Vec<_>) =
        example.expected().partition(|(.., verdict)| verdict.is_violated());
    for (property, instance, verdict) in violated {
        let what = format!("{}: {property} {instance:?}", example.name);
        eventually(&what, || found(&server, property, instance), |it| *it == json!(verdict));
    }
    if !others.is_empty() {
        server.settle();
    }
    for (property, instance, verdict) in others {
        let found = found(&server, property, instance);
        assert!(found.is_null(), "{}: {property} is {found}, expected {verdict}", example.name);
    }
}

fn found(server: &Running, property: &str, instance: &serde_json::Map<String, Value>) -> Value {
    let all = server.get("/v1/violations?limit=1000").json();
    let same = |it: &&Value| {
        it["property"] == property && it["instance"] == Value::Object(instance.clone())
    };
    let violation = all["violations"].as_array().unwrap().iter().find(same);
    violation.map_or(Value::Null, |it| it["verdict"].clone())
}
