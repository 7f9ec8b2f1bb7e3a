//! Many executions at once: products of their repairs, flattened (2.3.2.2).

use rustc_hash::FxHashSet;

use crate::section::{Minimal, Repair};

/// When to give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many combined repairs to keep at a time.
    pub repairs: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { repairs: 10_000 }
    }
}

/// There are more optimal repairs than somebody wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are more than {0} repairs")]
pub struct TooMany(pub usize);

/// The optimal repairs that rule out several executions, in ascending order, from those of each
/// execution (Theorem 4). An execution without a repair is an empty family; then there is none for
/// all of them either.
///
/// The product is never built: families are taken one after the other, and after each only what is
/// minimal is kept. What already rules an execution out stays as it is.
///
/// # Errors
/// If more repairs than the limit are minimal at some moment.
pub fn combine(
    families: impl IntoIterator<Item = Vec<Repair>>,
    limits: &Limits,
) -> Result<Vec<Repair>, TooMany> {
    let mut seen: FxHashSet<Vec<Repair>> = FxHashSet::default();
    let mut families: Vec<Vec<Repair>> =
        families.into_iter().map(minimal).filter(|family| seen.insert(family.clone())).collect();
    // Small families first keep the intermediate results small; the result is the same.
    families.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    let mut combined = vec![Repair::default()];
    for family in families {
        let mut next = Minimal::default();
        for repair in &combined {
            if family.iter().any(|wanted| repair.subsumes(wanted)) {
                next.insert(repair.clone());
                continue;
            }
            for wanted in &family {
                next.insert(repair.flatten(wanted));
                if next.len() > limits.repairs {
                    return Err(TooMany(limits.repairs));
                }
            }
        }
        combined = next.into_sorted();
    }
    Ok(combined)
}

/// Those of a family that subsume no other.
fn minimal(family: Vec<Repair>) -> Vec<Repair> {
    let mut minimal = Minimal::default();
    family.into_iter().for_each(|repair| minimal.insert(repair));
    minimal.into_sorted()
}
