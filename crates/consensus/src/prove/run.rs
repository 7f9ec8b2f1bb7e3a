//! Runs of a system in a small universe, from its initial state: they show that something
//! can happen at all, and what really goes wrong where a proof fails.

use std::collections::{HashMap, VecDeque};

use super::{
    formula::{Formula, Sort, Term},
    obligation::{Counterexample, Effort, universes},
    solver,
    structure::{Environment, Judge, State, Universe},
    system::{Rule, System, Transition},
};

/// A run from the initial state.
#[derive(Clone, Debug)]
pub struct Run {
    /// The elements.
    pub universe: Universe,
    /// Where it begins.
    pub initial: State,
    /// Which transition is taken, by its position in the system, and its parameters.
    pub steps: Vec<(usize, Environment)>,
}

/// A run whose last step breaks a rule: the event of the step breaks a law, or what the
/// system claims is false after it.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The run.
    pub run: Run,
    /// The rule that its last step breaks.
    pub broken: Rule,
}

/// A step from one state to the next.
struct Move<'m> {
    state: &'m State,
    transition: &'m Transition,
    chosen: &'m Environment,
    next: &'m State,
}

/// The most states that a search visits.
const MOST_STATES: usize = 20_000;

/// The most universes, apart from that of a counterexample, in which a violation is looked for.
const MOST_UNIVERSES: usize = 4;

/// The most elements of a sort in a small universe.
const SMALL: usize = 3;

/// A run in which a round commits and a later one continues it: a proof that covers no
/// such run would be worth nothing.
pub fn decides_and_goes_on(system: &System, effort: &Effort) -> Option<Run> {
    let committed = system.signature.relation_named("committed")?;
    let universes = small_universes(system, effort);
    Search::new(system, effort).first(universes, |judge, step| {
        let Some(event) = step.transition.event.as_ref().filter(|it| it.operation == "add") else {
            return false;
        };
        // The arguments are an instance, if there are several, the round, the value and the
        // parent.
        let (instance, rest) = event.arguments.split_at(event.arguments.len() - 3);
        let parent = instance.iter().chain(&rest[2..]).map(|it| Term::Variable(*it));
        let decided = Formula::Related(committed, parent.collect());
        judge.holds(step.state, &decided, &mut step.chosen.clone())
    })
}

/// A run that breaks a law or a claim: in the universe of a counterexample to induction, or
/// in some other small one.
pub fn violation<'c>(
    system: &System,
    counterexamples: impl Iterator<Item = &'c Counterexample>,
    effort: &Effort,
) -> Option<Violation> {
    let given = counterexamples.map(|it| (it.universe.clone(), it.before.clone()));
    let is_wide = |universe: &Universe| {
        let ordered = |sort: &Sort| system.signature.is_ordered(*sort);
        system.signature.sorts().filter(ordered).all(|sort| universe.size(sort) >= 3)
    };
    let wide = small_universes(system, effort).filter(|(universe, _)| is_wide(universe));
    let universes = given.chain(wide.take(MOST_UNIVERSES));
    let run = Search::new(system, effort)
        .first(universes, |judge, step| broken(system, judge, step).is_some())?;
    let broken = broken_by(system, &run).ok()?;
    Some(Violation { run, broken })
}

/// A run in a small universe after which an invariant is false, or whose last step breaks a
/// law. Of a system that is proved there is none: this is the proof's own test.
pub fn contradiction(system: &System, effort: &Effort) -> Option<Run> {
    let universes = small_universes(system, effort).take(MOST_UNIVERSES);
    Search::new(system, effort).first(universes, |judge, step| {
        let holds = |rule: &Rule| judge.holds(step.next, &rule.formula, &mut Vec::new());
        broken(system, judge, step).is_some() || !system.invariants.iter().all(holds)
    })
}

/// Small universes in which something can happen, each with relations that never change.
fn small_universes(system: &System, effort: &Effort) -> impl Iterator<Item = (Universe, State)> {
    let rules = system.axioms.iter().chain(&system.plenty);
    let axioms: Vec<Formula> = rules.map(|rule| rule.formula.clone()).collect();
    let mut left = effort.steps;
    universes(system, SMALL).filter_map(move |universe| {
        let (fixed, _) = solver::model(&system.signature, &universe, &axioms, &[], &mut left)?;
        Some((universe, fixed))
    })
}

/// Makes the run again, step by step, and says which rule its last step breaks.
pub(super) fn broken_by(system: &System, run: &Run) -> Result<Rule, String> {
    let judge = Judge { system, universe: &run.universe };
    let mut state = run.initial.clone();
    let mut last = None;
    for (position, chosen) in &run.steps {
        let transition = &system.transitions[*position];
        if !judge.enabled(&state, transition, chosen) {
            return Err(format!("{} cannot be taken", system.step(transition, chosen)));
        }
        let next = judge.after(&state, transition, chosen);
        let step = Move { state: &state, transition, chosen, next: &next };
        last = broken(system, &judge, &step).cloned();
        state = next;
    }
    last.ok_or_else(|| "its last step breaks nothing".to_owned())
}

/// The rule that a step breaks.
fn broken<'s>(system: &'s System, judge: &Judge<'_>, step: &Move<'s>) -> Option<&'s Rule> {
    let laws = step.transition.event.iter().flat_map(|event| &event.laws);
    let mut laws =
        laws.filter(|law| !judge.holds(step.state, &law.formula, &mut step.chosen.clone()));
    let claims = system.invariants.iter().filter(|it| system.claims.contains(&it.name));
    let mut claims = claims.filter(|it| !judge.holds(step.next, &it.formula, &mut Vec::new()));
    laws.next().or_else(|| claims.next())
}

/// Looks for a run in one universe after the other, until it has seen enough states.
struct Search<'s> {
    system: &'s System,
    /// How many states may still be visited.
    left: usize,
}

impl<'s> Search<'s> {
    fn new(system: &'s System, effort: &Effort) -> Self {
        Search { system, left: effort.states }
    }

    /// A run whose last step is one to stop at, in the first universe that has one.
    fn first(
        &mut self,
        universes: impl IntoIterator<Item = (Universe, State)>,
        stop: impl Fn(&Judge<'_>, &Move<'_>) -> bool,
    ) -> Option<Run> {
        let mut universes = universes.into_iter();
        while self.left > 0 {
            let (universe, fixed) = universes.next()?;
            if let Some(run) = self.within(&universe, &fixed, &stop) {
                return Some(run);
            }
        }
        None
    }

    /// The shortest run in a universe whose last step is one to stop at, breadth first.
    fn within(
        &mut self,
        universe: &Universe,
        fixed: &State,
        stop: impl Fn(&Judge<'_>, &Move<'_>) -> bool,
    ) -> Option<Run> {
        let judge = Judge { system: self.system, universe };
        let initial = judge.initial(fixed);
        let most = self.left.min(MOST_STATES);
        let mut cause: HashMap<State, Option<(State, usize, Environment)>> = HashMap::new();
        let mut waiting = VecDeque::from([initial.clone()]);
        cause.insert(initial.clone(), None);
        while let Some(state) = waiting.pop_front() {
            for (position, transition) in self.system.transitions.iter().enumerate() {
                for chosen in universe.assignments(&transition.parameters) {
                    if !judge.enabled(&state, transition, &chosen) {
                        continue;
                    }
                    let next = judge.after(&state, transition, &chosen);
                    let step = Move { state: &state, transition, chosen: &chosen, next: &next };
                    if stop(&judge, &step) {
                        let mut steps = path(&cause, &state);
                        steps.push((position, chosen));
                        return Some(Run { universe: universe.clone(), initial, steps });
                    }
                    if !cause.contains_key(&next) && cause.len() < most {
                        cause.insert(next.clone(), Some((state.clone(), position, chosen)));
                        waiting.push_back(next);
                    }
                }
            }
        }
        self.left -= cause.len();
        None
    }
}

/// The steps that led to a state.
fn path(
    cause: &HashMap<State, Option<(State, usize, Environment)>>,
    state: &State,
) -> Vec<(usize, Environment)> {
    let mut steps = Vec::new();
    let mut at = state;
    while let Some(Some((before, position, chosen))) = cause.get(at) {
        steps.push((*position, chosen.clone()));
        at = before;
    }
    steps.reverse();
    steps
}
