//! What came of a step or a call.

use serde::{Deserialize, Serialize};

/// What came of a step or a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether it succeeded.
    pub kind: OutcomeKind,
    /// The value returned, the error raised; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// Whether something succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeKind {
    /// It succeeded.
    Ok,
    /// It was refused, or raised an error.
    Failed,
    /// It may have happened, but nobody received the answer.
    Lost,
}

impl Outcome {
    /// It succeeded and returned `text`.
    pub fn ok(text: impl Into<String>) -> Outcome {
        Outcome { kind: OutcomeKind::Ok, text: text.into() }
    }

    /// It was refused, or raised the error `text`.
    pub fn failed(text: impl Into<String>) -> Outcome {
        Outcome { kind: OutcomeKind::Failed, text: text.into() }
    }

    /// It may have happened, but nobody received the answer.
    pub fn lost(text: impl Into<String>) -> Outcome {
        Outcome { kind: OutcomeKind::Lost, text: text.into() }
    }
}

impl OutcomeKind {
    /// The name used in JSON and in HTML classes.
    pub fn slug(self) -> &'static str {
        match self {
            OutcomeKind::Ok => "ok",
            OutcomeKind::Failed => "failed",
            OutcomeKind::Lost => "lost",
        }
    }
}
