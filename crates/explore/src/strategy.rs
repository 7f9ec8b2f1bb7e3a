//! The strategies, one file each.

mod eager;
mod full;
mod happens_before;
mod lazy;
mod retraversal;
mod safe_set;

pub(crate) use eager::Eager;
pub(crate) use full::Full;
pub(crate) use happens_before::HappensBefore;
pub(crate) use lazy::Lazy;
pub(crate) use retraversal::Retraversal;
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
    /// DL-S-POR by traversing explored states again, for comparison with [`Strategy::Lazy`].
    Retraversal,
    /// O-DPOR: source sets by happens-before between the steps of an execution.
    HappensBefore,
}
