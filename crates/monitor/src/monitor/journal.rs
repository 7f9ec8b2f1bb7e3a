//! Which events of instances are kept in which part of a checkpoint.
//!
//! An event that may still be revised is kept for as long as events may be late, and many
//! checkpoints are made in that time. Each event is written once, in the *chapter* that is open
//! when it comes; a checkpoint closes the chapter. A chapter is deleted when nobody needs an
//! event of it any more, and where only few do, these are written again.

use std::collections::BTreeMap;

use crate::checker::{Instance, Observation};

/// Of a chapter that is not deleted, at least one event in so many is needed.
const SPARSE: usize = 8;

/// The number of a chapter; later ones have greater numbers.
pub(crate) type Chapter = u32;

/// The events of the instances of one property, chapter by chapter.
#[derive(Debug)]
pub(super) struct Journal {
    /// Nobody may ever ask for a checkpoint, and then nothing is noted.
    is_kept: bool,
    /// The number of the chapter that is open.
    open: Chapter,
    /// What it has, each event with the slot of its instance.
    fresh: Vec<(u32, Observation)>,
    /// How many events each closed chapter has.
    closed: BTreeMap<Chapter, usize>,
}

/// A chapter that was closed.
#[derive(Debug)]
pub(super) struct Closed {
    pub number: Chapter,
    /// Each event with the slot of its instance.
    pub events: Vec<(u32, Observation)>,
}

impl Default for Journal {
    fn default() -> Journal {
        // An event in chapter 0 was not noted.
        Journal { is_kept: false, open: 1, fresh: Vec::new(), closed: BTreeMap::new() }
    }
}

impl Journal {
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// The chapter that an event which comes now belongs to.
    pub fn open(&self) -> Chapter {
        self.open
    }

    /// From now on every event is noted, beginning with those that are there.
    pub fn begin<'a>(&mut self, slots: impl Iterator<Item = (u32, &'a mut Instance)>) {
        self.is_kept = true;
        for (slot, instance) in slots {
            for event in instance.own.iter_mut().filter(|event| event.chapter == 0) {
                event.chapter = self.open;
                self.fresh.push((slot, event.clone()));
            }
        }
    }

    /// Notes an event of the open chapter.
    pub fn note(&mut self, slot: u32, event: &Observation) {
        self.fresh.push((slot, event.clone()));
    }

    /// Some instances are gone, and their slots may be used again.
    pub fn forget(&mut self, is_gone: impl Fn(u32) -> bool) {
        self.fresh.retain(|(slot, _)| !is_gone(*slot));
    }

    /// Closes the chapter, and opens the next one.
    pub fn close(&mut self) -> Closed {
        let closed = Closed { number: self.open, events: std::mem::take(&mut self.fresh) };
        if !closed.events.is_empty() {
            self.closed.insert(closed.number, closed.events.len());
        }
        self.open += 1;
        closed
    }

    /// A chapter was there before a restart.
    pub fn restore(&mut self, number: Chapter, events: usize) {
        *self.closed.entry(number).or_default() += events;
        self.after(number);
    }

    /// Later chapters than this one are to come.
    pub fn after(&mut self, number: Chapter) {
        self.open = self.open.max(number + 1);
    }

    /// The closed chapters of which no instance needs an event, which are forgotten, and how many
    /// events each has. Where few are needed, those are written again: `changed` gets the slots.
    pub fn collect<'a>(
        &mut self,
        slots: impl Iterator<Item = (u32, &'a mut Instance)>,
        mut changed: impl FnMut(u32, &mut Instance),
    ) -> Vec<(Chapter, usize)> {
        let mut needed: BTreeMap<Chapter, usize> = BTreeMap::new();
        let mut instances: Vec<(u32, &mut Instance)> =
            slots.filter(|(_, instance)| !instance.own.is_empty()).collect();
        let mut last = (0, 0);
        for event in instances.iter().flat_map(|(_, instance)| &instance.own) {
            // Neighbours are often of the same chapter.
            if event.chapter != last.0 {
                *needed.entry(last.0).or_default() += last.1;
                last = (event.chapter, 0);
            }
            last.1 += 1;
        }
        *needed.entry(last.0).or_default() += last.1;
        let (open, closed) = (self.open, &self.closed);
        let is_sparse = |chapter: Chapter| {
            let needed = needed.get(&chapter).copied().unwrap_or(0);
            closed.get(&chapter).is_some_and(|all| needed * SPARSE < *all)
        };
        if needed.keys().any(|chapter| is_sparse(*chapter)) {
            for (slot, instance) in &mut instances {
                let mut again = false;
                for event in instance.own.iter_mut().filter(|event| is_sparse(event.chapter)) {
                    event.chapter = open;
                    self.fresh.push((*slot, event.clone()));
                    again = true;
                }
                if again {
                    changed(*slot, instance);
                }
            }
        }
        let is_over =
            |(chapter, _): &(Chapter, usize)| needed.get(chapter).is_none_or(|count| *count == 0);
        let over: Vec<(Chapter, usize)> =
            closed.iter().map(|(chapter, count)| (*chapter, *count)).filter(is_over).collect();
        over.iter().for_each(|(chapter, _)| _ = self.closed.remove(chapter));
        over
    }
}
