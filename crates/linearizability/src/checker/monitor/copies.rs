//! Equal elements that were put in several times: which of them each operation took.
//!
//! Operations of one kind with one value can exchange the moments at which they take effect. So
//! where no two of them are such that one is called before and returns after the other, the one
//! that is called first takes effect first in some linearization, if there is one at all. Once
//! their order is known, so is what each of them took, and equal elements can be told apart.

use super::element::NEVER;
use crate::History;

/// In which order elements leave a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    /// A queue: those that came first.
    FirstIn,
    /// A stack: those that came last.
    LastIn,
}

/// The operations on equal elements, as indices into the history.
#[derive(Clone, Debug, Default)]
pub(super) struct Copies {
    pub(super) puts: Vec<u32>,
    pub(super) takes: Vec<u32>,
}

impl Copies {
    /// For each operation that took one of them, the operation that had put it in, if any had.
    /// Nothing if the order of the operations is not known.
    pub(super) fn pairs(
        &self,
        history: &History,
        leaving: Leaving,
    ) -> Option<Vec<(Option<u32>, u32)>> {
        match leaving {
            Leaving::FirstIn => {
                let (puts, takes) =
                    (in_order(history, &self.puts)?, in_order(history, &self.takes)?);
                let puts = puts.into_iter().map(Some).chain(std::iter::repeat(None));
                Some(puts.zip(takes).collect())
            }
            Leaving::LastIn => {
                let mut inside = Vec::new();
                let mut pairs = Vec::new();
                for (operation, is_take) in self.in_one_order(history)? {
                    if is_take {
                        pairs.push((inside.pop(), operation));
                    } else {
                        inside.push(operation);
                    }
                }
                Some(pairs)
            }
        }
    }

    /// All operations in their order, and which of them take: those of one kind may overlap, those
    /// of different kinds may not.
    fn in_one_order(&self, history: &History) -> Option<Vec<(u32, bool)>> {
        let puts = in_order(history, &self.puts)?.into_iter().map(|it| (it, false));
        let takes = in_order(history, &self.takes)?.into_iter().map(|it| (it, true));
        let mut all: Vec<(u32, bool)> = puts.chain(takes).collect();
        all.sort_by_key(|(operation, _)| interval(history, *operation).0);
        let overlap = |one: &(u32, bool), next: &(u32, bool)| {
            one.1 != next.1 && interval(history, one.0).1 > interval(history, next.0).0
        };
        // Those of one kind return in the order of their calls, so neighbours say it all.
        all.windows(2).all(|pair| !overlap(&pair[0], &pair[1])).then_some(all)
    }
}

/// Operations of one kind by their calls, if their returns come in the same order and all return.
fn in_order(history: &History, operations: &[u32]) -> Option<Vec<u32>> {
    let mut sorted = operations.to_vec();
    sorted.sort_by_key(|operation| interval(history, *operation));
    let mut returns = sorted.iter().map(|operation| interval(history, *operation).1);
    (returns.clone().is_sorted() && returns.next_back() != Some(NEVER)).then_some(sorted)
}

fn interval(history: &History, operation: u32) -> (i64, i64) {
    let operation = &history.operations()[operation as usize];
    (i64::from(operation.called), operation.returned.map_or(NEVER, i64::from))
}
