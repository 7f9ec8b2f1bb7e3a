//! The advisor: the fewest operations to protect so that a function verifies
//! (section 6 of the paper).
//!
//! The heuristic starts with everything protected and takes protections away. The
//! exhaustive search looks for a cheaper set: protections without which even all
//! others do not suffice are in every set, so only the rest is enumerated.

use crate::app::App;
use crate::protection::{Protection, Protections};
use crate::simulation::{Environment, changes, simulate_between_runs, verifies};
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
        /// It verifies if nobody looks at stores that no function reads while a retry is
        /// under way.
        needs_nobody_to_look: bool,
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

/// Where a missing protection shows first: the step it is about.
fn place(trace: &Trace, protection: &Protection) -> StepId {
    match protection {
        Protection::Once(step) | Protection::IdempotencyKey(step) | Protection::LogRead(step) => {
            *step
        }
        Protection::LogSource(source) => trace.sources[*source].before,
    }
}

/// Takes protections away from the full set as long as the function verifies.
/// Those that nobody needs go many at a time; each that is needed costs one crash
/// point, since that is where it is missed.
pub fn heuristic(app: &mut App, function: usize, environment: Environment) -> Advice {
    let all = candidates(&app.functions[function].trace);
    let mut kept: Protections = all.iter().copied().collect();
    if !verifies(app, function, environment, &kept, None) {
        return Advice::Nothing;
    }
    take_away(app, function, environment, &mut kept, &all);
    protect(app, function, environment, kept, false)
}

/// The advice to protect these, which suffice.
fn protect(
    app: &mut App,
    function: usize,
    environment: Environment,
    protections: Protections,
    minimal: bool,
) -> Advice {
    let needs_nobody_to_look =
        simulate_between_runs(app, function, environment, &protections).needs_nobody_to_look;
    Advice::Protect { protections, minimal, needs_nobody_to_look }
}

/// Takes away all of some protections, or, if that is too much, each half in turn.
fn take_away(
    app: &mut App,
    function: usize,
    environment: Environment,
    kept: &mut Protections,
    some: &[Protection],
) {
    let Some(first) = some.first() else { return };
    let fewer: Protections = kept.iter().filter(|p| !some.contains(p)).copied().collect();
    let first = place(&app.functions[function].trace, first);
    if verifies(app, function, environment, &fewer, Some(first)) {
        *kept = fewer;
    } else if some.len() > 1 {
        let (left, right) = some.split_at(some.len() / 2);
        take_away(app, function, environment, kept, left);
        take_away(app, function, environment, kept, right);
    }
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
            let first = place(&app.functions[function].trace, protection);
            !verifies(app, function, environment, &others, Some(first))
        }
    });
    if optional.len() > MOST_OPTIONAL {
        return protect(app, function, environment, best, false);
    }
    for choice in 0u32..1 << optional.len() {
        let mut set: Protections = needed.iter().copied().collect();
        let chosen = optional.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
        set.extend(chosen.map(|(_, protection)| *protection));
        if total(&set) < total(&best) && verifies(app, function, environment, &set, None) {
            best = set;
        }
    }
    protect(app, function, environment, best, true)
}
