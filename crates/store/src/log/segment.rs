//! Segments: the files of the log, each named by the position of its first event.

use std::{
    fs::{self, File},
    io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use super::block::{HEADER, Header};
use crate::{Position, StoreError};

const ENDING: &str = "events";

/// The file of the segment that begins at a position.
pub(super) fn path(folder: &Path, first: Position) -> PathBuf {
    folder.join(format!("{first:020}.{ENDING}"))
}

/// The positions at which segments begin, sorted.
pub(super) fn list(folder: &Path) -> Result<Vec<Position>, StoreError> {
    let failed = |source| StoreError::io(folder, source);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            let name = path.file_stem().and_then(|name| name.to_str());
            found.extend(name.and_then(|name| name.parse::<Position>().ok()));
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// A block that was read.
#[derive(Debug)]
pub(super) struct Block {
    pub header: Header,
    pub events: Vec<u8>,
}

/// What comes next in a segment.
#[derive(Debug)]
pub(super) enum Next {
    Block(Block),
    /// The file ends here.
    End,
    /// The file ends within a block: whoever writes it is not done, or never was.
    Unfinished,
    /// What is here was never written like this.
    Damaged(&'static str),
}

/// Reads a segment block by block.
#[derive(Debug)]
pub(super) struct Reader {
    file: BufReader<File>,
    pub path: PathBuf,
    /// Where the next block begins in the file.
    pub offset: u64,
    /// The position that the next block must begin with.
    pub position: Position,
}

impl Reader {
    pub fn open(folder: &Path, first: Position) -> Result<Reader, StoreError> {
        let path = path(folder, first);
        let file = File::open(&path).map_err(|source| StoreError::io(&path, source))?;
        Ok(Reader {
            file: BufReader::with_capacity(1 << 18, file),
            path,
            offset: 0,
            position: first,
        })
    }

    pub fn next(&mut self) -> Result<Next, StoreError> {
        self.read().map_err(|source| StoreError::io(&self.path, source))
    }

    fn read(&mut self) -> io::Result<Next> {
        let mut bytes = [0; HEADER];
        match read_up_to(&mut self.file, &mut bytes)? {
            0 => return Ok(Next::End),
            HEADER => {}
            _ => return Ok(Next::Unfinished),
        }
        let Some(header) = Header::read(&bytes) else {
            // A machine that lost power may have made the file longer and not filled it.
            return Ok(match bytes.iter().all(|byte| *byte == 0) && self.only_zeros_follow()? {
                true => Next::Unfinished,
                false => Next::Damaged("no block of events begins here"),
            });
        };
        let mut events = Vec::new();
        (&mut self.file).take(header.length.into()).read_to_end(&mut events)?;
        if events.len() < header.length as usize {
            return Ok(Next::Unfinished);
        }
        if !header.confirms(&bytes, &events) {
            return Ok(Next::Damaged("the checksum of a block of events does not match"));
        }
        if header.first != self.position {
            return Ok(Next::Damaged("events before this block are missing"));
        }
        self.offset += HEADER as u64 + u64::from(header.length);
        self.position += Position::from(header.count);
        Ok(Next::Block(Block { header, events }))
    }

    fn only_zeros_follow(&mut self) -> io::Result<bool> {
        let mut chunk = [0; 4096];
        loop {
            match read_up_to(&mut self.file, &mut chunk)? {
                0 => return Ok(true),
                count if chunk[..count].iter().any(|byte| *byte != 0) => return Ok(false),
                _ => {}
            }
        }
    }

    /// Goes back to where the next block begins.
    pub fn again(&mut self) -> Result<(), StoreError> {
        let begin = self.file.seek(SeekFrom::Start(self.offset));
        begin.map(|_| ()).map_err(|source| StoreError::io(&self.path, source))
    }

    pub fn unfinished(&self) -> StoreError {
        StoreError::Unfinished { path: self.path.clone(), at: self.offset }
    }

    pub fn damaged(&self, what: &'static str) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), at: self.offset, what }
    }
}

/// Fills the buffer as far as there are bytes.
fn read_up_to(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut count = 0;
    while count < buffer.len() {
        match file.read(&mut buffer[count..]) {
            Ok(0) => break,
            Ok(read) => count += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}
