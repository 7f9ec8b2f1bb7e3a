//! The project's own format: one JSON object per line.
//!
//! An event is `{"type": "call", "thread": T, "method": M, "args": [...]}` or
//! `{"type": "return", "thread": T, "result": R}`; `"type": "lost"` says that
//! nobody knows how the call ended, `"type": "fail"` that it had no effect.
//! Events may carry a `"time"`; without times they count in the order of the
//! lines. A whole operation is one line with both times: `{"thread": T,
//! "method": M, "args": [...], "result": R, "call": 12, "return": 15}`; without
//! `"return"` it is pending. `"exception": "Name"` stands in place of a result.
//! A result that is left out was not recorded, and matches anything.

use serde::{Deserialize, Deserializer};

use super::{Completion, History, HistoryBuilder, HistoryError, HistoryProblem, Stamp};
use crate::{Call, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(rename = "type")]
    kind: Option<Kind>,
    thread: Thread,
    method: Option<String>,
    #[serde(default)]
    args: Vec<serde_json::Value>,
    #[serde(default, deserialize_with = "present")]
    result: Option<serde_json::Value>,
    exception: Option<String>,
    time: Option<i64>,
    call: Option<i64>,
    #[serde(rename = "return")]
    returned: Option<i64>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[serde(alias = "invoke")]
    Call,
    #[serde(alias = "ok")]
    Return,
    #[serde(alias = "info")]
    Lost,
    Fail,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Thread {
    Number(i64),
    Name(String),
}

/// Tells `"result": null` from a result that is left out.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<serde_json::Value>, D::Error> {
    serde_json::Value::deserialize(from).map(Some)
}

pub(super) fn read(text: &str) -> Result<History, HistoryError> {
    let mut builder = HistoryBuilder::default();
    for (index, line) in text.lines().enumerate() {
        if !line.trim().is_empty() {
            let number = index as u32 + 1;
            read_line(line, number, &mut builder)
                .map_err(|message| HistoryProblem::Syntax(message).on(number))?;
        }
    }
    builder.finish()
}

fn read_line(text: &str, number: u32, builder: &mut HistoryBuilder) -> Result<(), String> {
    let line: Line = serde_json::from_str(text).map_err(|error| describe(&error))?;
    let thread = match &line.thread {
        Thread::Number(number) => number.to_string(),
        Thread::Name(name) => name.clone(),
    };
    let stamp = |time| Stamp { line: number, time };
    let Some(kind) = line.kind else {
        let called = line.call.ok_or(
            "neither an event (`type`: call, return, lost or fail) \
             nor a whole operation (`call` and `return` times)",
        )?;
        let returned = line.returned.map(|time| stamp(Some(time)));
        let call = line.call()?;
        builder.operation(&thread, call, line.result()?, stamp(Some(called)), returned);
        return Ok(());
    };
    if line.call.is_some() || line.returned.is_some() {
        return Err(
            "an event has one `time`; `call` and `return` belong to whole operations".into()
        );
    }
    match kind {
        Kind::Call => builder.call(&thread, line.call()?, stamp(line.time)),
        Kind::Return => {
            let completion = Completion::Returned(line.result()?);
            builder.complete(&thread, completion, stamp(line.time));
        }
        Kind::Lost => builder.complete(&thread, Completion::Lost, stamp(line.time)),
        Kind::Fail => builder.complete(&thread, Completion::Failed, stamp(line.time)),
    }
    Ok(())
}

impl Line {
    fn call(&self) -> Result<Call, String> {
        let method = self.method.as_ref().ok_or("a call needs a `method`")?;
        let arguments: Result<Vec<Value>, String> = self.args.iter().map(value).collect();
        Ok(Call::new(method, arguments?))
    }

    fn result(&self) -> Result<Option<Value>, String> {
        match (&self.result, &self.exception) {
            (Some(_), Some(_)) => Err("either `result` or `exception`, not both".into()),
            (None, Some(class)) => Ok(Some(Value::exception(class))),
            (Some(json), None) => value(json).map(Some),
            (None, None) => Ok(None),
        }
    }
}

fn value(json: &serde_json::Value) -> Result<Value, String> {
    Ok(match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(truth) => Value::Boolean(*truth),
        serde_json::Value::Number(number) => Value::Integer(
            number
                .as_i64()
                .ok_or_else(|| format!("`{number}` is no 64-bit whole number; quote it"))?,
        ),
        serde_json::Value::String(text) => Value::text(text),
        serde_json::Value::Array(items) => {
            let items: Result<Vec<Value>, String> = items.iter().map(value).collect();
            Value::List(items?.into())
        }
        serde_json::Value::Object(_) => {
            return Err("objects are no values here; use a list or a string".into());
        }
    })
}

/// The message without serde's own line number, which is always 1 here.
fn describe(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rsplit_once(" at line ") {
        Some((message, _)) => format!("{message} (column {})", error.column()),
        None => message,
    }
}
