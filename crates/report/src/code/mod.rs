//! Stable codes, and the registry that says what each one means.

mod page;

pub use page::Page;

use std::{collections::BTreeMap, fmt, str::FromStr, sync::LazyLock};

use serde::{Deserialize, Serialize};

/// What sort of finding this is: a number that never changes its meaning.
///
/// `AP1xx` is retry safety, `AP2xx` consistency, `AP3xx` linearizability,
/// `AP4xx` consensus, `AP5xx` the running system. Only codes of the registry
/// exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Code(u16);

/// The registry: every code under its name, with its page in `codes/`.
macro_rules! registry {
    ($($(#[$doc:meta])* $constant:ident = $number:literal;)*) => {
        impl Code {
            $($(#[$doc])* pub const $constant: Code = Code($number);)*

            /// Every code, in order.
            pub const ALL: &[Code] = &[$(Code::$constant),*];
        }

        static PAGES: LazyLock<BTreeMap<Code, Page>> = LazyLock::new(|| {
            let texts = [$(
                (Code::$constant, include_str!(concat!("../../codes/AP", $number, ".md"))),
            )*];
            texts.into_iter().map(|(code, text)| (code, Page::parse(code, text))).collect()
        });
    };
}

registry! {
    /// A function is safe to retry.
    RETRY_SAFE = 100;
    /// A retry writes under a key that the first attempt did not use.
    FRESH_KEY_ON_RETRY = 101;
    /// A retry repeats an effect outside the application's own data.
    REPEATED_EFFECT = 102;
    /// A retry repeats an increment or an append.
    NON_IDEMPOTENT_UPDATE = 103;
    /// A retry answers differently because the first attempt already acted.
    RESPONSE_DIFFERS_ON_RETRY = 104;
    /// A retry overwrites a newer write of another function.
    STALE_OVERWRITE = 105;
    /// A retry creates or deletes again what another function has since
    /// deleted or created.
    EXISTENCE_REVERTED = 106;
    /// A retry writes back a value computed from a read that is out of date.
    STALE_READ_MODIFY_WRITE = 107;
    /// A retry replaces a fresh value that others have already seen.
    FRESH_VALUE_OBSERVED = 108;
    /// A retry fails because the first attempt already took effect.
    RETRY_FAILS = 110;
    /// A retry takes the work for done and skips the rest of it.
    RETRY_SKIPS_THE_REST = 111;
    /// A retry of a deletion answers that there was nothing to delete.
    DELETION_ANSWERED = 112;
    /// Retry safety could not be decided.
    RETRY_SAFETY_UNKNOWN = 190;

    /// An invariant survives the isolation level.
    INVARIANT_HOLDS = 200;
    /// Two transactions read the same value and one update is lost.
    LOST_UPDATE = 201;
    /// Transactions that write different things together break an invariant.
    WRITE_SKEW = 202;
    /// Two readers see two writes in opposite orders.
    LONG_FORK = 203;
    /// A transaction that only reads sees a state that no serial order has.
    READ_ONLY_ANOMALY = 204;
    /// A transaction sees part of another, or goes back in time.
    FRACTURED_READ = 205;
    /// An invariant is violated in a way that has no name of its own.
    INVARIANT_VIOLATED = 206;
    /// An invariant is violated even when the transactions run one by one.
    VIOLATED_SERIALLY = 207;
    /// No execution satisfies the preconditions: the check says nothing.
    VACUOUS_CHECK = 208;
    /// The statements of a transaction are sent to a pool of connections.
    TRANSACTION_ON_A_POOL = 209;
    /// Whether the invariant holds could not be decided.
    INVARIANT_UNKNOWN = 290;

    /// An object is linearizable.
    LINEARIZABLE = 300;
    /// Calls return what no sequential order of them returns.
    NOT_LINEARIZABLE = 301;
    /// Calls return what only an order against real time explains.
    REAL_TIME_VIOLATION = 302;
    /// Threads wait for each other forever.
    DEADLOCK = 303;
    /// Threads run forever without getting anything done.
    LIVELOCK = 304;
    /// A call ends with an exception that the sequential object never throws.
    UNCAUGHT_EXCEPTION = 305;
    /// Two threads access a field without synchronisation.
    DATA_RACE = 306;
    /// Linearizability could not be decided.
    LINEARIZABILITY_UNKNOWN = 390;

    /// The events keep the laws of the quorum tree.
    CONSENSUS_SAFE = 400;
    /// A round adds or commits twice (law P1).
    ROUND_ACTS_TWICE = 401;
    /// A round commits what it has not added (law P2).
    COMMIT_WITHOUT_ADD = 402;
    /// A round continues one that has added nothing, or a higher one (law P3).
    PARENT_NOT_ADDED = 403;
    /// A round continues another one with a different value (law P3a).
    VALUE_DIFFERS_FROM_PARENT = 404;
    /// A later round passes by a round that commits (law P4).
    COMMIT_PASSED_BY = 405;
    /// Two processes decide or apply different things.
    DISAGREEMENT = 406;
    /// Something is decided that no client asked for.
    NO_CLIENT_ASKED = 407;
    /// What a protocol promises beyond agreement is broken.
    PROMISE_BROKEN = 408;
    /// Whether a protocol is safe could not be decided.
    CONSENSUS_UNKNOWN = 490;

    /// No order of the events violates a property.
    PROPERTY_HOLDS = 500;
    /// Every order of the events violates a property.
    PROPERTY_VIOLATED = 501;
    /// Some order of the events violates a property.
    PROPERTY_POSSIBLY_VIOLATED = 502;
    /// Whether a property is violated could not be decided.
    PROPERTY_UNKNOWN = 590;
}

impl Code {
    /// The page of the registry that says what the code means.
    pub fn page(self) -> &'static Page {
        &PAGES[&self]
    }

    /// The family that the code belongs to, as a heading.
    pub fn family(self) -> &'static str {
        match self.0 / 100 {
            1 => "Retry safety",
            2 => "Consistency",
            3 => "Linearizability",
            4 => "Consensus",
            _ => "The running system",
        }
    }
}

/// Why a text is not a code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no code `{given}`")]
pub struct UnknownCode {
    given: String,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("AP{:03}", self.0))
    }
}

impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(given: &str) -> Result<Code, UnknownCode> {
        let number = given.strip_prefix("AP").and_then(|digits| digits.parse().ok());
        number
            .map(Code)
            .filter(|code| Code::ALL.contains(code) && code.to_string() == given)
            .ok_or_else(|| UnknownCode { given: given.to_owned() })
    }
}

impl From<Code> for String {
    fn from(code: Code) -> String {
        code.to_string()
    }
}

impl TryFrom<String> for Code {
    type Error = UnknownCode;

    fn try_from(given: String) -> Result<Code, UnknownCode> {
        given.parse()
    }
}
