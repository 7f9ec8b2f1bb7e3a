//! Events from OpenTelemetry: spans and log records become raw events, which the rules of a
//! property file translate like those of a recorder.
//!
//! A span is the raw event `otlp.span` at the time of its end, and a log record is
//! `otlp.log`. `params.attributes` has the attributes, `params.resource` those of the
//! resource; `operation` is the name of the span, `service` that of the service. A span or
//! record with the attribute `aplomb.event` is an event by itself: that is its name, and
//! its attributes are its parameters.

mod messages;

use std::sync::Arc;

use aplomb_monitor::{Event, Origin, Rejection, Time};
use prost::Message;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use messages::{
    AnyValue, KeyValue, Kind, LogRecord, LogsRequest, PartialSuccess, Resource, Response, Span,
    TracesRequest, Written,
};

/// How a request is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Protobuf,
    Json,
}

/// The attribute that names an event.
const EVENT: &str = "aplomb.event";
/// `STATUS_CODE_ERROR`
const FAILED: i32 = 2;

/// What was read from a request: each event, or why it is none.
type Batch = Vec<Result<Event, Rejection>>;

/// The spans of a request as raw events.
pub(crate) fn read_spans(text: &[u8], encoding: Encoding) -> Result<Batch, String> {
    let request: TracesRequest = decode(text, encoding)?;
    let mut events = Vec::new();
    for group in request.resource_spans {
        let spans = group.scope_spans.into_iter().flat_map(|scope| scope.spans);
        read_group(group.resource, spans, encoding, from_span, &mut events);
    }
    Ok(numbered(events))
}

/// The log records of a request as raw events.
pub(crate) fn read_logs(text: &[u8], encoding: Encoding) -> Result<Batch, String> {
    let request: LogsRequest = decode(text, encoding)?;
    let mut events = Vec::new();
    for group in request.resource_logs {
        let records = group.scope_logs.into_iter().flat_map(|scope| scope.log_records);
        read_group(group.resource, records, encoding, from_record, &mut events);
    }
    Ok(numbered(events))
}

/// Reads what one resource has reported. What cannot be read is rejected by itself; without its
/// resource nothing can.
fn read_group<T: Wire>(
    resource: Option<Written>,
    items: impl Iterator<Item = Written>,
    encoding: Encoding,
    read: fn(T, &Map<String, Value>) -> Result<Event, String>,
    events: &mut Vec<Result<Event, String>>,
) {
    let resource: Result<Option<Resource>, String> =
        resource.map(|it| decode(&it, encoding)).transpose();
    let resource = resource.map(attributes_of).map_err(|reason| format!("its resource: {reason}"));
    events.extend(items.map(|item| match &resource {
        Ok(resource) => read(decode(&item, encoding)?, resource),
        Err(reason) => Err(reason.clone()),
    }));
}

/// The answer in protobuf.
pub(crate) fn partial_success(rejected: u64, error_message: String) -> Vec<u8> {
    let rejected = i64::try_from(rejected).unwrap_or(i64::MAX);
    let partial = (rejected > 0).then_some(PartialSuccess { rejected, error_message });
    Response { partial_success: partial }.encode_to_vec()
}

/// A message that can be read in both encodings.
trait Wire: Message + Default + DeserializeOwned {}
impl<T: Message + Default + DeserializeOwned> Wire for T {}

fn decode<T: Wire>(text: &[u8], encoding: Encoding) -> Result<T, String> {
    match encoding {
        Encoding::Protobuf => T::decode(text).map_err(|error| error.to_string()),
        Encoding::Json => serde_json::from_slice(text).map_err(|error| error.to_string()),
    }
}

fn numbered(events: Vec<Result<Event, String>>) -> Batch {
    let number = |(index, result): (usize, Result<Event, String>)| {
        result.map_err(|reason| Rejection { place: index + 1, reason })
    };
    events.into_iter().enumerate().map(number).collect()
}

fn attributes_of(resource: Option<Resource>) -> Map<String, Value> {
    resource.map_or_else(Map::new, |resource| attributes(resource.attributes))
}

fn from_span(span: Span, resource: &Map<String, Value>) -> Result<Event, String> {
    let time = time(span.end_time_unix_nano, "the end of a span")?;
    // Zeros are no id.
    let lacks = |id: &[u8]| id.iter().all(|byte| *byte == 0);
    if lacks(&span.span_id) || lacks(&span.trace_id) {
        return Err("a span has no id, or its trace has none".into());
    }
    let (trace, id) = (hexadecimal(&span.trace_id), hexadecimal(&span.span_id));
    let attributes = attributes(span.attributes);
    let status = span.status.unwrap_or_default();
    let events = span.events.into_iter().map(|event| {
        let time = millis(event.time_unix_nano);
        json!({"name": event.name, "time": time, "attributes": self::attributes(event.attributes)})
    });
    let params = json!({
        "service": resource.get("service.name"),
        "operation": span.name,
        "error": (status.code == FAILED).then_some(status.message),
        "attributes": attributes,
        "resource": resource,
        "kind": span.kind,
        "trace": trace,
        "span": id,
        "parent": hexadecimal(&span.parent_span_id),
        "start": millis(span.start_time_unix_nano),
        "events": events.collect::<Vec<_>>(),
    });
    event("otlp.span", params, attributes, resource, time, format!("otlp-{trace}-{id}"))
}

fn from_record(record: LogRecord, resource: &Map<String, Value>) -> Result<Event, String> {
    let nanos = match record.time_unix_nano {
        0 => record.observed_time_unix_nano,
        nanos => nanos,
    };
    let time = time(nanos, "a log record")?;
    let attributes = attributes(record.attributes);
    let params = json!({
        "service": resource.get("service.name"),
        "operation": record.event_name,
        "body": record.body.map(value),
        "severity": record.severity_text,
        "severityNumber": record.severity_number,
        "attributes": attributes,
        "resource": resource,
        "trace": hexadecimal(&record.trace_id),
        "span": hexadecimal(&record.span_id),
    });
    // A record has no id; one that is sent again says the same at the same nanosecond.
    let digest = Sha256::digest(format!("{nanos} {params}"));
    let id = format!("otlp-{}", hexadecimal(&digest[..16]));
    event("otlp.log", params, attributes, resource, time, id)
}

fn event(
    name: &str,
    params: Value,
    mut attributes: Map<String, Value>,
    resource: &Map<String, Value>,
    time: Time,
    id: String,
) -> Result<Event, String> {
    let text = |name: &str| {
        let value = attributes.get(name).or_else(|| resource.get(name)).and_then(Value::as_str);
        value.map(Box::<str>::from)
    };
    // A trace goes through many machines, so it is no invocation: their clocks differ.
    let invocation = text("faas.invocation_id").or_else(|| text("faas.execution"));
    let function = text("faas.name").or_else(|| text("service.name"));
    let origin = Arc::new(Origin { id: Some(id.into()), invocation, function });
    let (name, params) = match attributes.remove(EVENT) {
        Some(Value::String(name)) if !name.is_empty() => (name, attributes),
        // Somebody meant an event; taken for something else it would be lost without a word.
        Some(_) => return Err(format!("the attribute `{EVENT}` is not the name of an event")),
        None => match params {
            Value::Object(params) => (name.to_owned(), params),
            _ => (name.to_owned(), Map::new()),
        },
    };
    Ok(Event { params, origin, ..Event::new(name, time) })
}

fn time(nanos: u64, what: &str) -> Result<Time, String> {
    match i64::try_from(nanos) {
        Ok(0) => Err(format!("{what} has no time")),
        Ok(nanos) => Ok(Time::from_nanos(nanos)),
        Err(_) => Err(format!("the time of {what} is further away than 292 years from 1970")),
    }
}

fn millis(nanos: u64) -> f64 {
    nanos as f64 / 1e6
}

fn attributes(pairs: Vec<KeyValue>) -> Map<String, Value> {
    let named = |pair: KeyValue| (pair.key, pair.value.map_or(Value::Null, value));
    pairs.into_iter().map(named).collect()
}

fn value(any: AnyValue) -> Value {
    match any.kind {
        None => Value::Null,
        Some(Kind::Text(text)) => text.into(),
        Some(Kind::Truth(value)) => value.into(),
        Some(Kind::Integer(number)) => number.into(),
        Some(Kind::Double(number)) => number.into(),
        Some(Kind::List(list)) => list.values.into_iter().map(value).collect(),
        Some(Kind::Map(list)) => attributes(list.values).into(),
        Some(Kind::Bytes(bytes)) => base64(&bytes).into(),
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let at = |place: usize| u32::from(chunk.get(place).copied().unwrap_or(0));
        let word = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
