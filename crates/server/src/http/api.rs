//! What was found, for programs.

use std::fmt::Write as _;

use axum::{
    Json,
    extract::{Path, Query, State as Extract},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{State, refuse};

/// The version of the answers.
const SCHEMA: u32 = 1;
/// So many violations are given at a time.
const MOST: usize = 1000;

/// `GET /healthz`
pub(super) async fn health(Extract(state): Extract<State>) -> Response {
    match state.shared.current_trouble() {
        None => Json(json!({"status": "ok"})).into_response(),
        Some(trouble) => {
            let answer = json!({"status": "trouble", "reason": trouble});
            (StatusCode::SERVICE_UNAVAILABLE, Json(answer)).into_response()
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Page {
    /// Violations that were found before, in milliseconds since 1970.
    before: Option<i64>,
    limit: Option<usize>,
    property: Option<String>,
}

/// `GET /v1/violations`
pub(super) async fn violations(
    Extract(state): Extract<State>,
    Query(page): Query<Page>,
) -> Response {
    let most = page.limit.unwrap_or(100).min(MOST);
    let before = page.before.unwrap_or(i64::MAX);
    match state.ask(move |store| store.violations(before, most)).await {
        Ok(stored) => {
            let next = stored.last().map(|last| last.found).filter(|_| stored.len() >= most);
            let read = |text: &[u8]| serde_json::from_slice::<Value>(text).ok();
            let mut violations: Vec<Value> =
                stored.iter().filter_map(|violation| read(&violation.text)).collect();
            if let Some(property) = page.property {
                violations.retain(|violation| violation["property"] == property.as_str());
            }
            Json(json!({"schema": SCHEMA, "violations": violations, "before": next}))
                .into_response()
        }
        Err(error) => refuse(StatusCode::INTERNAL_SERVER_ERROR, error),
    }
}

/// `GET /v1/violations/ID`
pub(super) async fn violation(Extract(state): Extract<State>, Path(id): Path<String>) -> Response {
    let asked = id.clone();
    match state.ask(move |store| store.violation(&asked)).await {
        Ok(Some(stored)) => {
            ([(header::CONTENT_TYPE, "application/json")], stored.text).into_response()
        }
        Ok(None) => refuse(StatusCode::NOT_FOUND, format!("there is no violation {id}")),
        Err(error) => refuse(StatusCode::INTERNAL_SERVER_ERROR, error),
    }
}

/// `GET /v1/properties`
pub(super) async fn properties(Extract(state): Extract<State>) -> Response {
    let status = state.shared.status();
    let one = |(index, (file, property)): (usize, (&str, &aplomb_monitor::Property))| {
        let counts = &status.properties[index];
        json!({
            "property": property.name(),
            "file": file,
            "variables": property.variables(),
            "events": property.events().collect::<Vec<_>>(),
            "violated": counts.violated,
            "possiblyViolated": counts.possibly_violated,
            "holds": counts.holds,
            "undecided": counts.undecided,
            "notChecked": counts.unchecked,
        })
    };
    let properties: Vec<Value> = state.watching.properties().enumerate().map(one).collect();
    let answer = json!({
        "schema": SCHEMA,
        "properties": properties,
        "watermark": status.watermark,
        "instances": {"live": status.load.live, "discharged": status.load.discharged},
        "eventsKept": status.load.events,
    });
    Json(answer).into_response()
}

/// `GET /metrics`
pub(super) async fn metrics(Extract(state): Extract<State>) -> Response {
    let mut text = String::new();
    state.shared.metrics.write(&mut text);
    let status = state.shared.status();
    let behind = status
        .watermark
        .map_or(0.0, |watermark| crate::watch::clock::wall().since(watermark).as_secs_f64());
    for (name, value, help) in [
        ("queue_bytes", state.intake.waiting() as f64, "Bytes that wait to be written."),
        ("instances_live", status.load.live as f64, "Instances that can still be violated."),
        ("instances_discharged", status.load.discharged as f64, "Instances that are done."),
        ("events_kept", status.load.events as f64, "Events that answers may still depend on."),
        ("watermark_age_seconds", behind, "How old the events are that are being answered."),
        ("viewers", state.shared.live.receiver_count() as f64, "Who looks on: open dashboards."),
        ("delay_seconds", status.delay.as_secs_f64(), "How long events are waited for."),
    ] {
        let _ = writeln!(text, "# HELP aplomb_{name} {help}\n# TYPE aplomb_{name} gauge");
        let _ = writeln!(text, "aplomb_{name} {value}");
    }
    text.push_str("# HELP aplomb_instances Instances by property and verdict.\n");
    text.push_str("# TYPE aplomb_instances gauge\n");
    for ((_, property), counts) in state.watching.properties().zip(&status.properties) {
        let name = property.name().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
        for (verdict, count) in [
            ("violated", counts.violated),
            ("possibly violated", counts.possibly_violated),
            ("holds", counts.holds),
            ("undecided", counts.undecided),
        ] {
            let _ = writeln!(
                text,
                "aplomb_instances{{property=\"{name}\",verdict=\"{verdict}\"}} {count}"
            );
        }
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
