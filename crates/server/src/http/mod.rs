//! HTTP: who may ask, and what.

pub(crate) mod access;
mod api;
mod body;
mod events;
mod listener;
mod recordings;

use std::{future::Future, sync::Arc};

use aplomb_store::Store;
use axum::{
    Json, Router,
    http::{StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::json;
use tokio::sync::watch as signal;

pub(crate) use listener::Listener;

use crate::{
    Access, Refused, Watching, dashboard,
    watch::{Intake, Shared},
};

/// What every request has at hand.
#[derive(Clone)]
pub(crate) struct State {
    pub intake: Intake,
    pub shared: Arc<Shared>,
    pub watching: Arc<Watching>,
    pub store: Arc<dyn Store>,
    pub access: Arc<Access>,
    /// True when the server is ending.
    pub ended: signal::Receiver<bool>,
}

impl State {
    /// Asks the store, which may take its time, beside the other requests.
    pub async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&dyn Store) -> T + Send + 'static,
    ) -> T {
        let store = Arc::clone(&self.store);
        match tokio::task::spawn_blocking(move || ask(&*store)).await {
            Ok(answer) => answer,
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        }
    }
}

/// Answers requests until the end.
pub(crate) async fn serve(listener: Listener, state: State, mut ended: signal::Receiver<bool>) {
    let end = async move {
        // Without a sender nobody wants the server any more.
        let _ = ended.wait_for(|ended| *ended).await;
    };
    let app = router(state);
    let done: Box<dyn Future<Output = std::io::Result<()>> + Send + Unpin> = match listener {
        Listener::Plain(listener) => {
            Box::new(Box::pin(axum::serve(listener, app).with_graceful_shutdown(end).into_future()))
        }
        Listener::Tls(listener) => {
            Box::new(Box::pin(axum::serve(listener, app).with_graceful_shutdown(end).into_future()))
        }
    };
    if let Err(error) = done.await {
        eprintln!("aplomb watch: the server has ended: {error}");
    }
}

fn router(state: State) -> Router {
    let guarded = Router::new()
        .route("/v1/events", post(events::post_events))
        .route("/v1/traces", post(events::post_traces))
        .route("/v1/logs", post(events::post_logs))
        .route("/v1/recordings/{invocation}", post(recordings::post).get(recordings::get))
        .route("/v1/violations", get(api::violations))
        .route("/v1/violations/{id}", get(api::violation))
        .route("/v1/properties", get(api::properties))
        .route("/metrics", get(api::metrics))
        .merge(dashboard::routes())
        .layer(middleware::from_fn_with_state(state.clone(), access::guard));
    Router::new()
        .route("/healthz", get(api::health))
        .merge(dashboard::open_routes())
        .merge(guarded)
        .with_state(state)
}

/// An answer that says why not.
pub(crate) fn refuse(status: StatusCode, reason: impl ToString) -> Response {
    (status, Json(json!({"error": reason.to_string()}))).into_response()
}

/// An answer that asks to try again later.
fn later(status: StatusCode, reason: impl ToString) -> Response {
    let mut response = refuse(status, reason);
    response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
    response
}

/// Why events were not accepted, as an answer.
fn refused(why: &Refused) -> Response {
    match why {
        Refused::Busy => later(StatusCode::TOO_MANY_REQUESTS, why),
        Refused::TooLong { .. } => refuse(StatusCode::PAYLOAD_TOO_LARGE, why),
        Refused::Ending | Refused::Store(_) => later(StatusCode::SERVICE_UNAVAILABLE, why),
    }
}
