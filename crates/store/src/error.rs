//! What can go wrong, and what to do about it.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// Why something could not be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no space.
    #[error(
        "the disk is full: {} cannot grow. Nothing that was accepted is lost; make room, or keep \
         less with --retention",
        path.display()
    )]
    Full {
        /// The file that should have grown.
        path: PathBuf,
    },
    /// A file is not what was written.
    #[error(
        "{} is damaged at byte {at}: {what}. Nothing was changed. Restore the file from a copy; \
         or, to go on without the events from there on, cut it with `truncate --size={at} {}`",
        path.display(),
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damage begins.
        at: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// The log ends within what was written last.
    #[error(
        "{} ends within a block of events, at byte {at}: who wrote it was stopped, or events are \
         cut off. `aplomb watch` tells which when it starts",
        path.display()
    )]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// Where the block begins.
        at: u64,
    },
    /// Events that were accepted are gone.
    #[error(
        "{} has {there} events, but {expected} were accepted and checked: files are missing or \
         were cut. Restore them from a copy, or start with an empty folder",
        path.display()
    )]
    Missing {
        /// The folder with the events.
        path: PathBuf,
        /// How many events the log has.
        there: u64,
        /// How many it should have at least.
        expected: u64,
    },
    /// A write failed in a way that leaves open what is on the disk.
    #[error(
        "an earlier write to {} failed ({reason}), and what is on the disk is not known; start \
         again",
        path.display()
    )]
    Uncertain {
        /// The file.
        path: PathBuf,
        /// What happened.
        reason: String,
    },
    /// Another process uses the folder.
    #[error("{} is in use by another process; one `aplomb watch` writes to a store", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// There is no store.
    #[error("{} has no events of `aplomb watch`", path.display())]
    NoStore {
        /// The folder.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The server of the engine does not answer, or refuses.
    #[error("{server}: {reason}")]
    Engine {
        /// Where it is.
        server: String,
        /// What it says.
        reason: String,
    },
    /// Another process works on the partition now.
    #[error("partition {0} is another worker's now")]
    Lost(u16),
    /// The engine is used in another way.
    #[error("{0}")]
    Differs(String),
    /// The tables cannot do it.
    #[error(
        "the tables of the store cannot be used: {0}. If they are damaged, delete the folder \
         `tables`: they are made anew from the log of events, and answers are given again"
    )]
    Tables(String),
}

impl StoreError {
    pub(crate) fn io(path: &Path, source: io::Error) -> StoreError {
        let path = path.to_owned();
        match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                StoreError::Full { path }
            }
            _ => StoreError::Io { path, source },
        }
    }

    /// Whether the same request may succeed later.
    pub fn may_pass(&self) -> bool {
        matches!(self, StoreError::Full { .. } | StoreError::Engine { .. })
    }
}
