//! The strategies, one file each.

mod full;
mod safe_set;

pub(crate) use full::Full;
pub(crate) use safe_set::SafeSet;

/// How to explore a system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// Every state, depth first.
    Full,
    /// S-POR (Algorithm 1 of the thesis): invisible moves take precedence.
    SafeSet,
}
