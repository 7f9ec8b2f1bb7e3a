//! Which rounds do edges pass by?

use std::collections::BTreeMap;
use std::ops::Bound;

/// A union of open intervals of rounds; `None` is the root, below all rounds.
///
/// An edge from a parent to a round *crosses* everything strictly between the two. Intervals that
/// overlap are merged, so there are never more of them than edges and a question takes logarithmic
/// time.
#[derive(Clone, Debug)]
pub(super) struct Crossed<R> {
    /// Disjoint intervals: where each begins, and where it ends.
    intervals: BTreeMap<Option<R>, R>,
}

impl<R: Ord + Clone> Crossed<R> {
    pub(super) fn new() -> Self {
        Self { intervals: BTreeMap::new() }
    }

    /// Adds what lies strictly between `parent` and `round`.
    pub(super) fn insert(&mut self, parent: Option<R>, round: R) {
        let (mut low, mut high) = (parent, round);
        // Everything that begins below `high` and ends above `low` overlaps. Such intervals are
        // neighbours; each disappears into the new one, so this takes constant time on average.
        while let Some((start, end)) = self.below(&high) {
            if Some(&end) <= low.as_ref() {
                break;
            }
            self.intervals.remove(&start);
            low = low.min(start);
            high = high.max(end);
        }
        self.intervals.insert(low, high);
    }

    /// Whether some edge passes by `round`.
    pub(super) fn contains(&self, round: &R) -> bool {
        self.below(round).is_some_and(|(_, end)| *round < end)
    }

    /// Forgets what lies below `round`.
    pub(super) fn forget_below(&mut self, round: &R) {
        while let Some((start, end)) = self.intervals.first_key_value()
            && end <= round
        {
            let start = start.clone();
            self.intervals.remove(&start);
        }
    }

    /// The last interval that begins below `round`.
    fn below(&self, round: &R) -> Option<(Option<R>, R)> {
        let bounds = (Bound::Unbounded, Bound::Excluded(Some(round.clone())));
        let (start, end) = self.intervals.range(bounds).next_back()?;
        Some((start.clone(), end.clone()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Crossed;

    proptest! {
        /// Edges in any order cross what lies strictly between their ends.
        #[test]
        fn is_the_union_of_its_edges(
            edges in prop::collection::vec((prop::option::of(0_u8..20), 0_u8..21), 0..12),
        ) {
            let edges: Vec<_> = edges.into_iter().filter(|(p, r)| *p < Some(*r)).collect();
            let mut crossed = Crossed::new();
            for &(parent, round) in &edges {
                crossed.insert(parent, round);
            }
            for round in 0..22 {
                let expected = edges.iter().any(|&(p, r)| p < Some(round) && round < r);
                prop_assert_eq!(crossed.contains(&round), expected, "{} in {:?}", round, edges);
            }
        }
    }
}
