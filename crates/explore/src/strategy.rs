//! The strategies, one file each.

mod breadth_first;
mod eager;
mod full;
mod happens_before;
mod lazy;
mod portfolio;
mod random_walk;
mod retraversal;
mod safe_set;

use std::fmt;
use std::str::FromStr;

pub(crate) use breadth_first::breadth_first;
pub(crate) use eager::Eager;
pub(crate) use full::Full;
pub(crate) use happens_before::HappensBefore;
pub(crate) use lazy::Lazy;
pub use portfolio::{Winner, portfolio};
pub(crate) use random_walk::random_walks;
pub(crate) use retraversal::Retraversal;
pub(crate) use safe_set::SafeSet;

/// How to explore a system.
///
/// All strategies but random walks reach every final state and every deadlock, and find a livelock
/// if there is one; they differ in what else they visit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// Every state, depth first.
    Full,
    /// Every state, breadth first and on several threads: schedules are as short as can be.
    BreadthFirst,
    /// S-POR (Algorithm 1 of the thesis): a process that can move invisibly moves alone.
    SafeSet,
    /// S-POR, breadth first and on several threads.
    SafeSetBreadthFirst,
    /// DE-S-POR (Algorithm 2, repaired): S-POR and source sets, updated at every step.
    Eager,
    /// DL-S-POR (Algorithm 3, repaired): S-POR and source sets, computed when the search returns
    /// to a state.
    Lazy,
    /// DL-S-POR by traversing explored states again, for comparison with [`Strategy::Lazy`].
    Retraversal,
    /// O-DPOR: S-POR and source sets by happens-before between the steps of an execution.
    HappensBefore,
    /// Executions followed at random. States are counted each time they are passed through, and
    /// the search is never complete. The seed is that of [`Order::Random`](crate::Order::Random),
    /// or else 0.
    RandomWalk {
        /// How many executions to follow.
        walks: u64,
        /// The number of steps after which to give one up.
        longest: usize,
    },
}

impl Strategy {
    /// The strategies that see everything they have to see.
    pub const COMPLETE: [Self; 8] = [
        Self::Full,
        Self::BreadthFirst,
        Self::SafeSet,
        Self::SafeSetBreadthFirst,
        Self::Eager,
        Self::Lazy,
        Self::Retraversal,
        Self::HappensBefore,
    ];

    const RANDOM: Self = Self::RandomWalk { walks: 10_000, longest: 10_000 };

    /// The name by which the strategy is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::BreadthFirst => "bfs",
            Self::SafeSet => "s-por",
            Self::SafeSetBreadthFirst => "s-por-bfs",
            Self::Eager => "de-s-por",
            Self::Lazy => "dl-s-por",
            Self::Retraversal => "dl-s-por-retraversal",
            Self::HappensBefore => "o-dpor",
            Self::RandomWalk { .. } => "random",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no strategy of that name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no strategy `{0}`; there are {names}", names = names())]
pub struct UnknownStrategy(pub String);

fn names() -> String {
    let all = Strategy::COMPLETE.into_iter().chain([Strategy::RANDOM]);
    all.map(Strategy::name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Self, UnknownStrategy> {
        Self::COMPLETE
            .into_iter()
            .chain([Self::RANDOM])
            .find(|strategy| strategy.name() == name)
            .ok_or_else(|| UnknownStrategy(name.to_owned()))
    }
}
