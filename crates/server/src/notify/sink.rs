//! Who is told of violations, and how.

use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use hmac::{Hmac, KeyInit, Mac};
use rustls::crypto::ring;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::Sha256;
use ureq::{
    Agent,
    tls::{RootCerts, TlsConfig},
};

use crate::Violation;

/// How long a receiver may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Who is told of violations.
#[derive(Clone, Debug)]
pub struct Sink {
    address: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// The violation as JSON, signed if there is a secret.
    Webhook { secret: Option<String> },
    /// A line of text, in the form that Slack and others take.
    Chat { dashboard: Option<String> },
}

/// Why nobody can be told there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not an address of the form http://... or https://...")]
pub struct SinkError(String);

/// What is kept until it is delivered.
#[derive(Serialize, Deserialize)]
struct Kept {
    to: String,
    body: Value,
}

impl Sink {
    /// Posts violations as JSON. With a secret, the header `Aplomb-Signature: t=SECONDS,v1=HEX`
    /// has the HMAC-SHA256 of the time, a dot and the body.
    pub fn webhook(address: &str, secret: Option<String>) -> Result<Sink, SinkError> {
        Sink::new(address, Kind::Webhook { secret })
    }

    /// Posts `{"text": ...}`, as Slack's incoming webhooks take it; with the address of the
    /// dashboard, the text has a link.
    pub fn chat(address: &str, dashboard: Option<String>) -> Result<Sink, SinkError> {
        Sink::new(address, Kind::Chat { dashboard })
    }

    fn new(address: &str, kind: Kind) -> Result<Sink, SinkError> {
        match address.starts_with("http://") || address.starts_with("https://") {
            true => Ok(Sink { address: address.to_owned(), kind }),
            false => Err(SinkError(address.to_owned())),
        }
    }

    /// Where it is, without what may be secret in the address.
    pub(super) fn name(&self) -> &str {
        let authority = self.address.find("://").map_or(0, |place| place + 3);
        let end =
            self.address[authority..].find('/').map_or(self.address.len(), |at| at + authority);
        &self.address[..end]
    }

    /// What is kept until it is delivered.
    pub(crate) fn notice(&self, violation: &Violation) -> Option<Vec<u8>> {
        let body = match &self.kind {
            Kind::Webhook { .. } => json!({"schema": 1, "violation": violation}),
            Kind::Chat { dashboard } => {
                let link = dashboard.as_ref().map_or_else(String::new, |dashboard| {
                    format!(" {}/violations/{}", dashboard.trim_end_matches('/'), violation.id)
                });
                json!({"text": format!("{}{link}", violation.summary())})
            }
        };
        serde_json::to_vec(&Kept { to: self.address.clone(), body }).ok()
    }

    pub(super) fn owns(&self, notice: &[u8]) -> bool {
        serde_json::from_slice::<Kept>(notice).is_ok_and(|kept| kept.to == self.address)
    }

    pub(super) fn deliver(&self, notice: &[u8]) -> Result<(), String> {
        let kept: Kept = serde_json::from_slice(notice).map_err(|error| error.to_string())?;
        let body = kept.body.to_string();
        // The certificates that this machine trusts.
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()));
        let config = Agent::config_builder().timeout_global(Some(TIMEOUT)).tls_config(tls.build());
        let agent = Agent::new_with_config(config.build());
        let mut request = agent.post(&self.address).header("content-type", "application/json");
        if let Kind::Webhook { secret: Some(secret) } = &self.kind {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
            request = request.header("aplomb-signature", signature(secret, now, &body));
        }
        // Any answer but a success is an error here.
        request.send(body).map(drop).map_err(|error| error.to_string())
    }
}

fn signature(secret: &str, seconds: u64, body: &str) -> String {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(format!("{seconds}.{body}").as_bytes());
    let digest: String =
        mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={seconds},v1={digest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_that_of_others() {
        // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret
        let expected =
            "t=1700000000,v1=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686";
        assert_eq!(signature("secret", 1_700_000_000, "{\"a\":1}"), expected);
    }

    #[test]
    fn an_address_is_shown_without_its_secret_part() {
        let sink = Sink::chat("https://hooks.example.com/services/T0/secret", None).unwrap();
        assert_eq!(sink.name(), "https://hooks.example.com");
        assert!(Sink::webhook("ftp://example.com", None).is_err());
    }
}
