//! Events: in the form of Aplomb, or of OpenTelemetry.

use std::time::Instant;

use aplomb_monitor::{Event, Rejection};
use axum::{
    Json,
    body::Body,
    extract::State as Extract,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{State, body, refuse, refused};
use crate::otlp::{self, Encoding};

/// So many rejections are told one by one.
const MOST_TOLD: usize = 100;
/// Larger bodies are read by a thread that may take its time.
const LARGE: usize = 64 << 10;

/// What was read from a request.
type Batch = Vec<Result<Event, Rejection>>;

/// `POST /v1/events`
pub(super) async fn post_events(
    Extract(state): Extract<State>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let at = Instant::now();
    let largest = state.access.largest_body;
    let text = match body::read(&headers, body, largest).await {
        Ok(text) => text,
        Err(response) => return response,
    };
    let batch = match decode(text, |text| Ok(Event::read_batch(text))).await {
        Ok(batch) => batch,
        Err(reason) => return refuse(StatusCode::BAD_REQUEST, reason),
    };
    match submit(&state, batch, at).await {
        Err(response) => response,
        Ok(Taken { accepted, duplicates, rejected, more }) => {
            let nothing = accepted + duplicates == 0 && !rejected.is_empty();
            let status = if nothing { StatusCode::BAD_REQUEST } else { StatusCode::OK };
            let told = |it: &Rejection| json!({"place": it.place, "reason": it.reason});
            let mut answer = json!({
                "accepted": accepted,
                "duplicates": duplicates,
                "rejected": rejected.iter().map(told).collect::<Vec<_>>(),
            });
            if more > 0 {
                answer["rejectedToo"] = more.into();
            }
            (status, Json(answer)).into_response()
        }
    }
}

/// `POST /v1/traces`
pub(super) async fn post_traces(state: Extract<State>, headers: HeaderMap, body: Body) -> Response {
    post_otlp(state, headers, body, otlp::read_spans, "rejectedSpans").await
}

/// `POST /v1/logs`
pub(super) async fn post_logs(state: Extract<State>, headers: HeaderMap, body: Body) -> Response {
    post_otlp(state, headers, body, otlp::read_logs, "rejectedLogRecords").await
}

async fn post_otlp(
    Extract(state): Extract<State>,
    headers: HeaderMap,
    body: Body,
    read: fn(&[u8], Encoding) -> Result<Batch, String>,
    rejected_name: &str,
) -> Response {
    let at = Instant::now();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or("");
    let encoding = match kind.split(';').next().unwrap_or("").trim() {
        "application/x-protobuf" => Encoding::Protobuf,
        "application/json" => Encoding::Json,
        _ => {
            let reason = "send application/x-protobuf or application/json";
            return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason);
        }
    };
    let text = match body::read(&headers, body, state.access.largest_body).await {
        Ok(text) => text,
        Err(response) => return response,
    };
    let batch = match decode(text, move |text| read(text, encoding)).await {
        Ok(batch) => batch,
        Err(reason) => return refuse(StatusCode::BAD_REQUEST, reason),
    };
    match submit(&state, batch, at).await {
        Err(response) => response,
        Ok(taken) => {
            let count = taken.rejected.len() as u64 + taken.more;
            let message = taken.rejected.first().map_or_else(String::new, Rejection::to_string);
            otlp_answer(encoding, rejected_name, count, message)
        }
    }
}

/// What OpenTelemetry expects as an answer.
fn otlp_answer(encoding: Encoding, name: &str, rejected: u64, message: String) -> Response {
    match encoding {
        Encoding::Json => {
            let partial: Value = match rejected {
                0 => json!({}),
                _ => json!({(name): rejected.to_string(), "errorMessage": message}),
            };
            Json(json!({"partialSuccess": partial})).into_response()
        }
        Encoding::Protobuf => {
            let kind = [(header::CONTENT_TYPE, "application/x-protobuf")];
            (kind, otlp::partial_success(rejected, message)).into_response()
        }
    }
}

/// Reads a body, beside the other requests if that may take long.
async fn decode(
    text: Vec<u8>,
    read: impl FnOnce(&[u8]) -> Result<Batch, String> + Send + 'static,
) -> Result<Batch, String> {
    if text.len() < LARGE {
        return read(&text);
    }
    let read = tokio::task::spawn_blocking(move || read(&text)).await;
    read.unwrap_or_else(|error| Err(error.to_string()))
}

/// What became of a batch.
struct Taken {
    accepted: u64,
    duplicates: u64,
    rejected: Vec<Rejection>,
    /// Rejections that are not told one by one.
    more: u64,
}

/// Submits what is good, and says what is not.
async fn submit(state: &State, batch: Batch, at: Instant) -> Result<Taken, Response> {
    let metrics = &state.shared.metrics;
    metrics.requests.add(1);
    let (mut events, mut rejected, mut more) = (Vec::new(), Vec::new(), 0);
    for result in batch {
        match result {
            Ok(event) => events.push(event),
            Err(rejection) if rejected.len() < MOST_TOLD => rejected.push(rejection),
            Err(_) => more += 1,
        }
    }
    let mut taken = Taken { accepted: 0, duplicates: 0, rejected, more };
    if !events.is_empty() {
        match state.intake.submit(events, at).await {
            Ok(receipt) => {
                (taken.accepted, taken.duplicates) = (receipt.accepted, receipt.duplicates);
            }
            Err(why) => {
                metrics.refused.add(1);
                return Err(refused(&why));
            }
        }
    }
    metrics.rejected.add(taken.rejected.len() as u64 + taken.more);
    for rejection in taken.rejected.iter().take(3) {
        state.shared.problem(rejection.to_string());
    }
    Ok(taken)
}
