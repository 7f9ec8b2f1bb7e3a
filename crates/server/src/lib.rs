//! *How do events get in, and how do people and programs learn what was found?*
//!
//! A [`Server`] takes events over HTTP, keeps them in a [`Store`], checks the properties over
//! them, and shows what it finds: an API, a dashboard, metrics, and notices.
//!
//! ```
//! use std::sync::Arc;
//! use aplomb_monitor::PropertyFile;
//! use aplomb_server::{Access, Server, Watching};
//! use aplomb_store::Embedded;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let file = PropertyFile::parse("
//! name: consent
//! quantifiedVariables: [user]
//! stateMachine:
//!   CONSENT: {params: [user], INITIAL: {to: consented}}
//!   PROCESSED: {params: [user], INITIAL: {to: FAILURE}}
//! ").map_err(|problems| problems[0].to_string())?;
//! let folder = tempfile::tempdir()?;
//! let store = Arc::new(Embedded::open(folder.path())?);
//! let watching = Watching::new(vec![("consent.yaml".into(), file)]);
//! let access = Access::local("127.0.0.1:0".parse()?);
//! let runtime = tokio::runtime::Runtime::new()?;
//! let server = runtime.block_on(Server::start(watching, access, store))?;
//! println!("listening on {}", server.address());
//! runtime.block_on(server.stop());
//! # Ok(())
//! # }
//! ```
//!
//! # Invariants
//!
//! - An event is acknowledged when the store has it, and checked once.
//! - Bad input is refused piece by piece with the reason; the rest is kept.
//! - What waits is bounded. Who sends more is told to send it again later.
//! - Nothing is open to the network without a token.
//! - No algorithm lives here: verdicts come from the monitor.

mod dashboard;
mod http;
mod notify;
mod otlp;
mod watch;

use std::{io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use aplomb_monitor::Event;
use aplomb_store::Store;
use tokio::sync::{broadcast, watch as signal};

/// Reads bytes as a request of OpenTelemetry, of either kind and in either encoding; how many
/// events there are in it. For tests that send garbage.
pub fn decode_otlp(bytes: &[u8]) -> usize {
    let encodings = [otlp::Encoding::Protobuf, otlp::Encoding::Json];
    let read = encodings
        .into_iter()
        .flat_map(|encoding| [otlp::read_spans(bytes, encoding), otlp::read_logs(bytes, encoding)]);
    read.map(|events| events.map_or(0, |events| events.len())).sum()
}

pub use notify::{Sink, SinkError};
pub use watch::{Moved, Receipt, Refused, StartError, Violation, Watching};

use watch::{Live, Pipeline};

/// Who may reach the server, and how.
#[derive(Clone, Debug)]
pub struct Access {
    /// The address it listens on.
    pub listen: SocketAddr,
    /// What every request has to know; may be left out on the loopback interface only.
    pub token: Option<String>,
    /// The certificate and the key, as PEM files.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// The largest body of a request, as sent and after decompression.
    pub largest_body: usize,
}

impl Access {
    /// For programs and people on this machine.
    pub fn local(listen: SocketAddr) -> Access {
        Access { listen, token: None, tls: None, largest_body: 32 << 20 }
    }
}

/// Why the server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// The address is open to the network, and there is no token.
    #[error(
        "{0} can be reached from other machines, so a token is needed: set APLOMB_TOKEN or \
         --token-file, or listen on 127.0.0.1"
    )]
    TokenNeeded(SocketAddr),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {source}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// The certificate or the key cannot be used.
    #[error("cannot use {}: {reason}", path.display())]
    Tls {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The pipeline cannot begin.
    #[error("{0}")]
    Start(#[from] StartError),
}

/// A server that runs.
#[derive(Debug)]
pub struct Server {
    pipeline: Pipeline,
    address: SocketAddr,
    end: signal::Sender<bool>,
    listening: tokio::task::JoinHandle<()>,
}

/// Requests that are being answered may take so long when the server ends.
const PATIENCE: Duration = Duration::from_secs(5);

impl Server {
    /// Goes on where the store was left, and listens.
    pub async fn start(
        watching: Watching,
        access: Access,
        store: Arc<dyn Store>,
    ) -> Result<Server, ListenError> {
        if access.token.is_none() && !access.listen.ip().is_loopback() {
            return Err(ListenError::TokenNeeded(access.listen));
        }
        let listener = http::Listener::bind(&access).await?;
        let address = listener.address();
        let watching = Arc::new(watching);
        let (with, to) = (Arc::clone(&watching), Arc::clone(&store));
        // What was not checked before is checked first; that may take a while.
        let pipeline = tokio::task::spawn_blocking(move || Pipeline::start(with, to)).await;
        let pipeline = pipeline.map_err(|error| StartError::Io(io::Error::other(error)))??;
        let (end, ended) = signal::channel(false);
        let state = http::State {
            intake: pipeline.intake.clone(),
            shared: Arc::clone(&pipeline.shared),
            watching,
            store,
            access: Arc::new(access),
            ended: ended.clone(),
        };
        let listening = tokio::spawn(http::serve(listener, state, ended));
        Ok(Server { pipeline, address, end, listening })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes events that do not come over HTTP; waits while too many are waiting.
    pub async fn submit(&self, events: Vec<Event>) -> Result<Receipt, Refused> {
        self.pipeline.intake.submit_patiently(events).await
    }

    /// Violations, from now on, as they are found.
    pub fn violations(&self) -> Violations {
        Violations(self.pipeline.shared.live.subscribe())
    }

    /// Answers the requests that are there, checks and keeps what was accepted, and ends; what
    /// was found since the start.
    pub async fn stop(self) -> Found {
        let Server { pipeline, end, mut listening, .. } = self;
        let shared = Arc::clone(&pipeline.shared);
        let _ = end.send(true);
        if tokio::time::timeout(PATIENCE, &mut listening).await.is_err() {
            listening.abort();
            let _ = listening.await;
        }
        // A pipeline that panicked has said so.
        let _ = tokio::task::spawn_blocking(move || pipeline.stop()).await;
        shared.found()
    }
}

/// What a server has found while it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Some instance is violated, or possibly.
    Violation,
    /// No instance is, but not everything could be checked: an event came too late, or a property
    /// or a rule could not use it.
    Unchecked,
    /// Nothing of the kind.
    Nothing,
}

/// Violations as they are found.
#[derive(Debug)]
pub struct Violations(broadcast::Receiver<Live>);

impl Violations {
    /// The next one; nothing when the server has ended. Who is too slow misses some.
    pub async fn next(&mut self) -> Option<Arc<Violation>> {
        loop {
            match self.0.recv().await {
                Ok(Live::Violation(violation)) => return Some(violation),
                Ok(Live::Status) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}
