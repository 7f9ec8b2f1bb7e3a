//! JSON: the versioned contract. `schema/report.schema.json` describes it.

use serde_json::Value;

use crate::{Report, SCHEMA};

/// The JSON Schema of what [`render`] writes.
pub const JSON_SCHEMA: &str = include_str!("../../schema/report.schema.json");

/// The JSON Schemas of the field `data`, by command.
pub const DATA_SCHEMAS: [(&str, &str); 6] = [
    ("audit", include_str!("../../schema/data/audit.schema.json")),
    ("check", include_str!("../../schema/data/check.schema.json")),
    ("consensus", include_str!("../../schema/data/consensus.schema.json")),
    ("consistency", include_str!("../../schema/data/consistency.schema.json")),
    ("fix", include_str!("../../schema/data/fix.schema.json")),
    ("linearizability", include_str!("../../schema/data/linearizability.schema.json")),
];

/// The JSON Schema of what commands print that give no verdict.
pub const ANSWERS_SCHEMA: &str = include_str!("../../schema/answers.schema.json");

/// Writes a report.
pub fn render(report: &Report) -> String {
    let mut text = serde_json::to_string_pretty(report).expect("a report has string keys only");
    text.push('\n');
    text
}

/// Why a text is not a report.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not JSON.
    #[error("not a JSON file: {0}")]
    NotJson(serde_json::Error),
    /// It is JSON, but does not say that it is a report.
    #[error("not a report of aplomb: it has no \"schema\" number")]
    NoSchema,
    /// It is a report of another version of the contract.
    #[error("a report with schema {found}, but this version of aplomb reads schema {SCHEMA}")]
    OtherSchema {
        /// The version it claims.
        found: u64,
    },
    /// It claims to be a report but is not a correct one.
    #[error("not a correct report: {0}")]
    Malformed(serde_json::Error),
}

/// Reads a report. The summary is counted anew.
pub fn read(text: &str) -> Result<Report, ReadError> {
    let value: Value = serde_json::from_str(text).map_err(ReadError::NotJson)?;
    match value.get("schema").and_then(Value::as_u64) {
        None => Err(ReadError::NoSchema),
        Some(found) if found != u64::from(SCHEMA) => Err(ReadError::OtherSchema { found }),
        Some(_) => {
            let report: Report = serde_json::from_str(text).map_err(ReadError::Malformed)?;
            Ok(report.counted_anew())
        }
    }
}
