//! The log of events: an append-only sequence of blocks in files.

mod block;
mod reader;
mod segment;

use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

pub(crate) use reader::Log;
pub use reader::{Stored, read_events};

use crate::{Position, StoreError};
use segment::{Next, Reader};

/// A segment that is longer than this is closed, and the next one begins.
const SEGMENT_BYTES: u64 = 16 << 20;

/// The folder of the log in the folder of a store.
pub(crate) fn folder(store: &Path) -> PathBuf {
    store.join("events")
}

/// The end of the log, where it grows. There must be only one for a folder.
#[derive(Debug)]
pub(crate) struct Appender {
    folder: PathBuf,
    path: PathBuf,
    file: File,
    /// The length of the file, up to the last block that is known to be on the disk.
    length: u64,
    end: Position,
    /// Why nothing can be appended any more.
    broken: Option<String>,
}

impl Appender {
    /// Opens a log, or begins one. A write that was not finished, and so never acknowledged,
    /// is taken back. `expected` events were acknowledged for sure.
    pub fn open(folder: &Path, expected: Position) -> Result<Appender, StoreError> {
        fs::create_dir_all(folder).map_err(|source| StoreError::io(folder, source))?;
        let missing = |there| StoreError::Missing { path: folder.to_owned(), there, expected };
        let Some(last) = segment::list(folder)?.last().copied() else {
            return if expected == 0 { Appender::begin(folder, 0) } else { Err(missing(0)) };
        };
        let mut reader = Reader::open(folder, last)?;
        let unfinished = loop {
            match reader.next()? {
                Next::Block(_) => {}
                Next::End => break false,
                Next::Unfinished => break true,
                Next::Damaged(what) => return Err(reader.damaged(what)),
            }
        };
        if unfinished && reader.position < expected {
            return Err(reader.damaged("events that were accepted are cut off"));
        }
        let Reader { path, offset: length, position: end, .. } = reader;
        if end < expected {
            return Err(missing(end));
        }
        let failed = |source| StoreError::io(&path, source);
        let file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        if unfinished {
            file.set_len(length).and_then(|()| file.sync_all()).map_err(failed)?;
        }
        Ok(Appender { folder: folder.to_owned(), path, file, length, end, broken: None })
    }

    fn begin(folder: &Path, first: Position) -> Result<Appender, StoreError> {
        let path = segment::path(folder, first);
        let failed = |source| StoreError::io(&path, source);
        let file = OpenOptions::new().append(true).create_new(true).open(&path).map_err(failed)?;
        sync_folder(folder)?;
        let folder = folder.to_owned();
        Ok(Appender { folder, path, file, length: 0, end: first, broken: None })
    }

    /// The position after the last event.
    pub fn end(&self) -> Position {
        self.end
    }

    /// Appends events, and returns when the disk has them.
    pub fn append<'a>(
        &mut self,
        events: impl Iterator<Item = &'a [u8]>,
        arrived: i64,
    ) -> Result<(), StoreError> {
        if let Some(reason) = &self.broken {
            return Err(StoreError::Uncertain { path: self.path.clone(), reason: reason.clone() });
        }
        if self.length >= SEGMENT_BYTES {
            *self = Appender::begin(&self.folder, self.end)?;
        }
        let (mut lines, mut count) = (Vec::new(), 0u32);
        for event in events {
            lines.extend_from_slice(event);
            lines.push(b'\n');
            count += 1;
        }
        let block = block::write(self.end, count, arrived, &lines);
        if let Err(source) = self.file.write_all(&block) {
            // Take back what was written of it, so that the next block follows the last one.
            if let Err(source) = self.file.set_len(self.length) {
                self.broken = Some(source.to_string());
            }
            return Err(StoreError::io(&self.path, source));
        }
        if let Err(source) = self.file.sync_data() {
            // The system may have dropped the pages: nobody knows what is on the disk.
            self.broken = Some(source.to_string());
            return Err(StoreError::io(&self.path, source));
        }
        self.length += block.len() as u64;
        self.end += Position::from(count);
        Ok(())
    }

    /// Appends nothing more.
    pub fn give_up(&mut self, reason: String) {
        self.broken = Some(reason);
    }

    /// Segments, except the last one, whose events all lie before a position and arrived
    /// before a time.
    pub fn old_segments(&self, end: Position, before: i64) -> Result<Vec<Old>, StoreError> {
        let segments = segment::list(&self.folder)?;
        let mut old = Vec::new();
        for pair in segments.windows(2) {
            if pair[1] > end {
                break;
            }
            let mut reader = Reader::open(&self.folder, pair[0])?;
            let (mut events, mut arrived) = (Vec::new(), i64::MIN);
            while let Next::Block(block) = reader.next()? {
                arrived = arrived.max(block.header.arrived);
                events.extend(block.events);
            }
            if arrived >= before {
                break;
            }
            old.push(Old { path: reader.path, count: pair[1] - pair[0], events });
        }
        Ok(old)
    }
}

/// A segment that nobody needs any more.
#[derive(Debug)]
pub(crate) struct Old {
    path: PathBuf,
    pub count: u64,
    /// Its events, as lines.
    pub events: Vec<u8>,
}

impl Old {
    /// Deletes the file.
    pub fn delete(&self) -> Result<(), StoreError> {
        fs::remove_file(&self.path).map_err(|source| StoreError::io(&self.path, source))
    }
}

/// Makes sure that files which were created or renamed in a folder are there after a crash.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|source| StoreError::io(folder, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENTS: Position = 6;

    /// A log with three blocks, and its only segment.
    fn three_blocks() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let mut log = Appender::open(folder.path(), 0).unwrap();
        for events in [&["a", "b"][..], &["c"], &["d", "e", "f"]] {
            log.append(events.iter().map(|text| text.as_bytes()), 0).unwrap();
        }
        let path = log.path.clone();
        (folder, path)
    }

    fn texts(folder: &Path) -> Vec<String> {
        let text = |it: Stored| String::from_utf8(it.text.into()).unwrap();
        Log::read(folder, 0).unwrap().map(|stored| text(stored.unwrap())).collect()
    }

    #[test]
    fn a_write_that_was_not_finished_is_taken_back() {
        let (folder, segment) = three_blocks();
        let whole = fs::read(&segment).unwrap();
        let last_block = whole.windows(4).rposition(|bytes| bytes == b"apl1").unwrap();
        for length in last_block..whole.len() {
            for zeros in [0, 7, 10_000] {
                let mut cut = whole[..length].to_vec();
                // Zeros after a block that was cut belong to nothing.
                cut.resize(if length == last_block { length + zeros } else { length }, 0);
                fs::write(&segment, &cut).unwrap();
                let mut log = Appender::open(folder.path(), 3).unwrap();
                assert_eq!(log.end(), 3, "cut at {length} of {}", whole.len());
                log.append([&b"g"[..]].into_iter(), 0).unwrap();
                assert_eq!(texts(folder.path()), ["a", "b", "c", "g"]);
            }
        }
    }

    #[test]
    fn a_log_that_lost_what_was_accepted_is_refused_and_left_alone() {
        let (folder, segment) = three_blocks();
        let whole = fs::read(&segment).unwrap();
        for length in 0..whole.len() {
            fs::write(&segment, &whole[..length]).unwrap();
            let error = Appender::open(folder.path(), EVENTS).unwrap_err();
            let named = matches!(error, StoreError::Damaged { .. } | StoreError::Missing { .. });
            assert!(named, "{error}");
            assert_eq!(fs::read(&segment).unwrap().len(), length, "nothing was changed");
        }
        fs::remove_file(&segment).unwrap();
        let error = Appender::open(folder.path(), EVENTS).unwrap_err();
        assert!(error.to_string().contains("has 0 events, but 6 were accepted"), "{error}");
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let (folder, segment) = three_blocks();
        let whole = fs::read(&segment).unwrap();
        for bit in 0..whole.len() * 8 {
            let mut changed = whole.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&segment, &changed).unwrap();
            let error = Appender::open(folder.path(), EVENTS).unwrap_err();
            assert!(matches!(error, StoreError::Damaged { .. }), "bit {bit}: {error}");
            assert_eq!(fs::read(&segment).unwrap(), changed, "nothing was changed");
        }
    }
}
