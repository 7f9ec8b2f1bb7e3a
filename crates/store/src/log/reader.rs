//! Reading events, also while another process appends them.

use std::{
    path::{Path, PathBuf},
    thread,
    time::Duration,
    vec,
};

use super::segment::{self, Next, Reader};
use crate::{Position, StoreError};

/// An event of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its place.
    pub position: Position,
    /// When it arrived, in milliseconds since 1970.
    pub arrived: i64,
    /// The event: one line of JSON.
    pub text: Box<[u8]>,
}

/// How often, and how long each time, somebody who is writing a block is waited for.
const WAITS: u32 = 50;
const WAIT: Duration = Duration::from_millis(20);

/// The events in the folder of a store, as far as they are there now. The store may be in
/// use: this only reads. If the log ends within a block that nobody completes, that is the last
/// item, an error.
pub fn read_events(
    store: &Path,
) -> Result<impl Iterator<Item = Result<Stored, StoreError>> + use<>, StoreError> {
    let folder = super::folder(store);
    if !folder.is_dir() {
        return Err(StoreError::NoStore { path: store.to_owned() });
    }
    Ok(Log { waits: Some(WAITS), ..Log::read(&folder, 0)? })
}

/// The events from a position on.
pub(crate) struct Log {
    folder: PathBuf,
    /// Segments that are not read yet.
    segments: vec::IntoIter<Position>,
    current: Option<Reader>,
    events: vec::IntoIter<Stored>,
    from: Position,
    /// How often somebody who is writing a block is still waited for; never where it is no
    /// matter, because nobody has accepted those events.
    waits: Option<u32>,
}

impl Log {
    pub fn read(folder: &Path, from: Position) -> Result<Log, StoreError> {
        let mut segments = segment::list(folder)?;
        let wanted = segments.partition_point(|first| *first <= from).saturating_sub(1);
        segments.drain(..wanted);
        let mut segments = segments.into_iter();
        let current = segments.next().map(|first| Reader::open(folder, first)).transpose()?;
        Ok(Log {
            folder: folder.to_owned(),
            segments,
            current,
            events: Vec::new().into_iter(),
            from,
            waits: None,
        })
    }

    /// The events of the next block; nothing at the end.
    fn block(&mut self) -> Result<Option<Vec<Stored>>, StoreError> {
        loop {
            let Some(reader) = &mut self.current else { return Ok(None) };
            match reader.next()? {
                Next::Block(block) => {
                    let header = block.header;
                    let lines = block.events.split(|byte| *byte == b'\n');
                    let events = lines.zip(header.first..).filter(|(line, _)| !line.is_empty());
                    let stored = events.map(|(line, position)| Stored {
                        position,
                        arrived: header.arrived,
                        text: line.into(),
                    });
                    return Ok(Some(stored.filter(|it| it.position >= self.from).collect()));
                }
                Next::Damaged(what) => return Err(reader.damaged(what)),
                Next::Unfinished if self.segments.len() == 0 && self.waits.is_some() => {
                    let waits = self.waits.take().filter(|waits| *waits > 0);
                    let Some(waits) = waits else { return Err(reader.unfinished()) };
                    self.waits = Some(waits - 1);
                    thread::sleep(WAIT);
                    reader.again()?;
                }
                // The end of the last segment is where the log ends now.
                Next::End | Next::Unfinished if self.segments.len() == 0 => return Ok(None),
                Next::Unfinished => return Err(reader.damaged("the end of the file is missing")),
                Next::End => {
                    let end = reader.position;
                    let next = self.segments.next().filter(|first| *first == end);
                    let Some(first) = next else {
                        return Err(reader.damaged("the file that should follow is missing"));
                    };
                    self.current = Some(Reader::open(&self.folder, first)?);
                }
            }
        }
    }
}

impl Iterator for Log {
    type Item = Result<Stored, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(event) = self.events.next() {
                return Some(Ok(event));
            }
            match self.block() {
                Ok(Some(events)) => self.events = events.into_iter(),
                Ok(None) => return None,
                Err(error) => {
                    self.current = None;
                    return Some(Err(error));
                }
            }
        }
    }
}
