//! The obviously right way: try decompositions (2.3.3.2).
//!
//! A decomposition is the set of places at which an action is glued to the one before it in its
//! operation. Gluing more never makes an execution serializable again, so the optimal eliminators
//! are the minimal sets of places that make it not serializable.

use std::collections::BTreeSet;

use aplomb_repair::{Decomposition, Execution, Repair, Section};

type Places = BTreeSet<usize>;

/// Places at which an action can be glued to its predecessor, by the later action.
fn all_places(execution: &Execution) -> Vec<usize> {
    let mut places = Vec::new();
    let _ = Decomposition::new(execution, |_, later| {
        places.push(later);
        true
    });
    places
}

fn eliminates(execution: &Execution, glued: &Places) -> bool {
    !Decomposition::new(execution, |_, later| glued.contains(&later)).is_serializable(execution)
}

/// The longest stretches that are glued together.
fn segments(execution: &Execution, glued: &Places) -> Repair {
    let mut stretches: Vec<Section> = Vec::new();
    let _ = Decomposition::new(execution, |before, later| {
        if glued.contains(&later) {
            let operation = execution.operation(later);
            match stretches.iter_mut().find(|it| it.within == operation && it.last == before) {
                Some(stretch) => stretch.last = later,
                None => stretches.push(Section::new(operation, before, later)),
            }
        }
        false
    });
    Repair::new(stretches)
}

/// Optimal eliminators by trying every decomposition.
pub fn by_all_decompositions(execution: &Execution) -> Vec<Repair> {
    let places = all_places(execution);
    assert!(places.len() <= 20, "{} places are too many to try", places.len());
    let mut minimal: Vec<Places> = Vec::new();
    let mut subsets: Vec<u32> = (0..1 << places.len()).collect();
    subsets.sort_by_key(|subset| subset.count_ones());
    for subset in subsets {
        let glued: Places =
            (0..places.len()).filter(|bit| subset & 1 << bit != 0).map(|bit| places[bit]).collect();
        if !minimal.iter().any(|known| known.is_subset(&glued)) && eliminates(execution, &glued) {
            minimal.push(glued);
        }
    }
    sorted(execution, &minimal)
}

/// Optimal eliminators of longer executions: glue everything but some places, and unglue as much as
/// can be. Whatever else is minimal lacks one of the places that are left, so each is forbidden in
/// turn.
pub fn by_shrinking(execution: &Execution) -> Vec<Repair> {
    let places: Places = all_places(execution).into_iter().collect();
    let mut minimal: Vec<Places> = Vec::new();
    let mut seen: BTreeSet<Places> = BTreeSet::new();
    let mut work = vec![Places::new()];
    while let Some(forbidden) = work.pop() {
        let mut glued: Places = places.difference(&forbidden).copied().collect();
        if !seen.insert(forbidden.clone()) || !eliminates(execution, &glued) {
            continue;
        }
        for place in glued.clone() {
            glued.remove(&place);
            if !eliminates(execution, &glued) {
                glued.insert(place);
            }
        }
        for place in &glued {
            let mut more = forbidden.clone();
            more.insert(*place);
            work.push(more);
        }
        if !minimal.contains(&glued) {
            minimal.push(glued);
        }
    }
    sorted(execution, &minimal)
}

fn sorted(execution: &Execution, minimal: &[Places]) -> Vec<Repair> {
    let mut repairs: Vec<Repair> = minimal.iter().map(|it| segments(execution, it)).collect();
    repairs.sort_unstable();
    repairs
}
