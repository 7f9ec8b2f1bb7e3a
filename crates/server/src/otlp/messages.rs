//! The messages of OpenTelemetry's protocol, as far as events are made of them. The same
//! types read protobuf and JSON. What a request has many of stays as it is written until its
//! turn comes, so that one that cannot be read is rejected alone.

use prost::Message;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::value::RawValue;

/// A message as it is written, in protobuf or JSON.
pub(super) type Written = Vec<u8>;

/// Spans of many services.
#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct TracesRequest {
    #[prost(message, repeated, tag = "1")]
    pub resource_spans: Vec<ResourceSpans>,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ResourceSpans {
    #[prost(bytes = "vec", optional, tag = "1")]
    #[serde(deserialize_with = "written")]
    pub resource: Option<Written>,
    #[prost(message, repeated, tag = "2")]
    pub scope_spans: Vec<ScopeSpans>,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ScopeSpans {
    /// Each a [`Span`].
    #[prost(bytes = "vec", repeated, tag = "2")]
    #[serde(deserialize_with = "each_written")]
    pub spans: Vec<Written>,
}

/// Log records of many services.
#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct LogsRequest {
    #[prost(message, repeated, tag = "1")]
    pub resource_logs: Vec<ResourceLogs>,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ResourceLogs {
    #[prost(bytes = "vec", optional, tag = "1")]
    #[serde(deserialize_with = "written")]
    pub resource: Option<Written>,
    #[prost(message, repeated, tag = "2")]
    pub scope_logs: Vec<ScopeLogs>,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ScopeLogs {
    /// Each a [`LogRecord`].
    #[prost(bytes = "vec", repeated, tag = "2")]
    #[serde(deserialize_with = "each_written")]
    pub log_records: Vec<Written>,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default)]
pub(super) struct Resource {
    #[prost(message, repeated, tag = "1")]
    pub attributes: Vec<KeyValue>,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Span {
    #[prost(bytes = "vec", tag = "1")]
    #[serde(deserialize_with = "hexadecimal")]
    pub trace_id: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    #[serde(deserialize_with = "hexadecimal")]
    pub span_id: Vec<u8>,
    #[prost(bytes = "vec", tag = "4")]
    #[serde(deserialize_with = "hexadecimal")]
    pub parent_span_id: Vec<u8>,
    #[prost(string, tag = "5")]
    pub name: String,
    #[prost(int32, tag = "6")]
    pub kind: i32,
    #[prost(fixed64, tag = "7")]
    #[serde(deserialize_with = "natural")]
    pub start_time_unix_nano: u64,
    #[prost(fixed64, tag = "8")]
    #[serde(deserialize_with = "natural")]
    pub end_time_unix_nano: u64,
    #[prost(message, repeated, tag = "9")]
    pub attributes: Vec<KeyValue>,
    #[prost(message, repeated, tag = "11")]
    pub events: Vec<SpanEvent>,
    #[prost(message, optional, tag = "15")]
    pub status: Option<Status>,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct SpanEvent {
    #[prost(fixed64, tag = "1")]
    #[serde(deserialize_with = "natural")]
    pub time_unix_nano: u64,
    #[prost(string, tag = "2")]
    pub name: String,
    #[prost(message, repeated, tag = "3")]
    pub attributes: Vec<KeyValue>,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default)]
pub(super) struct Status {
    #[prost(string, tag = "2")]
    pub message: String,
    #[prost(int32, tag = "3")]
    pub code: i32,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct LogRecord {
    #[prost(fixed64, tag = "1")]
    #[serde(deserialize_with = "natural")]
    pub time_unix_nano: u64,
    #[prost(int32, tag = "2")]
    pub severity_number: i32,
    #[prost(string, tag = "3")]
    pub severity_text: String,
    #[prost(message, optional, tag = "5")]
    pub body: Option<AnyValue>,
    #[prost(message, repeated, tag = "6")]
    pub attributes: Vec<KeyValue>,
    #[prost(bytes = "vec", tag = "9")]
    #[serde(deserialize_with = "hexadecimal")]
    pub trace_id: Vec<u8>,
    #[prost(bytes = "vec", tag = "10")]
    #[serde(deserialize_with = "hexadecimal")]
    pub span_id: Vec<u8>,
    #[prost(fixed64, tag = "11")]
    #[serde(deserialize_with = "natural")]
    pub observed_time_unix_nano: u64,
    #[prost(string, tag = "12")]
    pub event_name: String,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default)]
pub(super) struct KeyValue {
    #[prost(string, tag = "1")]
    pub key: String,
    #[prost(message, optional, tag = "2")]
    pub value: Option<AnyValue>,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(from = "JsonValue")]
pub(super) struct AnyValue {
    #[prost(oneof = "Kind", tags = "1, 2, 3, 4, 5, 6, 7")]
    pub kind: Option<Kind>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
pub(super) enum Kind {
    #[prost(string, tag = "1")]
    Text(String),
    #[prost(bool, tag = "2")]
    Truth(bool),
    #[prost(int64, tag = "3")]
    Integer(i64),
    #[prost(double, tag = "4")]
    Double(f64),
    #[prost(message, tag = "5")]
    List(ArrayValue),
    #[prost(message, tag = "6")]
    Map(KeyValueList),
    #[prost(bytes = "vec", tag = "7")]
    Bytes(Vec<u8>),
}

/// A value as JSON has it: one of these is there.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct JsonValue {
    string_value: Option<String>,
    bool_value: Option<bool>,
    #[serde(deserialize_with = "integer")]
    int_value: Option<i64>,
    #[serde(deserialize_with = "double")]
    double_value: Option<f64>,
    array_value: Option<ArrayValue>,
    kvlist_value: Option<KeyValueList>,
    /// Base64, and stays so: nobody computes with bytes.
    bytes_value: Option<String>,
}

impl From<JsonValue> for AnyValue {
    fn from(json: JsonValue) -> AnyValue {
        let text = json.string_value.or(json.bytes_value).map(Kind::Text);
        let kind = text
            .or(json.bool_value.map(Kind::Truth))
            .or(json.int_value.map(Kind::Integer))
            .or(json.double_value.map(Kind::Double))
            .or(json.array_value.map(Kind::List))
            .or(json.kvlist_value.map(Kind::Map));
        AnyValue { kind }
    }
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default)]
pub(super) struct ArrayValue {
    #[prost(message, repeated, tag = "1")]
    pub values: Vec<AnyValue>,
}

#[derive(Clone, PartialEq, Message, Deserialize)]
#[serde(default)]
pub(super) struct KeyValueList {
    #[prost(message, repeated, tag = "1")]
    pub values: Vec<KeyValue>,
}

/// What a server answers: how many pieces it has rejected.
#[derive(Clone, PartialEq, Message)]
pub(super) struct Response {
    #[prost(message, optional, tag = "1")]
    pub partial_success: Option<PartialSuccess>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct PartialSuccess {
    #[prost(int64, tag = "1")]
    pub rejected: i64,
    #[prost(string, tag = "2")]
    pub error_message: String,
}

fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Written>, D::Error> {
    let written = Option::<&RawValue>::deserialize(deserializer)?;
    Ok(written.map(|it| it.get().into()))
}

fn each_written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Written>, D::Error> {
    let all = Vec::<&RawValue>::deserialize(deserializer)?;
    Ok(all.into_iter().map(|it| it.get().into()).collect())
}

/// In JSON 64-bit numbers are texts; some write numbers.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Text(String),
    Natural(u64),
    Integer(i64),
    Double(f64),
}

fn natural<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match Number::deserialize(deserializer)? {
        Number::Text(text) => text.parse().map_err(D::Error::custom),
        Number::Natural(number) => Ok(number),
        Number::Integer(_) => Err(D::Error::custom("a time is negative")),
        Number::Double(_) => Err(D::Error::custom("a time is not a whole number")),
    }
}

fn integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let Some(number) = Option::deserialize(deserializer)? else { return Ok(None) };
    let whole = match number {
        Number::Text(text) => text.parse().map_err(D::Error::custom),
        Number::Natural(number) => i64::try_from(number).map_err(D::Error::custom),
        Number::Integer(number) => Ok(number),
        Number::Double(_) => Err(D::Error::custom("`intValue` is not a whole number")),
    };
    whole.map(Some)
}

/// What JSON has no numbers for is a text: `NaN`, `Infinity`.
fn double<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let Some(number) = Option::deserialize(deserializer)? else { return Ok(None) };
    let double = match number {
        Number::Text(text) => text.parse().map_err(D::Error::custom),
        Number::Natural(number) => Ok(number as f64),
        Number::Integer(number) => Ok(number as f64),
        Number::Double(number) => Ok(number),
    };
    double.map(Some)
}

fn hexadecimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let pair = |pair: &[u8]| {
        let digits = std::str::from_utf8(pair).ok()?;
        u8::from_str_radix(digits, 16).ok()
    };
    let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(pair).collect();
    bytes.ok_or_else(|| D::Error::custom(format!("{text:?} is not hexadecimal")))
}
