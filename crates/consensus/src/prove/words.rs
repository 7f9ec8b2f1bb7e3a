//! States, steps and elements in words.

use super::{
    formula::{Relation, Sort, Variable},
    obligation::{Counterexample, Obligation, When},
    structure::{Environment, Judge, State},
    system::{System, Transition},
};

impl System {
    /// The name of an element: `0` and `r1` in an ordered sort, `n1` and `n2` in another.
    pub fn element(&self, sort: Sort, element: usize) -> String {
        match (self.signature.is_ordered(sort), element) {
            (true, 0) => "0".to_owned(),
            (true, _) => format!("{}{element}", self.signature.letter(sort)),
            (false, _) => format!("{}{}", self.signature.letter(sort), element + 1),
        }
    }

    /// A step with its arguments: `VOTE(n1, r1)`.
    pub fn step(&self, transition: &Transition, chosen: &Environment) -> String {
        format!("{}({})", transition.name, self.elements(&transition.parameters, chosen))
    }

    fn elements(&self, variables: &[Variable], chosen: &Environment) -> String {
        let shown = variables.iter().filter(|variable| !self.is_hidden(variable.sort));
        let names = shown.filter_map(|variable| {
            let (_, element) = chosen.iter().find(|(known, _)| known == variable)?;
            Some(self.element(variable.sort, *element))
        });
        names.collect::<Vec<_>>().join(", ")
    }

    /// What the step means for the tree: `add(r1, v1, 0)`.
    pub fn event(&self, transition: &Transition, chosen: &Environment) -> Option<String> {
        let event = transition.event.as_ref()?;
        Some(format!("{}({})", event.operation, self.elements(&event.arguments, chosen)))
    }
}

impl Judge<'_> {
    /// Everything that is related, one text for each tuple: `voted(n1, r1)`.
    pub fn facts(&self, state: &State) -> Vec<String> {
        self.facts_of(state, self.system.signature.relations())
    }

    /// What is related in this run and never changes: who is in which quorum.
    pub fn fixed(&self, state: &State) -> Vec<String> {
        let relations = self.system.signature.relations();
        self.facts_of(state, relations.filter(|it| self.system.signature.is_fixed(*it)))
    }

    fn facts_of(&self, state: &State, relations: impl Iterator<Item = Relation>) -> Vec<String> {
        let signature = &self.system.signature;
        let facts = relations.flat_map(|relation| {
            let sorts = signature.arguments(relation);
            let tuples = self.related(state, relation).into_iter();
            tuples.map(move |tuple| {
                let shown = sorts.iter().zip(&tuple);
                let shown = shown.filter(|(sort, _)| !self.system.is_hidden(**sort));
                let names = shown.map(|(sort, element)| self.system.element(*sort, *element));
                let names = names.collect::<Vec<_>>().join(", ");
                format!("{}({names})", signature.relation_name(relation))
            })
        });
        facts.collect()
    }

    /// The elements of the universe: `process n1 n2; round 0 < r1`.
    pub fn elements(&self) -> String {
        let shown = self.system.signature.sorts().filter(|sort| !self.system.is_hidden(*sort));
        let sorts = shown.map(|sort| {
            let names: Vec<String> =
                (0..self.universe.size(sort)).map(|it| self.system.element(sort, it)).collect();
            let between = if self.system.signature.is_ordered(sort) { " < " } else { ", " };
            format!("{} {}", self.system.signature.sort_name(sort), names.join(between))
        });
        sorts.collect::<Vec<_>>().join("; ")
    }
}

/// A counterexample to induction as paragraphs.
pub fn paragraphs(
    system: &System,
    obligation: &Obligation<'_>,
    counterexample: &Counterexample,
) -> Vec<String> {
    let judge = Judge { system, universe: &counterexample.universe };
    let before = judge.facts(&counterexample.before);
    let listed = |facts: &[String]| match facts.is_empty() {
        true => "nothing".to_owned(),
        false => facts.join(", "),
    };
    let mut paragraphs =
        vec![format!("the universe: {}", judge.elements()), format!("before: {}", listed(&before))];
    if let Some(transition) = obligation.transition() {
        let step = system.step(transition, &counterexample.chosen);
        let event = system.event(transition, &counterexample.chosen);
        let event = event.map(|event| format!(", which is {event}")).unwrap_or_default();
        paragraphs.push(format!("the step: {step}{event}"));
    }
    if let Some(after) = &counterexample.after {
        let after = judge.facts(after);
        let new: Vec<String> = after.iter().filter(|it| !before.contains(it)).cloned().collect();
        let gone: Vec<String> = before.iter().filter(|it| !after.contains(it)).cloned().collect();
        let gone = match gone.is_empty() {
            true => String::new(),
            false => format!("; no longer: {}", gone.join(", ")),
        };
        paragraphs.push(format!("after: also {}{gone}", listed(&new)));
    }
    let elements = counterexample.refutation.iter().filter(|(it, _)| !system.is_hidden(it.sort));
    let elements = elements.map(|(variable, element)| {
        let name = system.signature.variable_name(*variable);
        format!("{name} = {}", system.element(variable.sort, *element))
    });
    let elements: Vec<String> = elements.collect();
    let for_these = match elements.is_empty() {
        true => String::new(),
        false => format!(", for {}", elements.join(", ")),
    };
    let kind = if matches!(obligation.when, When::Before(_)) { "law" } else { "invariant" };
    let goal = obligation.goal;
    paragraphs.push(format!("the {kind} {} is false: {}{for_these}", goal.name, goal.text));
    paragraphs
}
