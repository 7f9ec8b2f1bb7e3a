//! `aplomb watch`: properties over the events of a running system, live.

use std::{
    fs,
    io::{self, Write as _},
    net::SocketAddr,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use aplomb_monitor::{Delay, Settings};
use aplomb_report::{Report, VerdictKind};
use aplomb_server::{Access, Found, Server, Sink, Violation, Watching};
use aplomb_store::{Embedded, Nats, NatsSettings, Store};
use clap::Args;
use serde_json::json;
use tokio::runtime::Runtime;

use super::{Answer, property::load};
use crate::{
    arguments::{Display, Format},
    error::InputError,
};

mod follow;

/// What to watch, where events come from, and who is told.
#[derive(Debug, Args)]
#[command(after_help = "Events are posted to /v1/events as JSON or NDJSON, and spans and logs of \
    OpenTelemetry to /v1/traces and /v1/logs. The dashboard is at the address itself. It ends \
    on SIGINT or SIGTERM, with exit code 1 if it has found a violation since it was started, and \
    goes on where it was when it is started again.")]
pub struct Arguments {
    /// A file with properties (YAML or JSON) or a folder of them; may be given several times
    #[arg(long, short, value_name = "FILE", required = true)]
    pub properties: Vec<PathBuf>,
    /// The folder for events, checkpoints, violations and recordings
    #[arg(long, value_name = "DIR", default_value = "aplomb-store")]
    pub store: PathBuf,
    /// Share the work with other processes through a NATS server with JetStream, in place of a
    /// folder: nats://HOST:PORT/NAME
    #[arg(long, value_name = "URL", conflicts_with = "store")]
    pub engine: Option<String>,
    /// Into how many parts the work is divided; the first process decides [default: 8]
    #[arg(long, value_name = "N", requires = "engine", conflicts_with = "store", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub partitions: Option<u16>,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4577")]
    pub listen: SocketAddr,
    /// A file with the token that requests have to bring [default: the variable APLOMB_TOKEN]
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// The server's certificate (PEM); HTTPS instead of HTTP
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_certificate: Option<PathBuf>,
    /// The key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_key: Option<PathBuf>,
    /// How long to wait for events before an answer is given, or `adaptive`: learned from how
    /// long events take
    #[arg(long, value_name = "SECONDS|adaptive", default_value = "7")]
    pub delay: String,
    /// How far clocks may be apart: events that are not further apart have no known order
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 10.0)]
    pub skew: f64,
    /// How long after its answer was due an event may still come and revise it
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub lateness: f64,
    /// Forget instances without an event for so long
    #[arg(long, value_name = "SECONDS", value_parser = more_than_nothing)]
    pub time_to_live: Option<f64>,
    /// Delete events, violations and recordings that are older
    #[arg(long, value_name = "DAYS", value_parser = more_than_nothing)]
    pub retention: Option<f64>,
    /// The largest body of a request
    #[arg(long, value_name = "MIB", default_value = "32")]
    pub largest_body: NonZeroUsize,
    /// Read events from this file too, and go on as it grows; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub read: Vec<PathBuf>,
    /// Post violations as JSON to this address
    #[arg(long, value_name = "URL")]
    pub webhook: Vec<String>,
    /// A file with the secret that signs what is posted to webhooks
    #[arg(long, value_name = "FILE", requires = "webhook")]
    pub webhook_secret_file: Option<PathBuf>,
    /// Post violations as messages to this address, in the form that Slack takes
    #[arg(long, value_name = "URL")]
    pub slack: Vec<String>,
    /// The address of the dashboard, for links in messages
    #[arg(long, value_name = "URL")]
    pub dashboard: Option<String>,
}

/// A length of time in which something can be kept.
fn more_than_nothing(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(length) if length > 0.0 => Ok(length),
        _ => Err("write a number above 0".into()),
    }
}

/// Watches until it is told to end.
pub fn run(arguments: &Arguments, display: &Display) -> Result<Answer, InputError> {
    let format = display.format();
    if !matches!(format, Format::Human | Format::Json) {
        let offered = "human and json (NDJSON)";
        return Err(InputError::NoSuchFormat { command: "watch", format, offered });
    }
    let watching = watching(arguments)?;
    let access = access(arguments)?;
    let store = store(arguments, &watching)?;
    let runtime = Runtime::new().map_err(InputError::refused)?;
    let found = watch(arguments, watching, access, store, format, display.quiet);
    let verdict = match runtime.block_on(found)? {
        Found::Violation => VerdictKind::Violated,
        Found::Unchecked => VerdictKind::Unknown,
        Found::Nothing => VerdictKind::HoldsWithinBounds,
    };
    Ok(Answer::Coded { text: String::new(), code: verdict.exit_code() })
}

async fn watch(
    arguments: &Arguments,
    watching: Watching,
    access: Access,
    store: Arc<dyn Store>,
    format: Format,
    quiet: bool,
) -> Result<Found, InputError> {
    let scheme = if access.tls.is_some() { "https" } else { "http" };
    let mut end = Signals::new().map_err(InputError::refused)?;
    let count = watching.files.iter().map(|(_, file)| file.properties.len()).sum::<usize>();
    let server = Server::start(watching, access, store).await;
    let server = Arc::new(server.map_err(InputError::refused)?);
    if !quiet {
        let properties = if count == 1 { "property" } else { "properties" };
        eprintln!("watching {count} {properties} on {scheme}://{}", server.address());
    }
    let mut violations = server.violations();
    let said = tokio::spawn(async move {
        while let Some(violation) = violations.next().await {
            say(&violation, format);
        }
    });
    let readers: Vec<_> = arguments
        .read
        .iter()
        .map(|path| tokio::spawn(follow::follow(path.clone(), Arc::clone(&server))))
        .collect();
    end.wait().await;
    if !quiet {
        eprintln!("ending");
    }
    for reader in readers {
        reader.abort();
        let _ = reader.await;
    }
    said.abort();
    match Arc::try_unwrap(server) {
        Ok(server) => Ok(server.stop().await),
        Err(_) => Err(InputError::refused("the server is still in use")),
    }
}

/// Says that something was found, on standard output.
fn say(violation: &Violation, format: Format) {
    let line = match format {
        Format::Json => json!({"schema": 1, "violation": violation}).to_string(),
        _ => violation.summary(),
    };
    // A reader that has gone away has seen enough.
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// The signals that end the server.
struct Signals {
    #[cfg(unix)]
    terminated: tokio::signal::unix::Signal,
}

impl Signals {
    fn new() -> io::Result<Signals> {
        Ok(Signals {
            #[cfg(unix)]
            terminated: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?,
        })
    }

    async fn wait(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.terminated.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}

fn watching(arguments: &Arguments) -> Result<Watching, InputError> {
    let mut report = Report::new("watch");
    let files = load(&arguments.properties, &mut report)?;
    for warning in report.diagnostics() {
        eprintln!("warning: {}", warning.message);
    }
    let mut watching = Watching::new(files);
    watching.settings = Settings {
        skew: duration(arguments.skew / 1000.0, "--skew")?,
        lateness: duration(arguments.lateness, "--lateness")?,
        time_to_live: arguments
            .time_to_live
            .map(|seconds| duration(seconds, "--time-to-live"))
            .transpose()?,
        ..Settings::default()
    };
    watching.delay = match arguments.delay.as_str() {
        "adaptive" => Delay::adaptive(),
        seconds => {
            let seconds = seconds.parse().unwrap_or(f64::NAN);
            Delay::fixed(duration(seconds, "--delay")?)
        }
    };
    watching.retention =
        arguments.retention.map(|days| duration(days * 86_400.0, "--retention")).transpose()?;
    let secret = arguments.webhook_secret_file.as_deref().map(secret).transpose()?;
    for address in &arguments.webhook {
        let sink = Sink::webhook(address, secret.clone()).map_err(InputError::refused)?;
        watching.sinks.push(sink);
    }
    for address in &arguments.slack {
        let sink = Sink::chat(address, arguments.dashboard.clone());
        watching.sinks.push(sink.map_err(InputError::refused)?);
    }
    Ok(watching)
}

/// Where events and what is concluded from them are kept.
fn store(arguments: &Arguments, watching: &Watching) -> Result<Arc<dyn Store>, InputError> {
    let Some(address) = &arguments.engine else {
        let store = Embedded::open(&arguments.store).map_err(InputError::refused)?;
        return Ok(Arc::new(store));
    };
    let settings = NatsSettings {
        address: address.clone(),
        partitions: arguments.partitions,
        watching: watching.fingerprint(),
        forwards: watching.files.iter().any(|(_, file)| !file.rules.is_empty()),
        retention: watching.retention,
    };
    Ok(Arc::new(Nats::open(&settings).map_err(InputError::refused)?))
}

fn access(arguments: &Arguments) -> Result<Access, InputError> {
    let token = match &arguments.token_file {
        Some(path) => Some(secret(path)?),
        None => std::env::var("APLOMB_TOKEN").ok().filter(|token| !token.is_empty()),
    };
    let tls = arguments.tls_certificate.clone().zip(arguments.tls_key.clone());
    let largest_body = arguments.largest_body.get().saturating_mul(1 << 20);
    Ok(Access { listen: arguments.listen, token, tls, largest_body })
}

/// A secret that stands in a file.
fn secret(path: &Path) -> Result<String, InputError> {
    let text = fs::read_to_string(path)
        .map_err(|source| InputError::Unreadable { path: path.to_owned(), source })?;
    match text.trim() {
        "" => Err(InputError::refused(format!("{} is empty", path.display()))),
        secret => Ok(secret.to_owned()),
    }
}

fn duration(seconds: f64, option: &str) -> Result<Duration, InputError> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| InputError::refused(format!("{option} is not a length of time")))
}
