//! Blocks: the events of one group commit, with a checksum.

use crate::Position;

const MAGIC: [u8; 4] = *b"apl1";
/// Magic, checksum, length, first position, number of events, time of arrival.
pub(super) const HEADER: usize = 4 + 4 + 4 + 8 + 4 + 8;

/// What a block says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    checksum: u32,
    /// How many bytes the events take.
    pub length: u32,
    /// The position of the first event.
    pub first: Position,
    pub count: u32,
    /// When they arrived, in milliseconds since 1970.
    pub arrived: i64,
}

/// Writes a block; the events are lines.
pub(super) fn write(first: Position, count: u32, arrived: i64, events: &[u8]) -> Vec<u8> {
    let mut block = Vec::with_capacity(HEADER + events.len());
    block.extend(MAGIC);
    block.extend([0; 4]);
    block.extend((events.len() as u32).to_le_bytes());
    block.extend(first.to_le_bytes());
    block.extend(count.to_le_bytes());
    block.extend(arrived.to_le_bytes());
    block.extend_from_slice(events);
    let checksum = crc32fast::hash(&block[8..]);
    block[4..8].copy_from_slice(&checksum.to_le_bytes());
    block
}

impl Header {
    /// Reads a header; nothing if this is none.
    pub fn read(bytes: &[u8; HEADER]) -> Option<Header> {
        let (magic, rest) = bytes.split_first_chunk()?;
        let (checksum, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (first, rest) = rest.split_first_chunk()?;
        let (count, rest) = rest.split_first_chunk()?;
        let (arrived, _) = rest.split_first_chunk()?;
        (*magic == MAGIC).then_some(Header {
            checksum: u32::from_le_bytes(*checksum),
            length: u32::from_le_bytes(*length),
            first: Position::from_le_bytes(*first),
            count: u32::from_le_bytes(*count),
            arrived: i64::from_le_bytes(*arrived),
        })
    }

    /// Whether these are the events that were written.
    pub fn confirms(&self, header: &[u8; HEADER], events: &[u8]) -> bool {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&header[8..]);
        hasher.update(events);
        hasher.finalize() == self.checksum
    }
}
