//! Running a handler again, in the runtime of its language. The players themselves are
//! written in these languages (`sdk/node/recorder`, `sdk/python/aplomb/recorder`) and
//! travel inside this program.

pub(crate) mod files;

use std::{
    ffi::OsString,
    fs, io,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Recording;

/// How to replay.
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// The application's folder, where it is not where it was recorded.
    pub root: Option<PathBuf>,
    /// `FILE#EXPORT` (Node) or `MODULE#FUNCTION` (Python), in place of the recorded handler.
    pub handler: Option<String>,
    /// The interpreter; by default `node` or `python3`.
    pub interpreter: Option<PathBuf>,
    /// The code was edited: collect differences and go on.
    pub edited: bool,
    /// Wait for a debugger on this address, and stop at the handler.
    pub inspect: Option<String>,
}

/// How a replay went.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replay {
    /// Whether the invocation did the same again.
    pub verdict: ReplayVerdict,
    /// Why it could not be replayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The identity of the invocation.
    #[serde(default)]
    pub id: String,
    /// The function.
    #[serde(default)]
    pub function: String,
    /// How many calls of the outside world the recording has.
    #[serde(default)]
    pub calls: u64,
    /// How many invocations the recording process had served before.
    #[serde(default)]
    pub earlier_invocations: u64,
    /// Result or error of the handler, where it came to an end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Value>,
    /// Where it differs.
    #[serde(default)]
    pub differences: Vec<Difference>,
}

/// Whether an invocation did the same again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReplayVerdict {
    /// The same calls in the same order, and the same outcome.
    Same,
    /// Something else.
    Differs,
    /// It could not be replayed.
    Refused,
}

/// A place where a replay differs from the recording.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Difference {
    /// In words.
    pub what: String,
    /// What the recording has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Request>,
    /// What the code did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<Request>,
    /// The line that did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<LineOf>,
}

/// A call, or an outcome.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Request {
    /// A call: what was asked of whom.
    Call {
        /// `aws`, `http` ...
        kind: String,
        /// Such as `dynamodb.putItem`.
        name: String,
        /// With what.
        #[serde(default)]
        request: Value,
    },
    /// The outcome of the handler.
    Outcome(Value),
}

/// A line of the application.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct LineOf {
    /// The file, relative to the application's folder.
    pub file: String,
    /// The line, counted from 1.
    pub line: u64,
}

/// Why nothing could be replayed.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// No player for this language.
    #[error("no player for a recording of `{0}`")]
    NoPlayer(String),
    /// The interpreter does not start.
    #[error("cannot start {}: {source}", interpreter.display())]
    NoInterpreter {
        /// The program.
        interpreter: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The player's files could not be written.
    #[error("cannot write the player into a temporary folder: {0}")]
    Files(#[from] io::Error),
    /// The player ended without a report.
    #[error("the replay ended without a report ({0})")]
    NoReport(String),
    /// No debugger could attach: the runtime would say so and run on without one.
    #[error(
        "cannot wait for a debugger on {address}: {source}; name another one with `--inspect HOST:PORT`"
    )]
    NoDebugger {
        /// Where.
        address: String,
        /// Why.
        source: io::Error,
    },
    /// A program that serves the application ended at once; it has said why.
    #[error("the {0} ended before it was ready")]
    NotServing(&'static str),
}

#[derive(Clone, Copy)]
enum Language {
    Node,
    Python,
}

impl Language {
    fn of(recording: &Recording) -> Result<Language, PlayError> {
        let runtime = &recording.head.runtime;
        match runtime.split_whitespace().next() {
            Some("node") => Ok(Language::Node),
            Some("python") => Ok(Language::Python),
            _ => Err(PlayError::NoPlayer(runtime.clone())),
        }
    }

    fn interpreter(self) -> &'static str {
        match self {
            Language::Node => "node",
            Language::Python => "python3",
        }
    }

    fn files(self) -> files::Files {
        match self {
            Language::Node => files::NODE,
            Language::Python => files::PYTHON,
        }
    }

    /// What the interpreter is given, to play the file at `recording`.
    fn arguments(self, folder: &Path, recording: &Path) -> Vec<OsString> {
        let recording = recording.as_os_str().to_owned();
        match self {
            Language::Node => vec![folder.join("play.js").into_os_string(), recording],
            Language::Python => vec!["-m".into(), "aplomb.recorder.play".into(), recording],
        }
    }
}

impl Player {
    /// Replays the recording that `path` has.
    pub fn play(&self, recording: &Recording, path: &Path) -> Result<Replay, PlayError> {
        let language = Language::of(recording)?;
        let folder = files::unpacked(language.files())?;
        let report = folder.path().join("report.json");
        let interpreter = self.interpreter.clone().unwrap_or_else(|| language.interpreter().into());
        let path = path.canonicalize()?;
        let mut command = Command::new(&interpreter);
        command
            .args(language.arguments(folder.path(), &path))
            .env("APLOMB_PLAY_REPORT", &report)
            .env("APLOMB_PLAY_LENIENT", if self.edited { "1" } else { "" })
            .stdin(Stdio::null())
            // What the application prints is not part of the answer.
            .stdout(io::stderr());
        if let Language::Python = language {
            command.env("PYTHONPATH", folder.path());
        }
        if let Some(root) = &self.root {
            command.env("APLOMB_PLAY_ROOT", root.canonicalize()?);
        }
        if let Some(handler) = &self.handler {
            command.env("APLOMB_PLAY_HANDLER", handler);
        }
        if let Some(address) = &self.inspect {
            TcpListener::bind(address)
                .map_err(|source| PlayError::NoDebugger { address: address.clone(), source })?;
            command.env("APLOMB_PLAY_INSPECT", address);
        }
        let status = command.status().map_err(|source| PlayError::NoInterpreter {
            interpreter: interpreter.clone(),
            source,
        })?;
        let text = fs::read_to_string(&report)
            .map_err(|_| PlayError::NoReport(format!("{}: {status}", interpreter.display())))?;
        serde_json::from_str(&text).map_err(|error| PlayError::NoReport(error.to_string()))
    }
}
