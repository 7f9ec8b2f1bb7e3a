//! What has to be shown: the invariants hold initially, every transition preserves them,
//! and every event keeps the laws of the quorum tree.

use std::fmt;

use aplomb_report::Cause;

use super::{
    alternation::Alternations,
    formula::{Formula, Variable},
    solver::{self, Answer},
    structure::{Environment, Judge, State, Universe},
    system::{Rule, System, Transition},
};

/// One thing to show.
#[derive(Clone, Copy, Debug)]
pub struct Obligation<'s> {
    /// When it must be true.
    pub when: When<'s>,
    /// What must be true.
    pub goal: &'s Rule,
}

/// When a goal must be true.
#[derive(Clone, Copy, Debug)]
pub enum When<'s> {
    /// In the initial state.
    Initially,
    /// After the transition, if all invariants hold before.
    After(&'s Transition),
    /// Before the transition, whose event it concerns, if all invariants hold.
    Before(&'s Transition),
}

/// What came of an obligation.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It is proved.
    Proved,
    /// It is not proved: a state, not necessarily a reachable one, speaks against it.
    Refuted(Box<Counterexample>),
    /// It is not known, and why.
    Undecided(Cause, String),
}

/// A counterexample to induction: a state in which all invariants hold and a step after
/// which one does not, or an event that breaks a law.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The elements.
    pub universe: Universe,
    /// The state before the step, or the initial state.
    pub before: State,
    /// The parameters of the step.
    pub chosen: Environment,
    /// The state after it, if there is a step.
    pub after: Option<State>,
    /// The elements for which the goal is false, if it is one for all elements.
    pub refutation: Environment,
}

/// The most universes in which a counterexample is looked for, the smallest first.
const MOST_UNIVERSES: usize = 300;

/// How much work a proof may be.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Steps of Z3 for one question, and as many again in search of a counterexample.
    pub steps: u32,
    /// The most elements of one sort in a counterexample.
    pub elements: usize,
    /// The most states that are visited in search of a run, in all universes together.
    pub states: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { steps: 50_000_000, elements: 4, states: 50_000 }
    }
}

impl System {
    /// Everything that has to be shown.
    pub fn obligations(&self) -> Vec<Obligation<'_>> {
        let initially = self.invariants.iter().map(|goal| (When::Initially, goal));
        let steps = self.transitions.iter().flat_map(|transition| {
            let laws = transition.event.iter().flat_map(|event| &event.laws);
            let laws = laws.map(move |law| (When::Before(transition), law));
            let after = self.invariants.iter().map(move |goal| (When::After(transition), goal));
            laws.chain(after)
        });
        initially.chain(steps).map(|(when, goal)| Obligation { when, goal }).collect()
    }
}

impl<'s> Obligation<'s> {
    /// The transition, if there is one.
    pub fn transition(&self) -> Option<&'s Transition> {
        match self.when {
            When::Initially => None,
            When::After(transition) | When::Before(transition) => Some(transition),
        }
    }

    /// What is true if the obligation is not met.
    pub fn question(&self, system: &System) -> Vec<Formula> {
        let axioms = system.axioms.iter().map(|axiom| axiom.formula.clone());
        let mut formulas: Vec<Formula> = axioms.collect();
        if let Some(transition) = self.transition() {
            let rules = system.invariants.iter().chain(&transition.guards);
            formulas.extend(rules.map(|rule| rule.formula.clone()));
        }
        let goal = &self.goal.formula;
        formulas.push(!match self.when {
            When::Initially => initially(system, goal),
            When::Before(_) => goal.clone(),
            When::After(transition) => transition.before(goal),
        });
        formulas
    }

    /// Whether Z3 proves it. If not, [`Obligation::attempt`] looks for the reason.
    pub fn is_proved(&self, system: &System, effort: &Effort) -> bool {
        let question = self.question(system);
        let mut left = effort.steps;
        solver::satisfiable(&system.signature, &question, &mut left) == Answer::Contradiction
    }

    /// Tries to show it, and looks for the smallest counterexample to induction if it cannot
    /// be shown.
    pub fn attempt(&self, system: &System, effort: &Effort) -> Outcome {
        let question = self.question(system);
        let answer = solver::satisfiable(&system.signature, &question, &mut effort.steps.clone());
        if answer == Answer::Contradiction {
            return Outcome::Proved;
        }
        match self.counterexample(system, &question, effort) {
            Ok(Some(counterexample)) => Outcome::Refuted(Box::new(counterexample)),
            Ok(None) if answer == Answer::Satisfiable => Outcome::Undecided(
                Cause::Undecided,
                format!(
                    "Z3 finds a counterexample to induction, but within {} steps none with at most \
                     {} elements of each sort in {MOST_UNIVERSES} universes",
                    effort.steps, effort.elements
                ),
            ),
            Ok(None) => Outcome::Undecided(
                Cause::LimitReached,
                format!("Z3 does not decide it within {} steps", effort.steps),
            ),
            Err(disagreement) => Outcome::Undecided(Cause::Unconfirmed, disagreement),
        }
    }

    /// The smallest counterexample, confirmed by evaluating everything in it.
    fn counterexample(
        &self,
        system: &System,
        question: &[Formula],
        effort: &Effort,
    ) -> Result<Option<Counterexample>, String> {
        let free: &[Variable] = self.transition().map_or(&[], |transition| &transition.parameters);
        let mut left = effort.steps;
        for universe in universes(system, effort.elements).take(MOST_UNIVERSES) {
            let found = solver::model(&system.signature, &universe, question, free, &mut left);
            if let Some((state, chosen)) = found {
                return self.confirm(system, universe, state, chosen).map(Some);
            }
        }
        Ok(None)
    }

    /// Judges a model of Z3 from scratch: axioms, invariants and guards hold in the state,
    /// the step is made, and the goal is false.
    fn confirm(
        &self,
        system: &System,
        universe: Universe,
        state: State,
        chosen: Environment,
    ) -> Result<Counterexample, String> {
        let judge = Judge { system, universe: &universe };
        let holds = |rule: &&Rule| judge.holds(&state, &rule.formula, &mut chosen.clone());
        let guards = self.transition().into_iter().flat_map(|transition| &transition.guards);
        let invariants = self.transition().map_or(&[][..], |_| &system.invariants);
        let mut assumed = system.axioms.iter().chain(invariants).chain(guards);
        if let Some(rule) = assumed.find(|rule| !holds(rule)) {
            return Err(format!("a counterexample of Z3 does not satisfy {}", rule.name));
        }
        let (before, after) = match self.when {
            When::Initially => (judge.initial(&state), None),
            When::Before(_) => (state, None),
            When::After(transition) => {
                let after = judge.after(&state, transition, &chosen);
                (state, Some(after))
            }
        };
        let judged = after.as_ref().unwrap_or(&before);
        let goal = &self.goal.formula;
        if judge.holds(judged, goal, &mut chosen.clone()) {
            return Err(format!("a counterexample of Z3 does not violate {}", self.goal.name));
        }
        let refutation = judge.refutation(judged, goal, &chosen).unwrap_or_default();
        Ok(Counterexample { universe, before, chosen, after, refutation })
    }
}

/// What `formula` says about the initial state, in which most relations are empty.
fn initially(system: &System, formula: &Formula) -> Formula {
    formula.rebuild(&mut |atom| {
        let Formula::Related(relation, terms) = atom else { return None };
        if system.signature.is_fixed(*relation) {
            return None;
        }
        let initial = system.initial(*relation).map(|change| change.at(terms));
        Some(initial.unwrap_or(Formula::Any(Vec::new())))
    })
}

/// All universes with at most some number of elements of each sort, the smallest first.
pub(super) fn universes(system: &System, most: usize) -> impl Iterator<Item = Universe> {
    let sorts: Vec<usize> = system
        .signature
        .sorts()
        .map(|sort| if system.is_hidden(sort) { 1 } else { most })
        .collect();
    let least = sorts.len();
    let greatest: usize = sorts.iter().sum();
    (least..=greatest).flat_map(move |total| sizes(&sorts, total)).map(Universe)
}

/// All ways to share out `total` elements, each sort having one at least.
fn sizes(most: &[usize], total: usize) -> Vec<Vec<usize>> {
    let Some((first, rest)) = most.split_first() else {
        return if total == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let shares = (1..=*first.min(&total)).flat_map(|size| {
        sizes(rest, total - size).into_iter().map(move |others| [&[size], &others[..]].concat())
    });
    shares.collect()
}

/// A circle of sorts in the quantifiers of some question, if there is one: then nobody
/// promises that Z3 comes to an end.
pub fn undecidable(system: &System) -> Option<Vec<String>> {
    system.obligations().iter().find_map(|obligation| {
        let mut alternations = Alternations::default();
        for formula in obligation.question(system) {
            alternations.assert(&formula);
        }
        alternations.circle(&system.signature)
    })
}

impl fmt::Display for When<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            When::Initially => f.write_str("initially"),
            When::After(transition) => write!(f, "after {}", transition.name),
            When::Before(transition) => write!(f, "before {}", transition.name),
        }
    }
}
