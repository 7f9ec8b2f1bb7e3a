//! Events that bind only some of a property's variables: they concern many instances,
//! also such that do not exist yet.

use super::{Observation, inverted::Inverted};
use crate::property::{LetterId, Machine};

/// The events of one projection of a property with one binding.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// Sorted by time.
    pub events: Vec<Observation>,
}

/// Which events of a projection make an earlier one useless, for each projection.
#[derive(Clone, Debug)]
pub(crate) struct Overwrites {
    /// By pairs of letters: the first one does not matter once the second one follows.
    useless: Vec<Vec<bool>>,
}

impl Overwrites {
    /// Finds the pairs for which it is provable. An instance that has not looked at a
    /// projection's events yet has no events of its own between them (its own events
    /// make it look), so only events of *other* projections can come between. Letter
    /// `e` is useless before letter `f` of the same projection if, wherever the machine
    /// is, doing `e` or not, then any events of other projections, then `f`, leads to
    /// the same state.
    ///
    /// The paper keeps the latest event of a cycle of two; this is that rule for all
    /// machines, with its side condition.
    pub fn new(machine: &Machine) -> Overwrites {
        let letters = machine.letters.len();
        let projection = |letter: usize| machine.event_of(letter as LetterId).projection;
        let mut useless = vec![vec![false; letters]; letters];
        for e in (0..letters).filter(|e| projection(*e) != 0) {
            let others: Vec<usize> = (0..letters)
                .filter(|other| ![0, projection(e)].contains(&projection(*other)))
                .collect();
            let pairs = pairs_after(machine, e, &others);
            for f in (0..letters).filter(|f| projection(*f) == projection(e)) {
                let next = &machine.letters[f].next;
                useless[e][f] = pairs.iter().all(|(with, without)| next[*with] == next[*without]);
            }
        }
        Overwrites { useless }
    }
}

/// The pairs of states that differ by having done `e`, closed under `others`.
fn pairs_after(machine: &Machine, e: usize, others: &[usize]) -> Vec<(usize, usize)> {
    let states = machine.states.len();
    let mut seen = vec![false; states * states];
    let mut pairs = Vec::new();
    let mut add = |pairs: &mut Vec<_>, with: usize, without: usize| {
        if with != without && !std::mem::replace(&mut seen[with * states + without], true) {
            pairs.push((with, without));
        }
    };
    for state in 0..states {
        add(&mut pairs, usize::from(machine.letters[e].next[state]), state);
    }
    let mut done = 0;
    while done < pairs.len() {
        let (with, without) = pairs[done];
        for other in others {
            let next = &machine.letters[*other].next;
            add(&mut pairs, usize::from(next[with]), usize::from(next[without]));
        }
        done += 1;
    }
    pairs
}

impl Log {
    /// Forgets events that no instance can need: whatever comes next in any order makes
    /// them useless, and what comes next is certain and older than `before`. Whether there
    /// were any.
    pub fn collect(&mut self, before: i64, skew: i64, overwrites: &Overwrites) -> bool {
        let count = self.events.len();
        let mut inverted = Inverted::find(&self.events);
        let mut index = 0;
        while index < self.events.len() {
            if self.is_useless(index, before, skew, overwrites, inverted.as_ref()) {
                self.events.remove(index);
                inverted = inverted.and_then(|_| Inverted::find(&self.events));
                // What came before has a new successor.
                index = index.saturating_sub(1);
            } else {
                index += 1;
            }
        }
        self.events.len() < count
    }

    fn is_useless(
        &self,
        index: usize,
        before: i64,
        skew: i64,
        overwrites: &Overwrites,
        inverted: Option<&Inverted>,
    ) -> bool {
        let event = &self.events[index];
        let later = |limit: i64| self.events.partition_point(|other| other.time <= limit);
        // Where a clock was set back, it may come after an event that seems to be later.
        let last = inverted.map_or(event, |inverted| &self.events[inverted.last_before(index)]);
        // The first event that certainly comes after this one...
        let Some(next) = self.events.get(later(last.time.saturating_add(skew))) else {
            return false;
        };
        // ...and all that may come between or in its place.
        let horizon = next.time.saturating_add(skew);
        let mut first =
            self.events.partition_point(|other| other.time < event.time.saturating_sub(skew));
        while inverted.is_some_and(|inverted| inverted.crosses(first)) {
            first -= 1;
        }
        let useless = &overwrites.useless[usize::from(event.letter)];
        horizon < before
            && (first..later(horizon))
                .filter(|other| *other != index)
                .all(|other| useless[usize::from(self.events[other].letter)])
    }
}
