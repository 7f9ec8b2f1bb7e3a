//! What is remembered of a trace, in bounded memory.

use std::collections::BTreeSet;

use super::line::{Instance, Round, Value};
use crate::qtree::{Event, Instances, Past, Version, Violation};

/// The trees of a trace, as far as they are remembered.
///
/// When more rounds are remembered than there should be, every tree forgets its older half; if
/// that is not enough, whole trees are forgotten, those with the lowest numbers first.
#[derive(Debug)]
pub struct Memory {
    trees: Instances<Instance, Round, Value>,
    /// How many rounds are remembered, and how many may be.
    rounds: usize,
    most: usize,
    /// Trees with lower numbers that are not there may have been forgotten.
    floor: Option<u64>,
    /// Whether trees with a name were forgotten.
    forgot_names: bool,
    /// Trees of which an event could not be judged that later ones may depend on.
    lost: BTreeSet<Instance>,
}

/// What is to be said about an event.
#[derive(Debug)]
pub enum Judged {
    /// It keeps the laws.
    Lawful,
    /// It breaks one.
    Broken(Violation<Round, Value>),
    /// It speaks of something that is forgotten.
    Forgotten,
}

/// A tree with fewer rounds does not forget a part of them, unless there is no other.
const SMALL: usize = 32;

impl Memory {
    /// A memory of at most some number of rounds.
    pub fn new(version: Version, most: usize) -> Memory {
        Memory {
            trees: Instances::new(version),
            rounds: 0,
            most: most.max(1),
            floor: None,
            forgot_names: false,
            lost: BTreeSet::new(),
        }
    }

    /// How many rounds are remembered.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// What a round has added, if that is remembered.
    pub(super) fn value(&self, instance: &Instance, round: &Round) -> Option<&Value> {
        Some(self.trees.get(instance)?.added(round)?.0)
    }

    /// Takes note of an event, if it is lawful.
    pub fn observe(&mut self, instance: Instance, event: Event<Round, Value>) -> Judged {
        if self.is_forgotten(&instance) || self.lost.contains(&instance) {
            return Judged::Forgotten;
        }
        let adds = matches!(event, Event::Add { .. });
        let tree = self.trees.entry(instance.clone());
        if !tree.remembers(&event) {
            // A round that should be remembered is not, so nothing about it can be judged.
            if adds && tree.remembers(&Event::commit(*event.round())) {
                self.lost.insert(instance);
            }
            return Judged::Forgotten;
        }
        if let Err(violation) = tree.observe(event) {
            // Nothing is known of a tree whose first event breaks a law. A trace with gaps can
            // have any number of them.
            if tree.is_empty() {
                self.trees.remove(&instance);
            }
            return Judged::Broken(violation);
        }
        self.rounds += usize::from(adds);
        if self.rounds > self.most {
            self.forget();
        }
        Judged::Lawful
    }

    fn is_forgotten(&self, instance: &Instance) -> bool {
        let may_be = match instance {
            Instance::Only => false,
            Instance::Number(number) => self.floor.is_some_and(|floor| *number < floor),
            Instance::Text(_) => self.forgot_names,
        };
        may_be && self.trees.get(instance).is_none()
    }

    fn forget(&mut self) {
        let small = SMALL.min(self.most);
        let large = self.trees.iter().filter(|(_, tree)| tree.len() >= small);
        let large: Vec<Instance> = large.map(|(instance, _)| instance.clone()).collect();
        for instance in large {
            let tree = self.trees.entry(instance);
            let before = tree.len();
            let middle = tree.nodes().nth(before / 2).map(|(round, ..)| *round);
            if let Some(middle) = middle {
                tree.forget_below(middle);
            }
            self.rounds -= before - tree.len();
        }
        while self.rounds > self.most / 2 {
            let Some((instance, rounds)) = self.lowest() else { return };
            match &instance {
                Instance::Only => {}
                Instance::Number(number) => self.floor = number.checked_add(1),
                Instance::Text(_) => self.forgot_names = true,
            }
            self.trees.remove(&instance);
            self.lost.remove(&instance);
            self.rounds -= rounds;
        }
    }

    /// The tree with the lowest number or name, and how many rounds it has.
    fn lowest(&self) -> Option<(Instance, usize)> {
        let mut others = self.trees.iter().filter(|(it, _)| **it != Instance::Only);
        others.next().map(|(instance, tree)| (instance.clone(), tree.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::line;

    /// A gap in a trace leaves commits without what they commit, in any number of trees.
    #[test]
    fn events_that_break_a_law_fill_no_memory() {
        let mut memory = Memory::new(Version::SingleDecree, 100);
        for number in 0..10_000 {
            let name = if number % 2 == 0 { format!("{number}") } else { format!("\"n{number}\"") };
            let text = format!(r#"{{"instance": {name}, "event": "commit", "round": 1}}"#);
            let (instance, event) = line::read(text.as_bytes(), number).expect("an event");
            let judged = memory.observe(instance, event);
            assert!(matches!(judged, Judged::Broken(_)), "{number}: {judged:?}");
        }
        assert_eq!((memory.trees.iter().count(), memory.lost.len(), memory.rounds()), (0, 0, 0));
    }
}
