//! The strategies, one file each, and the list of them.

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

use crate::exploration::Exploration;
use crate::options::Options;
use crate::search::depth_first::depth_first;
use crate::system::System;
use crate::visitor::Visitor;

pub(crate) use breadth_first::{First, breadth_first};
pub(crate) use full::Full;
pub(crate) use lazy::Lazy;
pub use portfolio::{Winner, portfolio};
pub(crate) use random_walk::random_walks;

/// Makes the type of strategies and what depends on all of them from one list.
macro_rules! strategies {
    ($($(#[$doc:meta])* $strategy:ident = $name:literal => $search:ident($with:expr);)*) => {
        /// How to explore a system.
        ///
        /// All strategies but random walks reach every final state and every deadlock, and find a
        /// livelock if there is one; they differ in what else they visit.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Strategy {
            $($(#[$doc])* $strategy,)*
            /// Executions followed at random. States are counted each time they are passed
            /// through, and the search is never complete. The seed is that of
            /// [`Order::Random`](crate::Order::Random), or else 0.
            RandomWalk {
                /// How many executions to follow.
                walks: u64,
                /// The number of steps after which to give one up.
                longest: usize,
            },
        }

        impl Strategy {
            /// The strategies that see everything they have to see.
            pub const COMPLETE: [Self; [$($name),*].len()] = [$(Self::$strategy),*];

            /// The name by which the strategy is chosen.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$strategy => $name,)*
                    Self::RandomWalk { .. } => "random",
                }
            }

            /// Explores `system` and shows what is found to `visitor`.
            pub(crate) fn run<S: System>(
                self,
                system: &S,
                options: &Options<'_>,
                visitor: &mut dyn Visitor<S>,
            ) -> Exploration {
                match self {
                    $(Self::$strategy => $search(system, $with, options, visitor),)*
                    Self::RandomWalk { walks, longest } => {
                        random_walks(system, walks, longest, &(), options, visitor).exploration
                    }
                }
            }
        }
    };
}

strategies! {
    /// Every state, depth first.
    Full = "full" => depth_first(Full);
    /// Every state, breadth first and on several threads: schedules are as short as can be.
    BreadthFirst = "bfs" => level_by_level(false);
    /// S-POR (Algorithm 1 of the thesis): a process that can move invisibly moves alone.
    SafeSet = "s-por" => depth_first(safe_set::SafeSet::default());
    /// S-POR, breadth first and on several threads.
    SafeSetBreadthFirst = "s-por-bfs" => level_by_level(true);
    /// DE-S-POR (Algorithm 2, repaired): S-POR and source sets, updated at every step.
    Eager = "de-s-por" => depth_first(eager::Eager::new());
    /// DL-S-POR (Algorithm 3, repaired): S-POR and source sets, computed when the search returns
    /// to a state.
    Lazy = "dl-s-por" => depth_first(Lazy::new());
    /// DL-S-POR by traversing explored states again, for comparison with [`Strategy::Lazy`].
    Retraversal = "dl-s-por-retraversal" => depth_first(retraversal::Retraversal::default());
    /// O-DPOR: S-POR and source sets by happens-before between the steps of an execution.
    HappensBefore = "o-dpor" => depth_first(happens_before::HappensBefore::new());
}

/// A breadth-first search that looks for no violation.
fn level_by_level<S: System>(
    system: &S,
    safe_sets: bool,
    options: &Options<'_>,
    visitor: &mut dyn Visitor<S>,
) -> Exploration {
    let first = if safe_sets { First::Invisible } else { First::Nothing };
    breadth_first(system, first, &(), options, visitor).exploration
}

impl Strategy {
    const RANDOM: Self = Self::RandomWalk { walks: 10_000, longest: 10_000 };
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
