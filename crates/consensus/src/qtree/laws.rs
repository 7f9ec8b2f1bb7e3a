//! The laws as an incremental checker for long sequences.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use super::Version;
use super::crossed::Crossed;
use super::event::Event;
use super::past::{Past, Violation, judge};

/// Judges a sequence of events, one after the other: properties 1 to 4 of Theorem 8.
///
/// An event takes time logarithmic in the number of rounds. An event that breaks a law is not
/// taken note of, so the rest of the sequence can still be judged.
#[derive(Clone, Debug)]
pub struct Laws<R, V> {
    version: Version,
    nodes: BTreeMap<R, (V, Option<R>)>,
    committed: BTreeSet<R>,
    crossed: Crossed<R>,
    /// Rounds below this one are forgotten.
    floor: Option<R>,
}

impl<R: Ord + Clone, V: Eq + Clone> Laws<R, V> {
    /// Nothing has happened yet.
    pub fn new(version: Version) -> Self {
        Self {
            version,
            nodes: BTreeMap::new(),
            committed: BTreeSet::new(),
            crossed: Crossed::new(),
            floor: None,
        }
    }

    /// Whether `event` may happen now.
    pub fn check(&self, event: &Event<R, V>) -> Result<(), Violation<R, V>> {
        judge(self, self.version, event)
    }

    /// Takes note of `event`, provided that it may happen now.
    pub fn observe(&mut self, event: Event<R, V>) -> Result<(), Violation<R, V>> {
        self.check(&event)?;
        match event {
            Event::Add { round, value, parent } => {
                self.crossed.insert(parent.clone(), round.clone());
                self.nodes.insert(round, (value, parent));
            }
            Event::Commit { round } => _ = self.committed.insert(round),
        }
        Ok(())
    }

    /// The rounds that have added and are remembered, in ascending order, with their values and
    /// parents.
    pub fn nodes(&self) -> impl Iterator<Item = (&R, &V, Option<&R>)> {
        self.nodes.iter().map(|(round, (value, parent))| (round, value, parent.as_ref()))
    }

    /// The highest round that has committed.
    pub fn last_committed(&self) -> Option<&R> {
        self.committed.last()
    }

    /// How many rounds are remembered.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no round is remembered.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Forgets the rounds below `floor`, so that an endless run is judged in bounded memory.
    ///
    /// Events about higher rounds are judged as exactly as before. For an event that speaks of a
    /// lower round [`remembers`](Self::remembers) is false, and nothing can be said about it.
    pub fn forget_below(&mut self, floor: R) {
        if self.floor.as_ref() >= Some(&floor) {
            return;
        }
        self.nodes = self.nodes.split_off(&floor);
        let kept = self.committed.split_off(&floor);
        // Of the commits below, the last one decides whether an edge from the root passes by any.
        let last = std::mem::replace(&mut self.committed, kept).pop_last();
        self.committed.extend(last);
        self.crossed.forget_below(&floor);
        self.floor = Some(floor);
    }

    /// Whether everything that `event` speaks of is remembered. Observing one that is not would
    /// give an answer without meaning.
    pub fn remembers(&self, event: &Event<R, V>) -> bool {
        let above = |round: &R| Some(round) >= self.floor.as_ref();
        let parent_is_known = match event {
            Event::Add { parent: Some(parent), .. } => above(parent),
            Event::Add { parent: None, .. } | Event::Commit { .. } => true,
        };
        above(event.round()) && parent_is_known
    }
}

impl<R: Ord + Clone, V> Past<R, V> for Laws<R, V> {
    fn added(&self, round: &R) -> Option<(&V, Option<&R>)> {
        let (value, parent) = self.nodes.get(round)?;
        Some((value, parent.as_ref()))
    }

    fn committed(&self, round: &R) -> bool {
        self.committed.contains(round)
    }

    fn committed_between(&self, parent: Option<&R>, round: &R) -> Option<&R> {
        let low = parent.map_or(Bound::Unbounded, Bound::Excluded);
        self.committed.range((low, Bound::Excluded(round))).next_back()
    }

    fn passing_by(&self, round: &R) -> Option<(Option<&R>, &R)> {
        if !self.crossed.contains(round) {
            return None;
        }
        // Merged intervals do not tell which edge it was; a violation is worth a longer look.
        let above = self.nodes.range((Bound::Excluded(round), Bound::Unbounded));
        let mut edges = above.map(|(child, (_, parent))| (parent.as_ref(), child));
        edges.find(|&(parent, _)| parent < Some(round))
    }
}
