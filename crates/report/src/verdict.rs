//! The four answers Aplomb can give.

use serde::{Deserialize, Serialize};

use crate::Cause;

/// The answer to one question about the user's system.
///
/// There is no fifth variant for "probably": what could not be decided is
/// [`Verdict::Unknown`] and says why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// Proved, for every execution.
    Holds {
        /// What the proof takes for granted, one sentence each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        assumptions: Vec<String>,
    },
    /// Refuted, with a witness that was replayed concretely.
    Violated,
    /// Checked exhaustively, but only up to a bound.
    HoldsWithinBounds {
        /// The bound, as a phrase: "2 threads, 3 operations, 2 values".
        bound: String,
        /// What the check takes for granted, one sentence each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        assumptions: Vec<String>,
    },
    /// Not decided.
    Unknown {
        /// Why it could not be decided, as one of a list.
        #[serde(default)]
        cause: Cause,
        /// Why it could not be decided, in this case.
        reason: String,
        /// What the user can do to get an answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        help: Option<String>,
    },
}

/// A [`Verdict`] without its details.
///
/// The order is that of urgency: the verdict of several findings together is
/// their maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// See [`Verdict::Holds`].
    Holds,
    /// See [`Verdict::HoldsWithinBounds`].
    HoldsWithinBounds,
    /// See [`Verdict::Unknown`].
    Unknown,
    /// See [`Verdict::Violated`].
    Violated,
}

impl Verdict {
    /// The verdict without its details.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Verdict::Holds { .. } => VerdictKind::Holds,
            Verdict::Violated => VerdictKind::Violated,
            Verdict::HoldsWithinBounds { .. } => VerdictKind::HoldsWithinBounds,
            Verdict::Unknown { .. } => VerdictKind::Unknown,
        }
    }

    /// What the verdict takes for granted.
    pub fn assumptions(&self) -> &[String] {
        match self {
            Verdict::Holds { assumptions } | Verdict::HoldsWithinBounds { assumptions, .. } => {
                assumptions
            }
            Verdict::Violated | Verdict::Unknown { .. } => &[],
        }
    }
}

impl VerdictKind {
    /// All kinds, most urgent first: the order in which reports list them.
    pub const ALL: [VerdictKind; 4] = [
        VerdictKind::Violated,
        VerdictKind::Unknown,
        VerdictKind::HoldsWithinBounds,
        VerdictKind::Holds,
    ];

    /// The words a report uses.
    pub fn words(self) -> &'static str {
        match self {
            VerdictKind::Holds => "holds",
            VerdictKind::HoldsWithinBounds => "holds within bounds",
            VerdictKind::Unknown => "unknown",
            VerdictKind::Violated => "violated",
        }
    }

    /// The name used in JSON and in HTML classes.
    pub fn slug(self) -> &'static str {
        match self {
            VerdictKind::Holds => "holds",
            VerdictKind::HoldsWithinBounds => "holds-within-bounds",
            VerdictKind::Unknown => "unknown",
            VerdictKind::Violated => "violated",
        }
    }

    /// The exit code of a command whose report has this verdict.
    pub fn exit_code(self) -> u8 {
        match self {
            VerdictKind::Holds | VerdictKind::HoldsWithinBounds => 0,
            VerdictKind::Violated => 1,
            VerdictKind::Unknown => 3,
        }
    }
}
