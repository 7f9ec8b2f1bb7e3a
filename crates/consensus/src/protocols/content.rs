//! What a proposal of a round contains, as a small number: a value, and the round it continues.

use crate::protocol::Value;

/// A value and a parent; 0 is the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Content {
    /// The value.
    pub value: u8,
    /// The round that it continues, or 0.
    pub parent: u8,
}

impl Content {
    pub(super) fn new(value: usize, parent: usize) -> Self {
        Self { value: value as u8, parent: parent as u8 }
    }

    /// How many contents there are, and so the largest code.
    pub(super) fn count(rounds: usize, values: usize) -> usize {
        (rounds + 1) * values
    }

    /// A number that is not 0, below or equal to the count.
    pub(super) fn code(self, values: usize) -> u64 {
        1 + u64::from(self.parent) * values as u64 + u64::from(self.value)
    }

    /// The content with that code; 0 is none.
    pub(super) fn decode(code: u64, values: usize) -> Option<Self> {
        let code = code.checked_sub(1)? as usize;
        Some(Self::new(code % values, code / values))
    }

    /// The parent as the tree wants it.
    pub(super) fn parent(self) -> Option<u8> {
        (self.parent != 0).then_some(self.parent)
    }

    pub(super) fn value(self) -> Value {
        Value(self.value)
    }
}
