//! The strategies, one file each.

mod eager;
mod full;
mod lazy;
mod safe_set;

pub(crate) use eager::Eager;
pub(crate) use full::Full;
pub(crate) use lazy::Lazy;
pub(crate) use safe_set::SafeSet;

/// How to explore a system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// Every state, depth first.
    Full,
    /// S-POR (Algorithm 1 of the thesis): invisible moves take precedence.
    SafeSet,
    /// DE-S-POR (Algorithm 2, repaired): source sets, updated at every step.
    Eager,
    /// DL-S-POR (Algorithm 3, repaired): source sets, computed when the search backtracks.
    Lazy,
}
