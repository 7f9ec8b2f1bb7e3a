//! Who may ask: those who know the token, or, without one, programs of this machine.

use axum::{
    extract::{Request, State as Extract},
    http::{HeaderMap, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use sha2::{Digest, Sha256};

use super::{State, refuse};

/// The cookie that a browser has after it has given the token.
pub(crate) const COOKIE: &str = "aplomb";

/// Lets a request pass, or says why not.
pub(super) async fn guard(
    Extract(state): Extract<State>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    match &state.access.token {
        Some(token) => {
            if !knows(headers, token) {
                let person = request.method() == Method::GET && wants_html(headers);
                return match person {
                    true => Redirect::to("/login").into_response(),
                    false => refuse(
                        StatusCode::UNAUTHORIZED,
                        "send the server's token: Authorization: Bearer TOKEN",
                    ),
                };
            }
        }
        // A page from elsewhere that is open in a browser of this machine could ask too.
        None => {
            if !is_local(headers) {
                let reason = "without a token only programs of this machine may ask";
                return refuse(StatusCode::FORBIDDEN, reason);
            }
        }
    }
    next.run(request).await
}

fn wants_html(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|accepts| accepts.contains("text/html"))
}

fn knows(headers: &HeaderMap, token: &str) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let expected = digest(token);
    // Digests are compared, so that the time tells nothing about the token.
    bearer.is_some_and(|given| digest(given) == expected)
        || text(header::COOKIE).is_some_and(|cookies| {
            let mut cookies = cookies.split(';').filter_map(|it| it.trim().split_once('='));
            cookies.any(|(name, value)| name == COOKIE && digest(value) == digest(&expected))
        })
}

/// A digest of the token, which the cookie has in place of the token.
pub(crate) fn digest(token: &str) -> String {
    Sha256::digest(token).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the request was made for this machine, by something from this machine.
fn is_local(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let host = text(header::HOST);
    let local = host.is_none_or(|host| {
        let name = host.parse::<Uri>().ok().and_then(|uri| uri.host().map(str::to_owned));
        name.is_some_and(|name| {
            let address = name.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
            name == "localhost" || address.is_ok_and(|address| address.is_loopback())
        })
    });
    let same = text(header::ORIGIN).is_none_or(|origin| {
        let origin = origin.split_once("://").map(|(_, authority)| authority);
        origin.is_some() && origin == host
    });
    local && same
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn pages_from_elsewhere_are_not_local() {
        use header::{HOST, ORIGIN};
        for (pairs, local) in [
            (&[(HOST, "127.0.0.1:4577")][..], true),
            (&[(HOST, "localhost:4577")], true),
            (&[(HOST, "[::1]:4577")], true),
            (&[(HOST, "evil.example")], false),
            (&[(HOST, "localhost:4577"), (ORIGIN, "http://localhost:4577")], true),
            (&[(HOST, "localhost:4577"), (ORIGIN, "http://evil.example")], false),
            (&[(HOST, "localhost:4577"), (ORIGIN, "null")], false),
        ] {
            assert_eq!(is_local(&headers(pairs)), local, "{pairs:?}");
        }
    }

    #[test]
    fn a_token_comes_as_bearer_or_as_cookie() {
        let cookie = format!("other=1; aplomb={}", digest("secret"));
        for (name, value, known) in [
            (header::AUTHORIZATION, "Bearer secret", true),
            (header::AUTHORIZATION, "Bearer secre", false),
            (header::AUTHORIZATION, "secret", false),
            (header::COOKIE, cookie.as_str(), true),
            (header::COOKIE, "aplomb=secret", false),
        ] {
            assert_eq!(knows(&headers(&[(name.clone(), value)]), "secret"), known, "{name}");
        }
    }
}
