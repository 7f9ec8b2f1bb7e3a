//! Reports keep to their schemas: the report itself, and the `data` of its command.

use aplomb_report::render::json::{DATA_SCHEMAS, JSON_SCHEMA};
use serde_json::Value;

/// Panics where a report is not as its schemas say.
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
