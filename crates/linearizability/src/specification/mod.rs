//! Sequential objects: what one caller at a time would see.

mod counter;
mod entries;
mod key_value;
mod map;
mod named;
mod queue;
mod register;
mod set;
mod stack;

use std::{fmt::Debug, hash::Hash};

pub use counter::Counter;
pub use entries::Entries;
pub use key_value::KeyValue;
pub use map::Map;
pub use named::{NamedSpecification, UnknownSpecification};
pub use queue::Queue;
pub use register::Register;
pub use set::Set;
pub use stack::Stack;

pub(crate) use key_value::KeyValueMethod;
pub(crate) use queue::QueueMethod;
pub(crate) use register::RegisterMethod;
pub(crate) use set::SetMethod;
pub(crate) use stack::{StackMethod, means_empty};

use crate::{Call, History, Value, checker::MonitorAnswer};

/// A sequential object: a deterministic machine that answers one call after
/// another.
///
/// ```
/// use aplomb_linearizability::{Call, Specification, Value, specification::Counter};
///
/// let counter = Counter::default();
/// let call = Call::new("incrementAndGet", []);
/// let (_, result) = counter.apply(&counter.initial(), &call).unwrap();
/// assert_eq!(result, Value::from(1));
/// ```
pub trait Specification: Sync {
    /// What the object remembers.
    type State: Clone + Debug + Eq + Hash + Send + Sync;

    /// The state before any call.
    fn initial(&self) -> Self::State;

    /// The next state and the result; nothing if the call would wait in this
    /// state for another one. Calls that [`validate`](Self::validate) refuses
    /// wait forever.
    fn apply(&self, state: &Self::State, call: &Call) -> Option<(Self::State, Value)>;

    /// Whether the object has such a method.
    fn validate(&self, call: &Call) -> Result<(), SpecificationError>;

    /// The part of the object that a call is about, if it is about one part
    /// only. A history in which every call has a part is linearizable exactly
    /// if its restriction to each part is (Horn and Kroening's
    /// P-compositionality), and `apply` must work on such a restriction.
    fn part<'call>(&self, _call: &'call Call) -> Option<&'call Value> {
        None
    }

    /// Whether what was observed is what the object answers.
    fn agrees(&self, answer: &Value, observed: &Value) -> bool {
        *answer == Value::Unit || answer == observed
    }

    /// Whether the call, when it returns this, never changes the object in any
    /// state. Such an operation is put in order as soon as it fits, without
    /// trying alternatives; `false` is always a correct answer.
    fn only_observes(&self, _call: &Call, _result: Option<&Value>) -> bool {
        false
    }

    /// Whether `goal` can certainly not return `observed` any more, whichever
    /// of the calls in `rest` are run first, each at most once. Search turns
    /// back there; `false` is always a correct answer.
    fn is_out_of_reach<'call>(
        &self,
        _state: &Self::State,
        _goal: &Call,
        _observed: &Value,
        _rest: impl Iterator<Item = &'call Call>,
    ) -> bool {
        false
    }

    /// The same object as far as a history can tell: states that it cannot tell
    /// apart become one, so that search meets them once. Nothing if there is
    /// nothing to gain.
    fn as_observed_by(&self, _history: &History) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// A decision procedure for long histories of this object (or of one part
    /// of it), faster than search, if it applies to the history.
    fn monitor(&self, _history: &History) -> MonitorAnswer {
        MonitorAnswer::NotApplicable
    }

    /// A state as people write it.
    fn describe(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }
}

/// Why a call does not fit a specification.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecificationError {
    /// The object has no such method.
    #[error("a {specification} has no method `{method}`; it has {}", .known.join(", "))]
    UnknownMethod {
        /// The name of the specification.
        specification: &'static str,
        /// The method that was called.
        method: String,
        /// The methods that there are.
        known: &'static [&'static str],
    },
    /// The method takes other arguments.
    #[error("`{call}` does not fit: `{method}` takes {expected}")]
    WrongArguments {
        /// The call as it was made.
        call: String,
        /// The method.
        method: String,
        /// What the method takes.
        expected: &'static str,
    },
}

/// The error for a call that a specification cannot parse: a wrong method, or
/// the right method with wrong arguments.
fn refuse(
    specification: &'static str,
    call: &Call,
    known: &'static [&'static str],
    expected: &'static str,
) -> SpecificationError {
    if known.contains(&&*call.method) {
        SpecificationError::WrongArguments {
            call: call.to_string(),
            method: call.method.to_string(),
            expected,
        }
    } else {
        SpecificationError::UnknownMethod { specification, method: call.method.to_string(), known }
    }
}

/// `{1, 2}`, `[1, 2]`, ... as messages show it.
fn listed<'value>(
    open: &str,
    values: impl IntoIterator<Item = &'value Value>,
    close: &str,
) -> String {
    let values: Vec<String> = values.into_iter().map(Value::to_string).collect();
    format!("{open}{}{close}", values.join(", "))
}
