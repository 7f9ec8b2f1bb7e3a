//! Values for unknowns under which conditions hold: a small search over the
//! values that the program itself compares with.

use super::shape::{Route, Shape};
use aplomb_symbolic::{Operator, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How many assignments are tried.
const TRIES: usize = 4_000;

/// An unknown with its shape.
pub(crate) struct Unknown {
    /// The unknown.
    pub(crate) term: Term,
    /// What the program looks at.
    pub(crate) shape: Shape,
    /// Values for its leaves, the default first.
    pub(crate) leaves: Vec<(Route, Vec<Term>)>,
}

/// Finds values for the unknowns such that the goal is not refuted, preferring
/// defaults; conditions that stay open count as satisfied.
pub(crate) fn solve(
    terms: &mut Terms,
    unknowns: &[Unknown],
    goal: Term,
    fixed: &FxHashMap<Term, Term>,
) -> Option<FxHashMap<Term, Term>> {
    let goal = terms.substitute(goal, fixed);
    // Only leaves that the goal mentions are worth changing.
    let parts = terms.parts(&[goal]);
    let mut choices: Vec<(usize, usize)> = Vec::new();
    for (index, unknown) in unknowns.iter().enumerate() {
        if parts.contains(&unknown.term) {
            choices.extend((0..unknown.leaves.len()).map(|leaf| (index, leaf)));
        }
    }
    let mut picked = vec![0usize; choices.len()];
    let mut tries = 0;
    for distance in 0..=choices.len().min(4) {
        if let Some(found) =
            vary(terms, unknowns, goal, &choices, &mut picked, 0, distance, &mut tries)
        {
            return Some(found);
        }
        if tries >= TRIES {
            break;
        }
    }
    None
}

/// Tries all assignments that differ from the defaults in exactly `distance` leaves.
#[allow(clippy::too_many_arguments)]
fn vary(
    terms: &mut Terms,
    unknowns: &[Unknown],
    goal: Term,
    choices: &[(usize, usize)],
    picked: &mut Vec<usize>,
    from: usize,
    distance: usize,
    tries: &mut usize,
) -> Option<FxHashMap<Term, Term>> {
    if distance == 0 {
        *tries += 1;
        let values = assignment(terms, unknowns, choices, picked);
        let outcome = terms.substitute(goal, &values);
        return (!terms.is_false(outcome)).then_some(values);
    }
    for index in from..choices.len() {
        let (unknown, leaf) = choices[index];
        for value in 1..unknowns[unknown].leaves[leaf].1.len() {
            if *tries >= TRIES {
                return None;
            }
            picked[index] = value;
            let found =
                vary(terms, unknowns, goal, choices, picked, index + 1, distance - 1, tries);
            picked[index] = 0;
            if found.is_some() {
                return found;
            }
        }
    }
    None
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
