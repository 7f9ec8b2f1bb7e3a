//! Recordings of invocations, as recorders send them.

use aplomb_replay::Recording;
use axum::{
    body::Body,
    extract::{Path, State as Extract},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::{State, body, later, refuse};

/// `POST /v1/recordings/INVOCATION`
pub(super) async fn post(
    Extract(state): Extract<State>,
    Path(invocation): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let bytes = match body::read(&headers, body, state.access.largest_body).await {
        Ok(bytes) => bytes,
        Err(response) => return response,
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return refuse(StatusCode::BAD_REQUEST, "the recording is not UTF-8");
    };
    let kept = state.ask(move |store| {
        match Recording::parse(&text) {
            Ok(recording) if recording.head.id == invocation => {}
            Ok(_) => {
                return Err((StatusCode::BAD_REQUEST, "it is of another invocation".to_owned()));
            }
            Err(error) => return Err((StatusCode::BAD_REQUEST, error.to_string())),
        }
        let failed = |error| (StatusCode::SERVICE_UNAVAILABLE, format!("{error}"));
        store.keep_recording(&invocation, &text).map_err(failed)
    });
    match kept.await {
        Ok(()) => {
            state.shared.metrics.recordings.add(1);
            StatusCode::NO_CONTENT.into_response()
        }
        Err((StatusCode::SERVICE_UNAVAILABLE, reason)) => {
            later(StatusCode::SERVICE_UNAVAILABLE, reason)
        }
        Err((status, reason)) => refuse(status, reason),
    }
}

/// `GET /v1/recordings/INVOCATION`
pub(super) async fn get(
    Extract(state): Extract<State>,
    Path(invocation): Path<String>,
) -> Response {
    let asked = invocation.clone();
    match state.ask(move |store| store.recording(&asked)).await {
        Ok(Some(text)) => ([(header::CONTENT_TYPE, "application/x-ndjson")], text).into_response(),
        Ok(None) => {
            let reason = format!("there is no recording of {invocation}");
            refuse(StatusCode::NOT_FOUND, reason)
        }
        Err(error) => refuse(StatusCode::INTERNAL_SERVER_ERROR, error),
    }
}
