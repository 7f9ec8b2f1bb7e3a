//! Numbers for the objects that threads allocated, in an order that does not depend on their names.
//!
//! Objects are met first in the threads, then in what was changed of the objects that all states
//! share, then in other objects that were met before. States that differ only in names meet the same
//! objects in the same order.

use crate::fingerprint::Mixer;
use crate::heap::Heap;
use crate::value::{Arena, ObjectId};

/// The objects met so far; kept between steps to save allocations.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    /// By thread and index, one more than the number; 0 for objects that were not met.
    numbers: Vec<Vec<u32>>,
    met: Vec<ObjectId>,
}

impl Numbering {
    /// Forgets everything.
    pub fn begin(&mut self, heap: &Heap) {
        self.met.clear();
        self.numbers.resize(heap.arena_lengths().len().max(self.numbers.len()), Vec::new());
        for (numbers, length) in self.numbers.iter_mut().zip(heap.arena_lengths()) {
            numbers.clear();
            numbers.resize(length, 0);
        }
    }

    /// Feeds the number of an object, unless it is one that has the same name in all states.
    #[inline]
    pub fn meet(&mut self, id: ObjectId, mixer: &mut Mixer) {
        let Arena::Thread(thread) = id.arena() else { return };
        let number = &mut self.numbers[thread][id.index()];
        if *number == 0 {
            self.met.push(id);
            *number = self.met.len() as u32;
        }
        mixer.add(u64::from(*number));
    }

    /// Meets what all objects lead to, and feeds their contents.
    pub fn follow(&mut self, heap: &Heap, mixer: &mut Mixer) {
        for (id, object) in heap.changed() {
            mixer.add(u64::from(id.as_u32()) << 32);
            mixer.add_fingerprint(object.fingerprint());
            object.references(|next| self.meet(next, mixer));
        }
        let mut next = 0;
        while let Some(id) = self.met.get(next).copied() {
            next += 1;
            if let Some(object) = heap.own(id) {
                mixer.add_fingerprint(object.fingerprint());
                object.references(|next| self.meet(next, mixer));
            }
        }
    }

    /// All objects, in the order in which they were met.
    pub fn met(&self) -> &[ObjectId] {
        &self.met
    }
}
