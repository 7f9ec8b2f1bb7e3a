//! The states that are expanded next, in pieces that threads take one after the other.

use std::num::NonZeroU32;

use super::CHUNK;
use crate::search::store::StateId;

/// A state that is to be expanded.
pub(super) type Item<T> = (StateId, T);

/// Where a state is in its level.
#[derive(Clone, Copy)]
pub(super) struct Position(NonZeroU32);

/// The states of a level.
pub(super) struct Level<'l, T> {
    /// At most `CHUNK` each.
    chunks: Vec<&'l [Item<T>]>,
    length: usize,
}

impl<'l, T> Level<'l, T> {
    pub(super) fn new(parts: &'l [Vec<Item<T>>]) -> Self {
        let chunks = parts.iter().flat_map(|part| part.chunks(CHUNK)).collect();
        Self { chunks, length: parts.iter().map(Vec::len).sum() }
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The states of a chunk, and where to find them again.
    pub(super) fn chunk(
        &self,
        chunk: usize,
    ) -> Option<impl Iterator<Item = (Position, &'l Item<T>)>> {
        let items = self.chunks.get(chunk)?;
        let position = |index| Position(NonZeroU32::MIN.saturating_add(index as u32));
        Some((chunk * CHUNK..).map(position).zip(*items))
    }

    /// The state at a place.
    pub(super) fn item(&self, Position(position): Position) -> &'l Item<T> {
        let index = position.get() as usize - 1;
        &self.chunks[index / CHUNK][index % CHUNK]
    }
}
