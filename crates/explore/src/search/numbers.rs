//! From hashes to numbers: the table behind the store.
//!
//! Linear probing in one array, in the order of hashes. Most questions touch a single line of the
//! cache, and a table that grows is copied from front to back; for tables that are much larger
//! than the cache, that is what counts.

use crate::search::store::StateId;

/// At most two of three slots are in use, or else probing takes long.
const MOST_USED: (usize, usize) = (2, 3);

const FIRST_SIZE: usize = 8;

/// Numbers of things that are elsewhere, by 32 bits of a hash: the *tag*.
pub(crate) struct Numbers {
    /// The tag in the upper half, and one more than the number in the lower one; 0 if free. The
    /// length is a power of two.
    slots: Vec<u64>,
    used: usize,
}

impl Numbers {
    pub(crate) fn new() -> Self {
        Self { slots: vec![0; FIRST_SIZE], used: 0 }
    }

    /// The number with that tag of which `is_it` is true.
    pub(crate) fn find(&self, tag: u32, is_it: impl Fn(StateId) -> bool) -> Option<StateId> {
        self.probe(tag, is_it).ok()
    }

    /// The same; if there is none, takes note of `new`.
    pub(crate) fn find_or_insert(
        &mut self,
        tag: u32,
        is_it: impl Fn(StateId) -> bool,
        new: StateId,
    ) -> Option<StateId> {
        match self.probe(tag, is_it) {
            Ok(number) => return Some(number),
            Err(free) => self.slots[free] = slot(tag, new),
        }
        self.used += 1;
        if self.used * MOST_USED.1 > self.slots.len() * MOST_USED.0 {
            self.grow();
        }
        None
    }

    /// Reads where a tag would be found, so that it is in the cache when it is looked for.
    pub(crate) fn touch(&self, tag: u32) {
        std::hint::black_box(self.slots[self.home(tag)]);
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// Where the search for a tag begins: its upper bits, so that the order is that of the tags.
    fn home(&self, tag: u32) -> usize {
        ((u64::from(tag) * self.slots.len() as u64) >> u32::BITS) as usize
    }

    /// The number that is looked for, or else the slot where it belongs.
    fn probe(&self, tag: u32, is_it: impl Fn(StateId) -> bool) -> Result<StateId, usize> {
        let mut place = self.home(tag);
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                return Err(place);
            }
            let number = slot as StateId - 1;
            if (slot >> u32::BITS) as u32 == tag && is_it(number) {
                return Ok(number);
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
    }

    #[expect(
        clippy::slow_vector_initialization,
        reason = "zeros of the operating system are pages that are given out twice if they are read \
                  before they are written, and the second time interrupts all other threads"
    )]
    fn grow(&mut self) {
        let mut larger = Vec::with_capacity(self.slots.len() * 2);
        larger.resize(self.slots.len() * 2, 0);
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot != 0
                && let Err(free) = self.probe((slot >> u32::BITS) as u32, |_| false)
            {
                self.slots[free] = slot;
            }
        }
    }
}

fn slot(tag: u32, number: StateId) -> u64 {
    (u64::from(tag) << u32::BITS) | u64::from(number + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Every number is found by its tag, also if many have the same one.
        #[test]
        fn finds_what_was_inserted(
            tags in prop::collection::vec(
                prop_oneof![0_u32..4, u32::MAX - 3..=u32::MAX, any::<u32>()], 0..200),
        ) {
            let mut numbers = Numbers::new();
            for (number, &tag) in tags.iter().enumerate() {
                let number = number as StateId;
                prop_assert_eq!(numbers.find(tag, |it| it == number), None);
                prop_assert_eq!(numbers.find_or_insert(tag, |it| it == number, number), None);
            }
            for (number, &tag) in tags.iter().enumerate() {
                let number = number as StateId;
                prop_assert_eq!(numbers.find(tag, |it| it == number), Some(number));
                prop_assert_eq!(numbers.find_or_insert(tag, |it| it == number, 0), Some(number));
            }
        }
    }
}
