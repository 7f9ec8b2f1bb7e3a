//! The states that are expanded next, in pieces that threads take one after the other.

use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::CHUNK;
use crate::search::store::StateId;

/// A state that is to be expanded.
pub(super) type Item<T> = (StateId, T);

/// Where a state is in its level.
#[derive(Clone, Copy)]
pub(super) struct Position(NonZeroU32);

/// The states of a level, in parts: each thread begins with the part that it has found itself,
/// which is still in its cache, and helps the others when it is done with that.
pub(super) struct Level<'l, T> {
    /// At most `CHUNK` each.
    chunks: Vec<&'l [Item<T>]>,
    parts: Vec<Part>,
    length: usize,
}

/// Which chunks of a part nobody has taken. Apart from its neighbours, as others write there.
#[repr(align(128))]
struct Part {
    next: AtomicUsize,
    end: usize,
}

impl Part {
    fn new(Range { start, end }: Range<usize>) -> Self {
        Self { next: AtomicUsize::new(start), end }
    }

    fn take(&self) -> Option<usize> {
        let chunk = self.next.fetch_add(1, Ordering::Relaxed);
        (chunk < self.end).then_some(chunk)
    }
}

impl<'l, T> Level<'l, T> {
    pub(super) fn new(found: &'l [Vec<Item<T>>]) -> Self {
        let mut chunks = Vec::new();
        let mut parts = Vec::new();
        for found in found {
            let start = chunks.len();
            chunks.extend(found.chunks(CHUNK));
            parts.push(Part::new(start..chunks.len()));
        }
        Self { chunks, parts, length: found.iter().map(Vec::len).sum() }
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// States that nobody has taken, rather of the part of that number, and where to find them
    /// again.
    pub(super) fn take(&self, own: usize) -> Option<impl Iterator<Item = (Position, &'l Item<T>)>> {
        let (others_after, own_first) = self.parts.split_at(own);
        let chunk = own_first.iter().chain(others_after).find_map(Part::take)?;
        let position = |index| Position(NonZeroU32::MIN.saturating_add(index as u32));
        Some((chunk * CHUNK..).map(position).zip(self.chunks[chunk]))
    }

    /// The state at a place.
    pub(super) fn item(&self, Position(position): Position) -> &'l Item<T> {
        let index = position.get() as usize - 1;
        &self.chunks[index / CHUNK][index % CHUNK]
    }
}
