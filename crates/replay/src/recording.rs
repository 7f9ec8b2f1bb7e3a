//! The file that a recorder writes: one JSON text per line; the last line has the
//! digest of the others.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

const FORMAT: &str = "aplomb-recording";
const VERSION: u64 = 1;
/// What JSON cannot say carries a tag under this name.
const TAG: &str = "$";

/// One invocation, as it was recorded.
#[derive(Clone, Debug)]
pub struct Recording {
    /// What was invoked, and how.
    pub head: Head,
    /// The calls of the outside world, in the order in which they began.
    pub calls: Vec<Call>,
}

/// What was invoked, and how.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    /// The identity of the invocation.
    pub id: String,
    /// The function that was invoked.
    pub function: String,
    /// Language and version: `node 20.20.2`.
    pub runtime: String,
    /// The application's folder on the machine that recorded.
    pub root: String,
    /// What was called.
    pub handler: RecordedHandler,
    /// When it began, in milliseconds since 1970.
    pub began: u64,
    /// When it ended.
    pub ended: u64,
    /// How many invocations the process had served before.
    #[serde(default)]
    pub earlier_invocations: u64,
    /// Why the invocation cannot be replayed, if so.
    #[serde(default)]
    pub incomplete: Option<String>,
    /// The input of the handler.
    #[serde(default)]
    pub event: Value,
}

/// The handler that was called.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordedHandler {
    /// The file that has it.
    #[serde(default)]
    pub file: Option<String>,
    /// Its name there.
    #[serde(rename = "export")]
    pub exported: String,
}

/// A call of the outside world.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// `aws`, `http`, `timer` ...
    pub kind: String,
    /// Such as `dynamodb.putItem`.
    pub name: String,
    /// What was asked, as plain JSON.
    pub request: Value,
    /// What came back, if it did.
    pub response: Option<Value>,
    /// Whether the call failed; the response is the error then.
    pub failed: bool,
}

/// Why a text is not a recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is something else.
    #[error("this is not a recording of Aplomb")]
    NotARecording,
    /// It was written by another version.
    #[error(
        "this recording has format version {0}; this version of aplomb reads version {VERSION}"
    )]
    OtherVersion(u64),
    /// Its end is missing.
    #[error("the recording is cut short: its last line is missing")]
    CutShort,
    /// It was changed.
    #[error("the recording is damaged: {0}")]
    Damaged(String),
}

#[derive(Deserialize)]
struct Seal {
    lines: usize,
    sha256: String,
}

impl Recording {
    /// Reads a recording and checks that it is whole.
    pub fn parse(text: &str) -> Result<Recording, ReadError> {
        let first = text.lines().next().unwrap_or_default();
        let first: Value = serde_json::from_str(first).map_err(|_| ReadError::NotARecording)?;
        if first.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(ReadError::NotARecording);
        }
        match first.get("version").and_then(Value::as_u64) {
            Some(VERSION) => {}
            other => return Err(ReadError::OtherVersion(other.unwrap_or_default())),
        }
        let body = sealed_body(text)?;
        let head = serde_json::from_value(first)
            .map_err(|error| ReadError::Damaged(format!("line 1: {error}")))?;
        Ok(Recording { head, calls: calls(body)? })
    }
}

/// The lines before the last one, if that confirms them.
fn sealed_body(text: &str) -> Result<&str, ReadError> {
    let trimmed = text.strip_suffix('\n').ok_or(ReadError::CutShort)?;
    let (_, last) = trimmed.rsplit_once('\n').ok_or(ReadError::CutShort)?;
    let seal: Seal = serde_json::from_str(last).map_err(|_| ReadError::CutShort)?;
    let body = &text[..trimmed.len() - last.len()];
    let digest: String =
        Sha256::digest(body.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    if body.lines().count() != seal.lines || digest != seal.sha256 {
        return Err(ReadError::Damaged("its digest does not match".to_owned()));
    }
    Ok(body)
}

fn calls(body: &str) -> Result<Vec<Call>, ReadError> {
    let mut calls = Vec::new();
    let mut open = BTreeMap::new();
    for (index, line) in body.lines().enumerate().skip(1) {
        let bad = || ReadError::Damaged(format!("line {} is not an entry", index + 1));
        let entry: Vec<Value> = serde_json::from_str(line).map_err(|_| bad())?;
        match entry.first().and_then(Value::as_str).ok_or_else(bad)? {
            "call" => {
                let number = entry.get(1).and_then(Value::as_u64).ok_or_else(bad)?;
                open.insert(number, calls.len());
                calls.push(begun(&entry).ok_or_else(bad)?);
            }
            how @ ("done" | "fail") => {
                let number = entry.get(1).and_then(Value::as_u64).ok_or_else(bad)?;
                let call = open.get(&number).and_then(|place| calls.get_mut(*place));
                let call: &mut Call = call.ok_or_else(bad)?;
                call.response = entry.get(2).map(plain);
                call.failed = how == "fail";
            }
            _ => {}
        }
    }
    Ok(calls)
}

fn begun(entry: &[Value]) -> Option<Call> {
    Some(Call {
        kind: entry.get(2)?.as_str()?.to_owned(),
        name: entry.get(3)?.as_str()?.to_owned(),
        request: plain(entry.get(4)?),
        response: None,
        failed: false,
    })
}

/// A recorded value as plain JSON: sets are lists, numbers of all kinds are numbers.
pub(crate) fn plain(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => match members.get(TAG).and_then(Value::as_str) {
            None => plain_members(members),
            Some(tag) => plain_tagged(tag, members),
        },
        other => other.clone(),
    }
}

fn plain_members(members: &Map<String, Value>) -> Value {
    // How version 2 of the AWS SDK writes sets of DynamoDB.
    if members.get("wrapperName").is_some_and(|name| name == "Set")
        && let Some(values) = members.get("values")
    {
        return plain(values);
    }
    members.iter().map(|(name, item)| (name.clone(), plain(item))).collect::<Map<_, _>>().into()
}

fn plain_tagged(tag: &str, members: &Map<String, Value>) -> Value {
    let text = || members.get("text").and_then(Value::as_str).unwrap_or_default();
    match tag {
        "set" | "tuple" => members.get("items").map_or(Value::Null, plain),
        "decimal" | "number" | "bigint" => {
            serde_json::from_str(text()).unwrap_or_else(|_| Value::String(text().to_owned()))
        }
        "bytes" => members.get("base64").cloned().unwrap_or(Value::Null),
        "date" => members.get("time").cloned().unwrap_or(Value::Null),
        "datetime" | "day" => Value::String(text().to_owned()),
        "object" | "dict" | "map" => pairs(members.get("items")),
        "error" => members.get("name").cloned().unwrap_or(Value::Null),
        _ => Value::Null,
    }
}

fn pairs(items: Option<&Value>) -> Value {
    let pairs = items.and_then(Value::as_array).into_iter().flatten();
    let named = pairs.filter_map(|pair| {
        let name = match plain(pair.get(0)?) {
            Value::String(name) => name,
            other => other.to_string(),
        };
        Some((name, plain(pair.get(1)?)))
    });
    named.collect::<Map<_, _>>().into()
}
