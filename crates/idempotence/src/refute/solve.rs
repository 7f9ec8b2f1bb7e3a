//! Values for unknowns under which conditions hold: a small search over the
//! values that the program itself compares with.

use super::shape::{Route, Shape, route_of};
use aplomb_symbolic::{Node, Operator, SymbolId, Term, Terms, Trace};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How many assignments are tried.
const TRIES: usize = 600;

/// An unknown with its shape.
pub(crate) struct Unknown {
    /// The unknown.
    pub(crate) term: Term,
    /// What the program looks at.
    pub(crate) shape: Shape,
    /// Values for its leaves, the default first.
    pub(crate) leaves: Vec<(Route, Vec<Term>)>,
}

/// Values for the unknowns such that the goal is not refuted, those nearest to
/// the defaults first; conditions that stay open count as satisfied.
pub(crate) fn solve(
    terms: &mut Terms,
    trace: &Trace,
    unknowns: &[Unknown],
    goal: Term,
    most: usize,
) -> Vec<FxHashMap<Term, Term>> {
    // Only leaves that the goal is about are worth changing.
    let used = used(terms, trace, goal);
    let mut choices: Vec<(usize, usize)> = Vec::new();
    for (index, unknown) in unknowns.iter().enumerate() {
        let Some(symbol) = terms.as_symbol(unknown.term) else { continue };
        let Some(routes) = used.get(&symbol) else { continue };
        for (leaf, (route, _)) in unknown.leaves.iter().enumerate() {
            if routes.iter().any(|used| used.starts_with(route) || route.starts_with(used)) {
                choices.push((index, leaf));
            }
        }
    }
    near(terms, trace, unknowns, goal, choices, most)
}

/// Values for the unknowns, whatever a goal is about: for programs that decide by
/// what the goal does not tell.
pub(crate) fn any(
    terms: &mut Terms,
    trace: &Trace,
    unknowns: &[Unknown],
    goal: Term,
    most: usize,
) -> Vec<FxHashMap<Term, Term>> {
    let choices = unknowns
        .iter()
        .enumerate()
        .flat_map(|(index, unknown)| (0..unknown.leaves.len()).map(move |leaf| (index, leaf)))
        .collect();
    near(terms, trace, unknowns, goal, choices, most)
}

/// Assignments to some of the leaves, those nearest to what the goal asks for first.
fn near(
    terms: &mut Terms,
    trace: &Trace,
    unknowns: &[Unknown],
    goal: Term,
    choices: Vec<(usize, usize)>,
    most: usize,
) -> Vec<FxHashMap<Term, Term>> {
    let base = asked(terms, trace, unknowns, &choices, goal);
    let mut picked = base.clone();
    let mut search =
        Search { unknowns, goal, choices: &choices, base, tries: 0, most, found: Vec::new() };
    for distance in 0..=choices.len().min(4) {
        search.vary(terms, &mut picked, 0, distance);
    }
    search.found
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
    let conjuncts = match terms.node(goal) {
        Node::Apply(Operator::And, conjuncts) => conjuncts.to_vec(),
        _ => vec![goal],
    };
    let mut asked = vec![0; choices.len()];
    for conjunct in conjuncts {
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

struct Search<'s> {
    unknowns: &'s [Unknown],
    goal: Term,
    choices: &'s [(usize, usize)],
    /// The assignment that the others are compared with.
    base: Vec<usize>,
    tries: usize,
    most: usize,
    found: Vec<FxHashMap<Term, Term>>,
}

impl Search<'_> {
    /// Tries all assignments that differ from the base in exactly `distance` leaves.
    fn vary(&mut self, terms: &mut Terms, picked: &mut Vec<usize>, from: usize, distance: usize) {
        if self.tries >= TRIES || self.found.len() >= self.most {
            return;
        }
        if distance == 0 {
            self.tries += 1;
            let values = assignment(terms, self.unknowns, self.choices, picked);
            let outcome = terms.substitute(self.goal, &values);
            if !terms.is_false(outcome) {
                self.found.push(values);
            }
            return;
        }
        for index in from..self.choices.len() {
            let (unknown, leaf) = self.choices[index];
            for value in 0..self.unknowns[unknown].leaves[leaf].1.len() {
                if value == self.base[index] {
                    continue;
                }
                picked[index] = value;
                self.vary(terms, picked, index + 1, distance - 1);
                picked[index] = self.base[index];
            }
        }
    }
}

fn assignment(
    terms: &mut Terms,
    unknowns: &[Unknown],
    choices: &[(usize, usize)],
    picked: &[usize],
) -> FxHashMap<Term, Term> {
    let mut values = FxHashMap::default();
    for (index, unknown) in unknowns.iter().enumerate() {
        let mut leaves: BTreeMap<Route, Term> =
            unknown.leaves.iter().map(|(route, values)| (route.clone(), values[0])).collect();
        for (&(owner, leaf), &value) in choices.iter().zip(picked) {
            if owner == index {
                let (route, candidates) = &unknown.leaves[leaf];
                leaves.insert(route.clone(), candidates[value]);
            }
        }
        let value = unknown.shape.build(terms, &leaves);
        values.insert(unknown.term, value);
    }
    values
}

/// The conjunction of conditions.
pub(crate) fn all(terms: &mut Terms, conditions: &[Term]) -> Term {
    terms.apply(Operator::And, conditions)
}
