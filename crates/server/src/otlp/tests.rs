//! Requests as collectors send them, in both encodings.

use proptest::prelude::*;
use prost::Message;
use serde_json::json;

use super::{messages::*, *};

fn text(key: &str, value: &str) -> KeyValue {
    attribute(key, Kind::Text(value.into()))
}

fn attribute(key: &str, kind: Kind) -> KeyValue {
    KeyValue { key: key.into(), value: Some(AnyValue { kind: Some(kind) }) }
}

fn span() -> Span {
    let list = ArrayValue { values: vec![AnyValue { kind: Some(Kind::Integer(1)) }] };
    Span {
        trace_id: vec![0xab; 16],
        span_id: vec![0xcd; 8],
        parent_span_id: Vec::new(),
        name: "POST /orders".into(),
        kind: 2,
        start_time_unix_nano: 1_700_000_000_000_000_000,
        end_time_unix_nano: 1_700_000_000_005_000_000,
        attributes: vec![
            text("user", "ada"),
            attribute("amount", Kind::Integer(i64::MAX)),
            attribute("list", Kind::List(list)),
            attribute("bytes", Kind::Bytes(vec![0, 1, 254, 255])),
            text("faas.invocation_id", "i-1"),
        ],
        events: vec![SpanEvent { name: "retried".into(), ..SpanEvent::default() }],
        status: Some(Status { message: "timeout".into(), code: 2 }),
    }
}

/// A request with these spans.
fn traces(spans: &[Span]) -> Vec<u8> {
    let resource = Resource { attributes: vec![text("service.name", "shop")] };
    let spans = spans.iter().map(Span::encode_to_vec).collect();
    let group = ResourceSpans {
        resource: Some(resource.encode_to_vec()),
        scope_spans: vec![ScopeSpans { spans }],
    };
    TracesRequest { resource_spans: vec![group] }.encode_to_vec()
}

/// The same request as an SDK writes it in JSON.
fn traces_json() -> Value {
    json!({"resourceSpans": [{
        "resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "shop"}}]},
        "scopeSpans": [{"scope": {"name": "x", "version": "1"}, "spans": [{
            "traceId": "ab".repeat(16), "spanId": "cd".repeat(8), "name": "POST /orders", "kind": 2,
            "startTimeUnixNano": "1700000000000000000", "endTimeUnixNano": "1700000000005000000",
            "attributes": [
                {"key": "user", "value": {"stringValue": "ada"}},
                {"key": "amount", "value": {"intValue": i64::MAX.to_string()}},
                {"key": "list", "value": {"arrayValue": {"values": [{"intValue": 1}]}}},
                {"key": "bytes", "value": {"bytesValue": "AAH+/w=="}},
                {"key": "faas.invocation_id", "value": {"stringValue": "i-1"}},
            ],
            "events": [{"name": "retried", "timeUnixNano": "0", "attributes": []}],
            "status": {"code": 2, "message": "timeout"}, "flags": 257,
        }]}],
    }]})
}

#[test]
fn a_span_is_a_raw_event_in_both_encodings() {
    let by_protobuf = read_spans(&traces(&[span()]), Encoding::Protobuf).unwrap();
    let by_json = read_spans(traces_json().to_string().as_bytes(), Encoding::Json).unwrap();
    assert_eq!(by_protobuf, by_json);
    let event = by_json[0].as_ref().unwrap();
    assert_eq!(&*event.name, "otlp.span");
    assert_eq!(event.time, Time::from_millis(1_700_000_000_005));
    assert_eq!(event.params["service"], "shop");
    assert_eq!(event.params["operation"], "POST /orders");
    assert_eq!(event.params["error"], "timeout");
    assert_eq!(event.params["attributes"]["amount"], i64::MAX);
    assert_eq!(event.params["attributes"]["list"], json!([1]));
    assert_eq!(event.origin.invocation.as_deref(), Some("i-1"));
    assert_eq!(event.origin.function.as_deref(), Some("shop"));
    let id = format!("otlp-{}-{}", "ab".repeat(16), "cd".repeat(8));
    assert_eq!(event.origin.id.as_deref(), Some(id.as_str()));
}

#[test]
fn a_span_that_names_an_event_is_that_event() {
    let mut named = span();
    named.attributes.push(text(EVENT, "ORDERED"));
    let events = read_spans(&traces(&[named]), Encoding::Protobuf).unwrap();
    let event = events[0].as_ref().unwrap();
    assert_eq!((&*event.name, &event.params["user"]), ("ORDERED", &json!("ada")));
    assert!(!event.params.contains_key(EVENT));
}

#[test]
fn a_log_record_is_a_raw_event_and_the_same_one_when_it_comes_again() {
    let record = |nanos: &str| {
        json!({"resourceLogs": [{"scopeLogs": [{"logRecords": [{
            "timeUnixNano": nanos, "severityText": "INFO", "eventName": "login",
            "body": {"kvlistValue": {"values": [{"key": "user", "value": {"stringValue": "ada"}}]}},
        }]}]}]})
    };
    let read = |nanos: &str| {
        let text = record(nanos).to_string();
        read_logs(text.as_bytes(), Encoding::Json).unwrap().remove(0).unwrap()
    };
    let event = read("1700000000000000000");
    assert_eq!(&*event.name, "otlp.log");
    assert_eq!(event.params["body"]["user"], "ada");
    assert_eq!(event.params["operation"], "login");
    assert_eq!(event, read("1700000000000000000"));
    assert_ne!(event.origin.id, read("1700000000000000001").origin.id);
}

fn told(result: &Result<Event, Rejection>) -> String {
    match result {
        Ok(event) => event.name.to_string(),
        Err(rejection) => rejection.to_string(),
    }
}

#[test]
fn spans_without_a_time_an_id_or_a_name_are_rejected_by_themselves() {
    let mut unnamed = span();
    unnamed.attributes.push(attribute(EVENT, Kind::Integer(7)));
    let spans = [
        Span { end_time_unix_nano: 0, ..span() },
        Span { span_id: Vec::new(), ..span() },
        Span { trace_id: vec![0; 16], ..span() },
        unnamed,
        span(),
    ];
    let events = read_spans(&traces(&spans), Encoding::Protobuf).unwrap();
    let told: Vec<String> = events.iter().map(told).collect();
    let first = "event 1: the end of a span has no time";
    let lacks = "a span has no id, or its trace has none";
    let name = "event 4: the attribute `aplomb.event` is not the name of an event";
    let lacks = [format!("event 2: {lacks}"), format!("event 3: {lacks}")];
    assert_eq!(told, [first, &lacks[0], &lacks[1], name, "otlp.span"]);
}

/// What is wrong with one of three spans, and what is said about it.
#[test]
fn a_span_that_cannot_be_read_is_rejected_and_the_others_are_kept() {
    let mistakes = [
        (json!({"traceId": "xyz"}), "not hexadecimal"),
        (json!({"spanId": 7}), "expected a string"),
        (json!({"endTimeUnixNano": "soon"}), "invalid digit"),
        (json!({"endTimeUnixNano": -5}), "a time is negative"),
        (json!({"attributes": {"user": "ada"}}), "expected a sequence"),
        (json!({"attributes": [{"key": "n", "value": {"intValue": "many"}}]}), "invalid digit"),
        (json!({"attributes": [{"key": "n", "value": {"stringValue": 5}}]}), "expected a string"),
        (json!({"kind": "SERVER"}), "expected i32"),
    ];
    for (mistake, reason) in mistakes {
        let mut request = traces_json();
        let spans = request["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array_mut().unwrap();
        let fine = spans[0].clone();
        let mut wrong = fine.clone();
        for (name, value) in mistake.as_object().unwrap() {
            wrong[name] = value.clone();
        }
        *spans = vec![fine.clone(), wrong, fine];
        let events = read_spans(request.to_string().as_bytes(), Encoding::Json).unwrap();
        let told: Vec<String> = events.iter().map(told).collect();
        assert_eq!((told[0].as_str(), told[2].as_str()), ("otlp.span", "otlp.span"));
        assert!(told[1].starts_with("event 2: ") && told[1].contains(reason), "{}", told[1]);
    }
}

#[test]
fn what_cannot_be_read_in_protobuf_is_rejected_by_itself_too() {
    let mut request = TracesRequest::decode(&*traces(&[span(), span()])).unwrap();
    // A tag with nothing after it.
    request.resource_spans[0].scope_spans[0].spans[0].push(0x2a);
    let mut lost = request.resource_spans[0].clone();
    lost.resource = Some(vec![0x0a]);
    request.resource_spans.push(lost);
    let events = read_spans(&request.encode_to_vec(), Encoding::Protobuf).unwrap();
    let told: Vec<String> = events.iter().map(told).collect();
    assert!(told[0].starts_with("event 1: ") && told[1] == "otlp.span", "{told:?}");
    assert!(told[2..].iter().all(|it| it.contains("its resource: ")), "{told:?}");
    assert_eq!(told.len(), 4);
}

#[test]
fn json_has_texts_for_numbers_that_it_lacks_and_null_for_what_is_not_there() {
    let value = |json: Value| {
        let mut request = traces_json();
        let span = &mut request["resourceSpans"][0]["scopeSpans"][0]["spans"][0];
        span["attributes"] = json!([{"key": "it", "value": json}]);
        let text = request.to_string();
        let event = read_spans(text.as_bytes(), Encoding::Json).unwrap().remove(0).unwrap();
        event.params["attributes"]["it"].clone()
    };
    assert_eq!(value(json!({"doubleValue": "1.5"})), 1.5);
    assert_eq!(value(json!({"doubleValue": 2})), 2.0);
    assert_eq!(value(json!({"doubleValue": "NaN"})), Value::Null);
    assert_eq!(value(json!({"intValue": "-7"})), -7);
    assert_eq!(value(json!({"stringValue": null, "boolValue": true})), true);
    assert_eq!(value(json!({})), Value::Null);
    assert_eq!(value(json!({"kvlistValue": {"values": [{"key": "a"}]}})), json!({"a": null}));
}

proptest! {
    #[test]
    fn garbage_is_an_error_and_never_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for encoding in [Encoding::Protobuf, Encoding::Json] {
            let _ = read_spans(&bytes, encoding);
            let _ = read_logs(&bytes, encoding);
        }
    }

    #[test]
    fn a_changed_request_is_an_error_or_events(
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6),
        json in any::<bool>(),
    ) {
        let (mut bytes, encoding) = match json {
            true => (traces_json().to_string().into_bytes(), Encoding::Json),
            false => (traces(&[span()]), Encoding::Protobuf),
        };
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        for event in read_spans(&bytes, encoding).into_iter().flatten().flatten() {
            prop_assert!(!event.name.is_empty() && event.origin.id.is_some());
        }
    }
}
