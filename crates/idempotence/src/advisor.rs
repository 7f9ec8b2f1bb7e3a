//! The advisor: the fewest operations to protect so that a function verifies
//! (section 6 of the paper).
//!
//! The heuristic starts with everything protected that the proof fails at, and takes
//! protections away. The exhaustive search looks for a cheaper set: protections
//! without which even all others do not suffice are in every set, so only the rest is
//! enumerated.

use crate::app::{App, map_step};
use crate::protection::{Protection, Protections};
use crate::simulation::{
    Environment, Obligation, Simulated, changes, simulate_between_runs, simulate_until_failure,
};
use aplomb_symbolic::{Action, Origin, StepId, SymbolId, Trace};
use rustc_hash::FxHashMap;

/// How many optional protections the exhaustive search enumerates at most.
const MOST_OPTIONAL: usize = 7;

/// How many sets are tried for a short function.
const MOST_PROOFS: usize = 128;

/// How many steps a short function has.
const SHORT: usize = 12;

/// How often protections are added for what the proof fails at.
const ROUNDS: usize = 5;

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
pub fn candidates(app: &App, function: usize) -> Vec<Protection> {
    let trace = &app.functions[function].trace;
    let mut candidates: Vec<Protection> = Vec::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let id = StepId(index as u32);
        match &step.action {
            _ if step.kept.is_some() => {}
            Action::Effect { .. } => candidates.push(Protection::IdempotencyKey(id)),
            Action::Access { .. } if changes(step) => candidates.push(Protection::Once(id)),
            Action::Access { .. } | Action::Scan { .. } => {
                candidates.push(Protection::LogRead(id));
            }
            Action::Sweep { .. } | Action::Unknown { .. } => {}
        }
    }
    let sources = 0..trace.sources.len();
    let drawn = sources.filter(|&source| trace.sources[source].kept.is_none());
    candidates.extend(drawn.map(Protection::LogSource));
    candidates.sort_by_key(|p| std::cmp::Reverse(cost(app, function, p)));
    candidates
}

/// What a protection costs, in units of writes per request. A write that happens once is one
/// transaction with the row of a log. Identifiers, random numbers and idempotency keys are
/// derived from the request, so they cost nothing.
pub fn cost(app: &App, function: usize, protection: &Protection) -> usize {
    let trace = &app.functions[function].trace;
    match protection {
        Protection::Once(_) => 4,
        Protection::LogRead(_) => 1,
        Protection::IdempotencyKey(_) => 0,
        Protection::LogSource(source) => {
            let source = &trace.sources[*source];
            let unique = Origin::Fresh { unique: true };
            let is_id = app.terms.symbol(source.symbol).origin == unique;
            usize::from(!is_id && !source.is_random())
        }
    }
}

/// The cost of a set. All clocks of a function are the time of the request, which is kept once.
pub fn total(app: &App, function: usize, protections: &Protections) -> usize {
    let trace = &app.functions[function].trace;
    let is_clock = |protection: &&Protection| matches!(protection, Protection::LogSource(source) if trace.sources[*source].is_clock());
    let clock = protections.iter().any(|protection| is_clock(&protection));
    let others = protections.iter().filter(|protection| !is_clock(protection));
    others.map(|protection| cost(app, function, protection)).sum::<usize>() + usize::from(clock)
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

/// Protections with which a function verifies.
struct Sufficient {
    protections: Protections,
    /// The proof needs that nobody looks while a retry is under way.
    needs_nobody_to_look: bool,
}

impl Sufficient {
    fn advice(self, minimal: bool) -> Advice {
        let Sufficient { protections, needs_nobody_to_look } = self;
        Advice::Protect { protections, minimal, needs_nobody_to_look }
    }
}

/// One function in its environment, to be protected.
struct Advisor<'a> {
    app: &'a mut App,
    function: usize,
    environment: Environment,
}

/// Takes protections away from a set that suffices as long as the function verifies.
/// Those that nobody needs go many at a time; each that is needed costs one crash
/// point, since that is where it is missed. `unmet` is what cannot be shown without
/// protection.
pub fn heuristic(
    app: &mut App,
    function: usize,
    environment: Environment,
    unmet: &[Obligation],
) -> Advice {
    let found = Advisor { app, function, environment }.reduced(unmet);
    found.map_or(Advice::Nothing, |found| found.advice(false))
}

/// Looks for the cheapest set; `unmet` is what cannot be shown without protection.
pub fn exhaustive(
    app: &mut App,
    function: usize,
    environment: Environment,
    unmet: &[Obligation],
) -> Advice {
    let mut advisor = Advisor { app, function, environment };
    let found = advisor.reduced(unmet);
    found.map_or(Advice::Nothing, |found| advisor.cheapest(found))
}

impl Advisor<'_> {
    fn trace(&self) -> &Trace {
        &self.app.functions[self.function].trace
    }

    /// By what sets are compared: what they cost, and how many operations have to be touched.
    fn weight(&self, protections: &Protections) -> (usize, usize) {
        (total(self.app, self.function, protections), protections.len())
    }

    /// These protections, if they suffice. The crash point after `first` is looked at
    /// first.
    fn prove(&mut self, protections: Protections, first: Option<StepId>) -> Option<Sufficient> {
        let (function, environment) = (self.function, self.environment);
        let Simulated { unmet, needs_nobody_to_look, .. } =
            simulate_until_failure(self.app, function, environment, &protections, first);
        unmet.is_empty().then_some(Sufficient { protections, needs_nobody_to_look })
    }

    /// A set of which nothing can be taken away.
    fn reduced(&mut self, unmet: &[Obligation]) -> Option<Sufficient> {
        let mut kept = self.sufficient(unmet)?;
        let mut some = candidates(self.app, self.function);
        some.retain(|protection| kept.protections.contains(protection));
        self.take_away(&mut kept, &some);
        Some(kept)
    }

    /// A set that suffices: protections of what the proof fails at, until it does not
    /// fail; if that leads nowhere, everything.
    fn sufficient(&mut self, unmet: &[Obligation]) -> Option<Sufficient> {
        let (function, environment) = (self.function, self.environment);
        let remedies = Remedies::of(self.app, function);
        let mut protections = Protections::new();
        let (mut unmet, mut needs_nobody_to_look) = (unmet.to_vec(), false);
        for _ in 0..ROUNDS {
            if unmet.is_empty() {
                return Some(Sufficient { protections, needs_nobody_to_look });
            }
            let before = protections.len();
            for obligation in &unmet {
                remedies.add(self.app, function, obligation, &mut protections);
            }
            if protections.len() == before {
                break;
            }
            Simulated { unmet, needs_nobody_to_look, .. } =
                simulate_between_runs(self.app, function, environment, &protections);
        }
        let all = candidates(self.app, self.function).into_iter().collect();
        self.prove(all, None)
    }

    /// Takes away all of some protections, or, if that is too much, each half in turn.
    fn take_away(&mut self, kept: &mut Sufficient, some: &[Protection]) {
        let Some(first) = some.first() else { return };
        let fewer = kept.protections.iter().filter(|p| !some.contains(p)).copied().collect();
        let first = place(self.trace(), first);
        if let Some(enough) = self.prove(fewer, Some(first)) {
            *kept = enough;
        } else if some.len() > 1 {
            let (left, right) = some.split_at(some.len() / 2);
            self.take_away(kept, left);
            self.take_away(kept, right);
        }
    }

    /// The cheapest set, if not too many have to be tried, else the one found.
    fn cheapest(&mut self, found: Sufficient) -> Advice {
        let all: Protections = candidates(self.app, self.function).into_iter().collect();
        let (needed, optional): (Vec<_>, Vec<_>) = all.iter().copied().partition(|protection| {
            found.protections.contains(protection) && {
                let mut others = all.clone();
                others.remove(protection);
                let first = place(self.trace(), protection);
                self.prove(others, Some(first)).is_none()
            }
        });
        // What every set needs is the cheapest set, if it suffices.
        if needed.len() == found.protections.len() {
            return found.advice(true);
        }
        if optional.len() > MOST_OPTIONAL {
            return found.advice(false);
        }
        let mut best = found;
        // A proof takes the longer the more steps there are.
        let mut proofs = (MOST_PROOFS * SHORT / self.trace().steps.len().max(SHORT)).max(1);
        for choice in 0u32..1 << optional.len() {
            let mut set: Protections = needed.iter().copied().collect();
            let chosen = optional.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
            set.extend(chosen.map(|(_, protection)| *protection));
            if self.weight(&set) >= self.weight(&best.protections) {
                continue;
            }
            if proofs == 0 {
                return best.advice(false);
            }
            proofs -= 1;
            if let Some(cheaper) = self.prove(set, None) {
                best = cheaper;
            }
        }
        best.advice(true)
    }
}

/// What can be protected for a step or a value not to differ on retry.
struct Remedies {
    /// By step.
    steps: FxHashMap<StepId, Protection>,
    /// By the value that a step or a source gives.
    values: FxHashMap<SymbolId, Protection>,
}

impl Remedies {
    fn of(app: &App, function: usize) -> Self {
        let trace = &app.functions[function].named;
        let mut remedies = Remedies { steps: FxHashMap::default(), values: FxHashMap::default() };
        for protection in candidates(app, function) {
            let id = match protection {
                Protection::LogSource(source) => {
                    remedies.values.insert(trace.sources[source].symbol, protection);
                    continue;
                }
                Protection::Once(id) | Protection::LogRead(id) | Protection::IdempotencyKey(id) => {
                    id
                }
            };
            remedies.steps.insert(id, protection);
            match &trace.step(id).action {
                Action::Access { accesses, .. } => {
                    let contents = accesses.iter().map(|access| (access.old, protection));
                    remedies.values.extend(contents);
                }
                Action::Scan { reply, .. } | Action::Effect { reply, .. } => {
                    remedies.values.insert(*reply, protection);
                }
                Action::Sweep { .. } | Action::Unknown { .. } => {}
            }
        }
        remedies
    }

    /// Adds protections of the step that an obligation is about, and of all that it
    /// depends on.
    fn add(&self, app: &App, function: usize, obligation: &Obligation, to: &mut Protections) {
        let trace = &app.functions[function].named;
        let mut roots = Vec::new();
        match obligation.step {
            Some(id) => {
                map_step(&mut trace.step(id).clone(), &mut |term| {
                    roots.push(term);
                    term
                });
                to.extend(self.steps.get(&id));
            }
            None => roots.extend(trace.completions.iter().flat_map(|c| [c.guard, c.value])),
        }
        let values = app.terms.symbols_of(&roots);
        to.extend(values.iter().filter_map(|value| self.values.get(value)));
    }
}
