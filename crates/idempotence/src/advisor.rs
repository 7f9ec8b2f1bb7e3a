//! The advisor: the fewest operations to protect so that a function verifies
//! (section 6 of the paper).
//!
//! The heuristic starts with everything protected and takes protections away one
//! by one. The exhaustive search looks for a cheaper set: protections without
//! which even all others do not suffice are in every set, so only the rest is
//! enumerated.

use crate::app::App;
use crate::protection::{Protection, Protections};
use crate::simulation::{Environment, changes, verifies};
use aplomb_symbolic::{Action, StepId, Trace};

/// How many optional protections the exhaustive search enumerates at most.
const MOST_OPTIONAL: usize = 7;

/// What the advisor found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// With these protections the function verifies.
    Protect {
        /// The protections.
        protections: Protections,
        /// No cheaper set exists.
        minimal: bool,
    },
    /// Even with everything protected it does not verify.
    Nothing,
}

/// Everything that can be protected, the most expensive first.
pub fn candidates(trace: &Trace) -> Vec<Protection> {
    let mut candidates: Vec<Protection> = Vec::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let id = StepId(index as u32);
        match &step.action {
            Action::Effect { .. } => candidates.push(Protection::IdempotencyKey(id)),
            Action::Access { .. } if changes(step) => candidates.push(Protection::Once(id)),
            Action::Access { .. } | Action::Scan { .. } => {
                candidates.push(Protection::LogRead(id));
            }
            Action::Sweep { .. } | Action::Unknown { .. } => {}
        }
    }
    candidates.extend((0..trace.sources.len()).map(Protection::LogSource));
    candidates.sort_by_key(|p| std::cmp::Reverse(cost(p)));
    candidates
}

/// What a protection costs, in writes to a log per invocation: a write that
/// happens once needs a conditional write beside its own.
pub fn cost(protection: &Protection) -> usize {
    match protection {
        Protection::Once(_) => 3,
        Protection::IdempotencyKey(_) => 2,
        Protection::LogRead(_) => 2,
        Protection::LogSource(_) => 1,
    }
}

/// The cost of a set.
pub fn total(protections: &Protections) -> usize {
    protections.iter().map(cost).sum()
}

/// Takes protections away from the full set as long as the function verifies.
/// Needs as many verifications as there are operations.
pub fn heuristic(app: &mut App, function: usize, environment: Environment) -> Advice {
    let all = candidates(&app.functions[function].trace);
    let mut kept: Protections = all.iter().copied().collect();
    if !verifies(app, function, environment, &kept) {
        return Advice::Nothing;
    }
    for protection in all {
        kept.remove(&protection);
        if !verifies(app, function, environment, &kept) {
            kept.insert(protection);
        }
    }
    Advice::Protect { protections: kept, minimal: false }
}

/// Looks for the cheapest set.
pub fn exhaustive(app: &mut App, function: usize, environment: Environment) -> Advice {
    let Advice::Protect { protections: mut best, .. } = heuristic(app, function, environment)
    else {
        return Advice::Nothing;
    };
    let all: Protections = candidates(&app.functions[function].trace).into_iter().collect();
    let (needed, optional): (Vec<_>, Vec<_>) = all.iter().copied().partition(|protection| {
        best.contains(protection) && {
            let mut others = all.clone();
            others.remove(protection);
            !verifies(app, function, environment, &others)
        }
    });
    if optional.len() > MOST_OPTIONAL {
        return Advice::Protect { protections: best, minimal: false };
    }
    for choice in 0u32..1 << optional.len() {
        let mut set: Protections = needed.iter().copied().collect();
        let chosen = optional.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
        set.extend(chosen.map(|(_, protection)| *protection));
        if total(&set) < total(&best) && verifies(app, function, environment, &set) {
            best = set;
        }
    }
    Advice::Protect { protections: best, minimal: true }
}
