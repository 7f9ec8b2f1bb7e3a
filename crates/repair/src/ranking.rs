//! Which repair is the likely cause? The one that forbids the fewest good executions (2.3.4.2).

use crate::cycles::optimal_eliminators;
use crate::execution::Execution;
use crate::families::{Limits, TooMany, combine};
use crate::section::Repair;

/// A repair and its place among the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The repair.
    pub repair: Repair,
    /// Its rank, counted from 1. Repairs that forbid equally many good executions share a rank.
    pub rank: usize,
    /// How many good executions it forbids.
    pub disabled: usize,
}

/// What has to be atomic so that bad executions cannot happen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repairs {
    /// All optimal repairs, the likely cause first.
    pub ranked: Vec<Ranked>,
    /// The bad executions, by their places, that no block within operations rules out: they are
    /// serializable, and would be wrong even if every operation were atomic.
    pub beyond_repair: Vec<usize>,
}

/// Sorts repairs by how many good executions they forbid; among equals, smaller ones come first.
#[must_use]
pub fn rank(repairs: Vec<Repair>, good: &[Execution]) -> Vec<Ranked> {
    let mut ranked: Vec<Ranked> = repairs
        .into_iter()
        .map(|repair| {
            let disabled = good.iter().filter(|it| it.is_eliminated_by(&repair)).count();
            Ranked { repair, rank: 0, disabled }
        })
        .collect();
    ranked.sort_by(|one, other| {
        let key = |it: &Ranked| (it.disabled, it.repair.size());
        key(one).cmp(&key(other)).then_with(|| one.repair.cmp(&other.repair))
    });
    for place in 0..ranked.len() {
        ranked[place].rank = match place.checked_sub(1).map(|before| &ranked[before]) {
            Some(before) if before.disabled == ranked[place].disabled => before.rank,
            _ => place + 1,
        };
    }
    ranked
}

/// All optimal repairs, as blocks of the program, that rule out the `bad` executions; ranked by how
/// many of the `good` ones they forbid.
///
/// # Errors
/// If there are more than the limits allow.
pub fn repair(bad: &[Execution], good: &[Execution], limits: &Limits) -> Result<Repairs, TooMany> {
    let mut families = Vec::new();
    let mut beyond_repair = Vec::new();
    for (place, execution) in bad.iter().enumerate() {
        let eliminators = optimal_eliminators(execution);
        if eliminators.is_empty() {
            beyond_repair.push(place);
            continue;
        }
        families.push(eliminators.iter().map(|segments| execution.blocks(segments)).collect());
    }
    if families.is_empty() {
        return Ok(Repairs { ranked: Vec::new(), beyond_repair });
    }
    Ok(Repairs { ranked: rank(combine(families, limits)?, good), beyond_repair })
}
