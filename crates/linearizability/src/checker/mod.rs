//! Is there an order of the operations that explains the history?

mod automaton;
mod event_list;
mod explanation;
mod monitor;
mod parts;
mod wing_gong;

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

pub use explanation::Explanation;
pub use monitor::{MonitorAnswer, Pattern};

pub(crate) use monitor::{check_key_value, check_queue, check_register, check_set, check_stack};

use crate::{History, Specification, SpecificationError};
use wing_gong::{Budget, Outcome};

/// How a history is to be checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// Which procedure decides.
    pub procedure: Procedure,
    /// Whether a violation is explained: where it happened and what would have
    /// been right. Costs at most a few times the check itself.
    pub explain: bool,
    /// When to give up.
    pub time_limit: Option<Duration>,
    /// How many configurations the search may remember before it gives up; a
    /// configuration takes about 100 bytes.
    pub configuration_limit: usize,
    /// How many bytes of memory the process may occupy before a search gives up.
    pub memory_limit: Option<u64>,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions {
            procedure: Procedure::Automatic,
            explain: true,
            time_limit: None,
            configuration_limit: 20_000_000,
            memory_limit: None,
        }
    }
}

/// Which procedure decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// A monitor where one applies, search otherwise.
    Automatic,
    /// Search, part by part.
    Search,
    /// Search over the whole history at once: for comparison.
    SearchWhole,
}

/// What was found out about a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckAnswer {
    /// Some order of the operations explains it.
    Linearizable {
        /// One such order per part, as indices into the history, where search
        /// decided.
        orders: Vec<Vec<u32>>,
    },
    /// No order explains it.
    NotLinearizable(Box<Explanation>),
    /// Not decided.
    Unknown(Exhausted),
}

impl CheckAnswer {
    /// Whether the history was found linearizable.
    pub fn is_linearizable(&self) -> bool {
        matches!(self, CheckAnswer::Linearizable { .. })
    }
}

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Exhausted {
    /// The time limit was reached.
    #[error("the time limit was reached; allow more time, or record fewer concurrent operations")]
    Time,
    /// Another part was refused already.
    #[error("not needed any more")]
    Cancelled,
    /// Too many configurations had to be remembered.
    #[error("{configurations} configurations are too many to remember; raise the limit")]
    Memory {
        /// How many there were.
        configurations: usize,
    },
    /// The states of the object took too much memory.
    #[error("the memory limit was reached; allow more memory, or record a shorter history")]
    Space,
}

/// Why a history cannot be checked against a specification.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct CheckError {
    /// The line of the first call that does not fit.
    pub line: u32,
    /// Why it does not fit.
    #[source]
    pub error: SpecificationError,
}

/// Checks a history against a sequential object.
///
/// ```
/// use aplomb_linearizability::{CheckOptions, Format, History, check, specification::Register};
///
/// let history = History::read(
///     r#"{"thread": 1, "method": "write", "args": [1], "call": 0, "return": 10}
///        {"thread": 2, "method": "read", "result": 1, "call": 2, "return": 4}
///        {"thread": 3, "method": "read", "result": null, "call": 5, "return": 6}"#,
///     Format::JsonLines,
/// )?;
/// let answer = check(&Register::default(), &history, &CheckOptions::default())?;
/// assert!(!answer.is_linearizable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check<S: Specification>(
    specification: &S,
    history: &History,
    options: &CheckOptions,
) -> Result<CheckAnswer, CheckError> {
    validate(specification, history)?;
    let cancel = AtomicBool::new(false);
    let budget = Budget {
        cancel: &cancel,
        deadline: options.time_limit.map(|limit| Instant::now() + limit),
        configurations: options.configuration_limit,
        memory: options.memory_limit,
    };
    let parts = match options.procedure {
        Procedure::SearchWhole => parts::Parts::whole(history),
        Procedure::Automatic | Procedure::Search => parts::split(specification, history),
    };
    let answers = parts.each(|part| {
        if cancel.load(Ordering::Relaxed) {
            return CheckAnswer::Unknown(Exhausted::Cancelled);
        }
        let answer = check_part(specification, part, options, budget);
        // Which part fails first matters only to an explanation.
        if matches!(answer, CheckAnswer::NotLinearizable(_)) && !options.explain {
            cancel.store(true, Ordering::Relaxed);
        }
        answer
    });
    Ok(parts.combine(answers))
}

fn validate<S: Specification>(specification: &S, history: &History) -> Result<(), CheckError> {
    for call in history.distinct_calls() {
        if let Err(error) = specification.validate(call) {
            let line = history
                .operations()
                .iter()
                .find(|operation| history.call(operation) == call)
                .map_or(0, |operation| operation.call_line);
            return Err(CheckError { line, error });
        }
    }
    Ok(())
}

fn check_part<S: Specification>(
    specification: &S,
    part: &History,
    options: &CheckOptions,
    budget: Budget<'_>,
) -> CheckAnswer {
    let pattern = match options.procedure {
        Procedure::Automatic => match specification.monitor(part) {
            MonitorAnswer::Linearizable => {
                return CheckAnswer::Linearizable { orders: Vec::new() };
            }
            MonitorAnswer::NotLinearizable(pattern) => Some(pattern),
            MonitorAnswer::NotApplicable => None,
        },
        Procedure::Search | Procedure::SearchWhole => None,
    };
    if let Some(pattern) = pattern {
        let explanation = explanation::of_pattern(specification, part, pattern, options.explain);
        return CheckAnswer::NotLinearizable(Box::new(explanation));
    }
    match search(specification, part, budget) {
        Err(exhausted) => CheckAnswer::Unknown(exhausted),
        Ok(Outcome::Linearizable(order)) => CheckAnswer::Linearizable { orders: vec![order] },
        Ok(Outcome::Stuck { returned }) => CheckAnswer::NotLinearizable(Box::new(
            explanation::of_search(specification, part, returned, options.explain, budget),
        )),
    }
}

/// Searches with as few different states as the history calls for.
fn search<S: Specification>(
    specification: &S,
    history: &History,
    budget: Budget<'_>,
) -> Result<Outcome, Exhausted> {
    match specification.as_observed_by(history) {
        Some(coarser) => wing_gong::search(&coarser, history, budget),
        None => wing_gong::search(specification, history, budget),
    }
}
