//! Values for unknowns under which conditions hold: a small search over the
//! values that the program itself compares with.

use super::shape::{Route, Shape, route_of};
use crate::entail::conjuncts;
use aplomb_symbolic::{Node, Operator, SymbolId, Term, Terms, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// How many assignments are tried.
const TRIES: usize = 600;

/// An unknown with its shape.
#[derive(Clone)]
pub(crate) struct Unknown {
    /// The unknown.
    pub(crate) term: Term,
    /// What the program looks at.
    pub(crate) shape: Shape,
    /// Values for its leaves, the default first.
    pub(crate) leaves: Vec<(Route, Vec<Term>)>,
}

/// How many leaves may differ from what the goal asks for.
const FARTHEST: usize = 4;

/// How many assignments are looked at, those included that cannot be a solution.
const LOOKS: usize = 100_000;

/// Values for the unknowns such that a goal is not refuted, those nearest to what it
/// asks for first; conditions that stay open count as satisfied.
pub(crate) struct Solutions<'u> {
    unknowns: &'u [Unknown],
    /// The goal, with values for everything that is not changed.
    goal: Term,
    /// The leaves that are changed: index of the unknown, index of the leaf.
    choices: Vec<(usize, usize)>,
    /// The values that the goal asks for, or defaults.
    base: Vec<usize>,
    /// What the unknowns are with these values.
    defaults: FxHashMap<Term, Term>,
    /// For each condition that the base does not satisfy the places that it is about.
    wrong: Vec<Vec<bool>>,
    picked: Vec<usize>,
    /// The places where other values than in the base are picked, in order.
    changed: Vec<usize>,
    /// How many places are changed.
    distance: Option<usize>,
    tries: usize,
    looks: usize,
    /// What was tried: parts of a value do not matter where another value takes its place.
    tried: FxHashSet<Vec<(usize, Term)>>,
}

impl<'u> Solutions<'u> {
    /// Changes only what the goal is about.
    pub(crate) fn about(
        terms: &mut Terms,
        trace: &Trace,
        unknowns: &'u [Unknown],
        goal: Term,
    ) -> Self {
        let used = used(terms, trace, goal);
        let choices = leaves(unknowns).filter(|&place| is_about(terms, unknowns, place, &used));
        let choices = choices.collect();
        Solutions::new(terms, trace, unknowns, goal, choices)
    }

    /// Changes everything, whatever the goal is about: for programs that decide by what
    /// it does not tell.
    pub(crate) fn of_anything(
        terms: &mut Terms,
        trace: &Trace,
        unknowns: &'u [Unknown],
        goal: Term,
    ) -> Self {
        Solutions::new(terms, trace, unknowns, goal, leaves(unknowns).collect())
    }

    fn new(
        terms: &mut Terms,
        trace: &Trace,
        unknowns: &'u [Unknown],
        goal: Term,
        choices: Vec<(usize, usize)>,
    ) -> Self {
        let base = asked(terms, trace, unknowns, &choices, goal);
        let mut solutions = Solutions {
            unknowns,
            goal,
            picked: base.clone(),
            base,
            choices,
            defaults: FxHashMap::default(),
            wrong: Vec::new(),
            changed: Vec::new(),
            distance: None,
            tries: 0,
            looks: 0,
            tried: FxHashSet::default(),
        };
        for (index, unknown) in unknowns.iter().enumerate() {
            let value = solutions.build(terms, index);
            solutions.defaults.insert(unknown.term, value);
        }
        for part in conjuncts(terms, goal) {
            let outcome = terms.substitute(part, &solutions.defaults);
            if terms.is_false(outcome) {
                let used = used(terms, trace, part);
                let places = solutions.choices.iter();
                let places = places.map(|&place| is_about(terms, unknowns, place, &used));
                solutions.wrong.push(places.collect());
            }
        }
        let changing: FxHashSet<usize> = solutions.choices.iter().map(|choice| choice.0).collect();
        let mut fixed = solutions.defaults.clone();
        changing.iter().for_each(|&index| {
            fixed.remove(&unknowns[index].term);
        });
        solutions.goal = terms.substitute(goal, &fixed);
        solutions
    }

    /// The next solution.
    pub(crate) fn next(&mut self, terms: &mut Terms) -> Option<FxHashMap<Term, Term>> {
        while self.tries < TRIES && self.looks < LOOKS && self.advance() {
            self.looks += 1;
            let mends = |about: &Vec<bool>| self.changed.iter().any(|&place| about[place]);
            if !self.wrong.iter().all(mends) {
                continue;
            }
            let mut changed: Vec<usize> =
                self.changed.iter().map(|&place| self.choices[place].0).collect();
            changed.dedup();
            let built: Vec<(usize, Term)> =
                changed.into_iter().map(|index| (index, self.build(terms, index))).collect();
            if self.tried.contains(&built) {
                continue;
            }
            self.tries += 1;
            let mut values = self.defaults.clone();
            values.extend(built.iter().map(|&(index, value)| (self.unknowns[index].term, value)));
            self.tried.insert(built);
            let outcome = terms.substitute(self.goal, &values);
            if !terms.is_false(outcome) {
                return Some(values);
            }
        }
        None
    }

    /// Goes on to the next assignment: the base, then all with one place changed, then
    /// all with two.
    fn advance(&mut self) -> bool {
        let Some(mut distance) = self.distance else {
            self.distance = Some(0);
            return true;
        };
        loop {
            let mut from = match self.changed.pop() {
                Some(place) if self.pick(place, self.picked[place] + 1) => place + 1,
                Some(place) => {
                    self.picked[place] = self.base[place];
                    if !self.change(place + 1) {
                        continue;
                    }
                    self.changed[self.changed.len() - 1] + 1
                }
                None => {
                    distance += 1;
                    self.distance = Some(distance);
                    if distance > self.choices.len().min(FARTHEST) {
                        return false;
                    }
                    0
                }
            };
            while self.changed.len() < distance && self.change(from) {
                from = self.changed[self.changed.len() - 1] + 1;
            }
            if self.changed.len() == distance {
                return true;
            }
        }
    }

    /// Changes the first place from here on that can be changed.
    fn change(&mut self, from: usize) -> bool {
        (from..self.choices.len()).any(|place| self.pick(place, 0))
    }

    /// Picks the first value from this one on that is not the base's.
    fn pick(&mut self, place: usize, from: usize) -> bool {
        let (unknown, leaf) = self.choices[place];
        let values = from..self.unknowns[unknown].leaves[leaf].1.len();
        let other = values.into_iter().find(|&value| value != self.base[place]);
        if let Some(other) = other {
            self.picked[place] = other;
            self.changed.push(place);
        }
        other.is_some()
    }

    /// An unknown with the values that are picked.
    fn build(&self, terms: &mut Terms, index: usize) -> Term {
        let unknown = &self.unknowns[index];
        let mut leaves: BTreeMap<Route, Term> =
            unknown.leaves.iter().map(|(route, values)| (route.clone(), values[0])).collect();
        for (&(owner, leaf), &value) in self.choices.iter().zip(&self.picked) {
            if owner == index {
                let (route, candidates) = &unknown.leaves[leaf];
                leaves.insert(route.clone(), candidates[value]);
            }
        }
        unknown.shape.build(terms, &leaves)
    }
}

/// All leaves of all unknowns.
fn leaves(unknowns: &[Unknown]) -> impl Iterator<Item = (usize, usize)> {
    let counts = unknowns.iter().map(|unknown| unknown.leaves.len()).enumerate();
    counts.flat_map(|(index, count)| (0..count).map(move |leaf| (index, leaf)))
}

/// Whether parts of unknowns that are used have to do with a leaf.
fn is_about(
    terms: &Terms,
    unknowns: &[Unknown],
    (index, leaf): (usize, usize),
    used: &FxHashMap<SymbolId, Vec<Route>>,
) -> bool {
    let symbol = terms.as_symbol(unknowns[index].term);
    let Some(routes) = symbol.and_then(|symbol| used.get(&symbol)) else { return false };
    let (route, _) = &unknowns[index].leaves[leaf];
    routes.iter().any(|used| used.starts_with(route) || route.starts_with(used))
}

/// For each choice the value that the goal asks for, else the default: where the
/// search begins.
fn asked(
    terms: &Terms,
    trace: &Trace,
    unknowns: &[Unknown],
    choices: &[(usize, usize)],
    goal: Term,
) -> Vec<usize> {
    let mut asked = vec![0; choices.len()];
    for conjunct in conjuncts(terms, goal) {
        let Node::Apply(Operator::Equal, sides) = terms.node(conjunct) else { continue };
        for (side, value) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            let Some((root, route)) = route_of(terms, trace, side) else { continue };
            let place = choices.iter().position(|&(index, leaf)| {
                terms.as_symbol(unknowns[index].term) == Some(root)
                    && unknowns[index].leaves[leaf].0 == route
            });
            let Some(place) = place else { continue };
            let (index, leaf) = choices[place];
            let values = &unknowns[index].leaves[leaf].1;
            if let Some(found) = values.iter().position(|&known| known == value) {
                asked[place] = found;
            }
        }
    }
    asked
}

/// The parts of unknowns that a condition is about, by unknown.
fn used(terms: &Terms, trace: &Trace, goal: Term) -> FxHashMap<SymbolId, Vec<Route>> {
    let mut used: FxHashMap<SymbolId, Vec<Route>> = FxHashMap::default();
    let mut note = |term: Term| {
        if let Some((root, route)) = route_of(terms, trace, term) {
            let routes = used.entry(root).or_default();
            if !routes.contains(&route) {
                routes.push(route);
            }
        }
    };
    note(goal);
    for part in terms.parts(&[goal]) {
        // What leads to a part of an unknown does not use the whole.
        if route_of(terms, trace, part).is_none() {
            terms.arguments(part).iter().for_each(|&argument| note(argument));
        }
    }
    used
}

/// The conjunction of conditions.
pub(crate) fn all(terms: &mut Terms, conditions: &[Term]) -> Term {
    terms.apply(Operator::And, conditions)
}
