//! The dashboard: pages that the server writes, kept up to date by server-sent events.
//! Without scripts a page shows how things were when it was opened.

mod overview;
mod page;
mod violation;

use std::{convert::Infallible, sync::Arc};

use aplomb_store::Store;
use axum::{
    Form, Router,
    extract::{Path, Query, State as Extract},
    http::{StatusCode, header},
    response::{
        Html, IntoResponse, Redirect, Response, Sse,
        sse::{Event, KeepAlive},
    },
    routing::get,
};
use futures_util::{Stream, stream};
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;

use crate::{
    Violation,
    http::{State, access},
    watch::Live,
};

/// The pages.
pub(crate) fn routes() -> Router<State> {
    Router::new()
        .route("/", get(overview_page))
        .route("/live", get(live))
        .route("/violations", get(violations_page))
        .route("/violations/{id}", get(violation_page))
        .route("/violations/{id}/causes", get(causes_page))
        .route("/properties/{number}", get(property_page))
        .route("/invocations/{invocation}", get(invocation_page))
}

/// What everybody may see.
pub(crate) fn open_routes() -> Router<State> {
    let script =
        || async { ([(header::CONTENT_TYPE, "text/javascript")], include_str!("live.js")) };
    Router::new().route("/live.js", get(script)).route("/login", get(login_page).post(login))
}

async fn overview_page(Extract(state): Extract<State>) -> Html<String> {
    let body = format!("<div id=\"overview\">{}</div>", overview::render(&state));
    Html(page::render("Aplomb", &body, page::Script::Live))
}

/// The parts of the overview that change, whenever they do.
async fn live(
    Extract(state): Extract<State>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let receiver = state.shared.live.subscribe();
    let stream = stream::unfold((state, receiver), |(mut state, mut receiver)| async move {
        let news = tokio::select! {
            news = receiver.recv() => news,
            _ = state.ended.wait_for(|ended| *ended) => return None,
        };
        let event = match news {
            Ok(Live::Violation(violation)) => {
                Event::default().event("violation").data(violation.id.as_str())
            }
            Ok(Live::Status) | Err(RecvError::Lagged(_)) => {
                // A line break would end the line of the event.
                let html = overview::render(&state).replace(['\n', '\r'], " ");
                Event::default().event("overview").data(html)
            }
            Err(RecvError::Closed) => return None,
        };
        Some((Ok(event), (state, receiver)))
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

#[derive(Deserialize)]
struct Before {
    before: Option<i64>,
}

/// So many violations are on a page.
const PER_PAGE: usize = 100;

async fn violations_page(
    Extract(state): Extract<State>,
    Query(Before { before }): Query<Before>,
) -> Response {
    let before = before.unwrap_or(i64::MAX);
    let stored = match state.ask(move |store| store.violations(before, PER_PAGE)).await {
        Ok(stored) => stored,
        Err(error) => return trouble(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    };
    let earlier = stored.last().map(|it| it.found).filter(|_| stored.len() >= PER_PAGE);
    let read = |text: &[u8]| serde_json::from_slice::<Violation>(text).ok().map(Arc::new);
    let violations: Vec<_> = stored.iter().filter_map(|it| read(&it.text)).collect();
    let mut body = format!("<h1>Violations</h1>{}", overview::violations(&violations));
    if let Some(earlier) = earlier {
        body.push_str(&format!("<p><a href=\"/violations?before={earlier}\">earlier ones</a></p>"));
    }
    Html(page::render("Violations", &body, page::Script::None)).into_response()
}

async fn violation_page(Extract(state): Extract<State>, Path(id): Path<String>) -> Response {
    about_violation(state, id, |violation, store| {
        let title = format!("{} {}", violation.property, violation.verdict);
        Ok((title, violation::render(violation, store)))
    })
    .await
}

async fn causes_page(Extract(state): Extract<State>, Path(id): Path<String>) -> Response {
    about_violation(state, id, |violation, store| {
        let title = format!("What led to {}", violation.property);
        Ok((title, violation::causes_page(violation, store)?))
    })
    .await
}

/// A page about the violation with this id: `render` gives its title and body.
async fn about_violation<R>(state: State, id: String, render: R) -> Response
where
    R: FnOnce(&Violation, &dyn Store) -> Result<(String, String), String> + Send + 'static,
{
    let ask = move |store: &dyn Store| -> Result<_, String> {
        let stored = store.violation(&id).map_err(|error| error.to_string())?;
        let Some(stored) = stored else { return Ok(None) };
        let violation: Violation =
            serde_json::from_slice(&stored.text).map_err(|error| error.to_string())?;
        render(&violation, store).map(Some)
    };
    match state.ask(ask).await {
        Ok(Some((title, body))) => {
            Html(page::render(&title, &body, page::Script::None)).into_response()
        }
        Ok(None) => trouble(StatusCode::NOT_FOUND, "There is no such violation."),
        Err(error) => trouble(StatusCode::INTERNAL_SERVER_ERROR, &error),
    }
}

async fn property_page(Extract(state): Extract<State>, Path(number): Path<usize>) -> Response {
    match state.watching.properties().nth(number) {
        Some((file, property)) => {
            let body = overview::property(file, property);
            Html(page::render(property.name(), &body, page::Script::None)).into_response()
        }
        None => trouble(StatusCode::NOT_FOUND, "There is no such property."),
    }
}

async fn invocation_page(
    Extract(state): Extract<State>,
    Path(invocation): Path<String>,
) -> Response {
    match state.ask(move |store| violation::invocation(&invocation, store)).await {
        Ok(Some((title, body))) => {
            Html(page::render(&title, &body, page::Script::None)).into_response()
        }
        Ok(None) => trouble(StatusCode::NOT_FOUND, "There is no recording of this invocation."),
        Err(error) => trouble(StatusCode::INTERNAL_SERVER_ERROR, &error),
    }
}

fn trouble(status: StatusCode, reason: &str) -> Response {
    let body = format!("<h1>{}</h1>", aplomb_report::render::Escaped(reason));
    (status, Html(page::render("Aplomb", &body, page::Script::None))).into_response()
}

async fn login_page() -> Html<String> {
    let body = "<h1>Aplomb</h1><form method=\"post\" class=\"login\"><label>Token \
        <input type=\"password\" name=\"token\" autofocus autocomplete=\"current-password\"></label> \
        <button>Enter</button></form>";
    Html(page::render("Aplomb", body, page::Script::None))
}

#[derive(Deserialize)]
struct Login {
    token: String,
}

async fn login(Extract(state): Extract<State>, Form(login): Form<Login>) -> Response {
    let given = access::digest(&login.token);
    match &state.access.token {
        Some(token) if access::digest(token) == given => {
            let secure = if state.access.tls.is_some() { "; Secure" } else { "" };
            let cookie =
                format!("{}={given}; Path=/; HttpOnly; SameSite=Strict{secure}", access::COOKIE);
            ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
        }
        _ => trouble(StatusCode::UNAUTHORIZED, "This is not the token."),
    }
}
