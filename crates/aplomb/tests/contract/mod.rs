//! Reports keep to their schemas: the report itself, and the `data` of its command.

use aplomb_report::render::json::{ANSWERS_SCHEMA, DATA_SCHEMAS, JSON_SCHEMA};
use serde_json::Value;

/// Panics where a report is not as its schemas say.
#[allow(dead_code, reason = "not every test meets one")]
pub fn check(report: &Value) {
    let schema = |text: &str| -> Value { serde_json::from_str(text).expect("a schema in JSON") };
    if let Err(error) = jsonschema::validate(&schema(JSON_SCHEMA), report) {
        panic!("{error}: {report:#}");
    }
    let command = report["command"].as_str().expect("the name of a command");
    let data = DATA_SCHEMAS.iter().find(|(name, _)| *name == command);
    let (_, data_schema) = data.unwrap_or_else(|| panic!("no schema for the data of {command}"));
    if let Err(error) = jsonschema::validate(&schema(data_schema), &report["data"]) {
        panic!("data of {command}: {error}: {:#}", report["data"]);
    }
}

/// Panics where an answer without a verdict is not as its schema says.
#[allow(dead_code, reason = "not every test meets one")]
pub fn check_answer(answer: &Value) {
    let schema = serde_json::from_str(ANSWERS_SCHEMA).expect("a schema in JSON");
    if let Err(error) = jsonschema::validate(&schema, answer) {
        panic!("{error}: {answer:#}");
    }
}
