//! Why a history is not linearizable, for people.

use std::{
    fmt,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use super::{
    MonitorAnswer, Pattern, search,
    wing_gong::{Budget, Outcome, possible_answers},
};
use crate::{History, Specification, Value};

/// How many answers that would have been right are listed.
const MOST_ANSWERS: usize = 8;

/// Search may take long where a monitor has decided; it then only helps to
/// explain, and gets this much.
const EXPLANATION_BUDGET: (Duration, usize) = (Duration::from_millis(300), 100_000);

/// How many bytes the search for an explanation may add to what the process occupies.
const EXPLANATION_MEMORY: u64 = 1 << 30;

/// Why a history is not linearizable.
///
/// If a history is linearizable, so is every prefix of it (operations that
/// have not returned yet being pending). So there is one return with which it
/// stops being linearizable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The operations that matter, and only those (one key of a map, say).
    pub part: History,
    /// The operation with whose return the history stops being linearizable,
    /// as an index into `part`. Nothing if that was not worked out.
    pub culprit: Option<u32>,
    /// An order that explains everything up to that return, as indices into
    /// `part`.
    pub prefix: Vec<u32>,
    /// What the culprit could have returned instead, each with a state in
    /// which it would have; empty if that was not worked out.
    pub possible: Vec<(Value, String)>,
    /// Whether nothing else was possible.
    pub possible_is_complete: bool,
    /// The operations that contradict each other, where a monitor found them.
    pub pattern: Option<Pattern>,
}

/// Explains why the search got stuck at a return. The search knows what
/// operations return later and turns back early, so the history may stop being
/// linearizable only at a later return.
pub(super) fn of_search<S: Specification>(
    specification: &S,
    part: &History,
    stuck: u32,
    in_full: bool,
    budget: Budget<'_>,
) -> Explanation {
    if !in_full {
        return Explanation::without_details(part);
    }
    let operations = part.operations();
    let mut returns: Vec<u32> = operations
        .iter()
        .filter_map(|operation| operation.returned)
        .filter(|returned| *returned >= stuck)
        .collect();
    returns.sort_unstable();
    let mut exhausted = false;
    let first = returns.partition_point(|&returned| {
        match search(specification, &part.prefix(returned), budget) {
            Ok(outcome) => matches!(outcome, Outcome::Linearizable(_)),
            Err(_) => {
                exhausted = true;
                false
            }
        }
    });
    match returns.get(first) {
        Some(&returned) if !exhausted => explain_return(specification, part, returned, budget),
        _ => Explanation::without_details(part),
    }
}

/// Explains a pattern that a monitor found.
pub(super) fn of_pattern<S: Specification>(
    specification: &S,
    part: &History,
    pattern: Pattern,
    in_full: bool,
) -> Explanation {
    let mut explanation = Explanation::without_details(part);
    if in_full {
        let (time, configurations) = EXPLANATION_BUDGET;
        let cancel = AtomicBool::new(false);
        let deadline = Some(Instant::now() + time);
        let occupied = aplomb_explore::resident_memory().unwrap_or_default();
        let memory = Some(occupied + EXPLANATION_MEMORY);
        let budget = Budget { deadline, cancel: &cancel, configurations, memory };
        if let Some(returned) = first_refused(specification, part) {
            explanation = explain_return(specification, part, returned, budget);
        } else if let Ok(Outcome::Stuck { returned }) = search(specification, part, budget) {
            explanation = of_search(specification, part, returned, true, budget);
        }
    }
    explanation.pattern = Some(pattern);
    explanation
}

/// The first return with which the monitor refuses the history, if the monitor
/// decides the prefixes before and after it.
fn first_refused<S: Specification>(specification: &S, part: &History) -> Option<u32> {
    let mut returns: Vec<u32> =
        part.operations().iter().filter_map(|operation| operation.returned).collect();
    returns.sort_unstable();
    let monitor = |returned: u32| specification.monitor(&part.prefix(returned));
    let refuses = |returned: &u32| matches!(monitor(*returned), MonitorAnswer::NotLinearizable(_));
    let first = returns.partition_point(|returned| !refuses(returned));
    let before = first.checked_sub(1).map_or(MonitorAnswer::Linearizable, |i| monitor(returns[i]));
    let returned = *returns.get(first)?;
    (before == MonitorAnswer::Linearizable && refuses(&returned)).then_some(returned)
}

fn explain_return<S: Specification>(
    specification: &S,
    part: &History,
    returned: u32,
    budget: Budget<'_>,
) -> Explanation {
    let mut explanation = Explanation::without_details(part);
    let operations = part.operations();
    explanation.culprit = operations
        .iter()
        .position(|operation| operation.returned == Some(returned))
        .map(|i| i as u32);
    // Places in the prefix are places in the part: a prefix drops later calls.
    if let Some(before) = returned.checked_sub(1)
        && let Ok(Outcome::Linearizable(order)) =
            search(specification, &part.prefix(before), budget)
    {
        explanation.prefix = order;
    }
    if let Some(culprit) = explanation.culprit {
        let unrecorded = part.prefix(returned).without_result(culprit);
        let (possible, complete) =
            possible_answers(specification, &unrecorded, culprit, MOST_ANSWERS, budget);
        explanation.possible = possible;
        explanation.possible_is_complete = complete;
    }
    explanation
}

impl Explanation {
    fn without_details(part: &History) -> Explanation {
        Explanation {
            part: part.clone(),
            culprit: None,
            prefix: Vec::new(),
            possible: Vec::new(),
            possible_is_complete: false,
            pattern: None,
        }
    }

    /// Where the explanation ends in the order of all events: parts that fail
    /// earlier are reported first.
    pub(super) fn place(&self) -> u32 {
        match self.culprit {
            Some(culprit) => self.part.operations()[culprit as usize].returned_or_end(),
            None => u32::MAX,
        }
    }

    /// `add(3) → true by thread 1 (line 7)`.
    pub fn name(&self, operation: u32) -> String {
        let operation = &self.part.operations()[operation as usize];
        let line = match (operation.return_line, operation.call_line) {
            (0, 0) => String::new(),
            (0, line) | (line, _) => format!(" (line {line})"),
        };
        format!(
            "{} by thread {}{line}",
            self.part.describe(operation),
            self.part.thread_name(operation)
        )
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(culprit) = self.culprit {
            writeln!(f, "no order explains {}", self.name(culprit))?;
            let operation = &self.part.operations()[culprit as usize];
            let call = self.part.call(operation);
            if let [(only, state)] = &*self.possible
                && self.possible_is_complete
            {
                writeln!(f, "it had to return {only} (in the state {state})")?;
            } else if !self.possible.is_empty() {
                let more = if self.possible_is_complete { "" } else { ", ..." };
                let answers: Vec<String> =
                    self.possible.iter().map(|(answer, _)| answer.to_string()).collect();
                writeln!(f, "{call} could only return {}{more}", answers.join(", "))?;
            }
        }
        if let Some(pattern) = &self.pattern {
            writeln!(f, "{}", pattern.reason)?;
            for &operation in pattern.operations.iter().take(12) {
                writeln!(f, "  {}", self.name(operation))?;
            }
        }
        if let (Some(_), false) = (self.culprit, self.prefix.is_empty()) {
            writeln!(f, "everything before that is explained by this order:")?;
            let skipped = self.prefix.len().saturating_sub(12);
            if skipped > 0 {
                writeln!(f, "  ... {skipped} operations ...")?;
            }
            for &operation in &self.prefix[skipped..] {
                writeln!(f, "  {}", self.name(operation))?;
            }
        }
        Ok(())
    }
}
