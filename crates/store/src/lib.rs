//! *Where do events, checkpoints, violations and recordings live?*
//!
//! Behind one trait, [`Store`]. [`Embedded`] keeps everything in a folder: events in an
//! append-only log that other processes can [read](read_events) while it grows, recordings as
//! the files that recorders write, and the rest in tables.
//!
//! ```
//! use aplomb_store::{Arrival, Embedded, Store};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let store = Embedded::open(folder.path()).unwrap();
//! let event = |id: &str| {
//!     let text = format!("{{\"id\":\"{id}\"}}").into_bytes();
//!     Arrival { id: Some(id.into()), text: text.into() }
//! };
//! let appended = store.append(&[event("a"), event("b"), event("a")]).unwrap();
//! // When this returns, both are on the disk; the third one is the first one again.
//! assert_eq!(appended.fresh, [true, true, false]);
//! assert_eq!(store.read(0).unwrap().count(), 2);
//! ```
//!
//! # Invariants
//!
//! - What [`Store::append`] has accepted is read again after any crash, in the same order
//!   and once.
//! - What one [`Store::commit`] says is kept together or not at all.
//! - A damaged file is an error that names it, never a shorter log.
//! - Nothing here knows what an event means: it reads the `id` of an event and nothing else.

mod embedded;
mod error;
mod log;
mod recordings;
mod tables;

use std::time::SystemTime;

pub use embedded::Embedded;
pub use error::StoreError;
pub use log::{Stored, read_events};
pub use recordings::{recording_file, recordings_folder};

/// The place of an event in the log: how many came before it.
pub type Position = u64;

/// An event that arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Its id, if it has one; the second event with the same id is the first one again.
    pub id: Option<Box<str>>,
    /// The event: one line of JSON, without the end of the line.
    pub text: Box<[u8]>,
}

/// What became of events that arrived together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The place of the first fresh one.
    pub first: Position,
    /// For each arrival whether it is new.
    pub fresh: Vec<bool>,
}

/// What belongs together: conclusions from all events up to a position.
#[derive(Clone, Debug, Default)]
pub struct Commit {
    /// Where to go on reading after a restart; `None` leaves it where it is.
    pub position: Option<Position>,
    /// Entries of the checker's state; without a value they are deleted.
    pub state: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    /// Violations that are new or have changed.
    pub violations: Vec<Violation>,
    /// Notices that have to be delivered.
    pub notices: Vec<Vec<u8>>,
}

/// A violation, as its finder describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Names it: letters and digits.
    pub id: String,
    /// When it was found first, in milliseconds since 1970. The same at every change.
    pub found: i64,
    /// What is known.
    pub text: Vec<u8>,
}

/// What to go on with after a restart.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// All events before this position are in the entries.
    pub position: Position,
    /// The entries of the checker's state.
    pub entries: Vec<(Vec<u8>, Vec<u8>)>,
}

/// A notice that has to be delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Its number; later notices have greater ones.
    pub number: u64,
    /// What to say.
    pub text: Vec<u8>,
}

/// The events of a log, from some position on.
pub type Events = Box<dyn Iterator<Item = Result<Stored, StoreError>> + Send>;

/// Keeps what must survive. All methods return when the disk has it.
pub trait Store: Send + Sync {
    /// Keeps events that are not there yet.
    fn append(&self, arrivals: &[Arrival]) -> Result<Appended, StoreError>;

    /// The events from a position on, as far as they are there now.
    fn read(&self, from: Position) -> Result<Events, StoreError>;

    /// The position after the last event.
    fn end(&self) -> Position;

    /// Keeps conclusions, all or none.
    fn commit(&self, commit: &Commit) -> Result<(), StoreError>;

    /// The state and the position of the last commits.
    fn state(&self) -> Result<State, StoreError>;

    /// One violation.
    fn violation(&self, id: &str) -> Result<Option<Violation>, StoreError>;

    /// Violations, the latest first, that were found before `before`.
    fn violations(&self, before: i64, most: usize) -> Result<Vec<Violation>, StoreError>;

    /// The notices that are not delivered yet, the oldest first.
    fn notices(&self, most: usize) -> Result<Vec<Notice>, StoreError>;

    /// Notes that a notice was delivered.
    fn delivered(&self, number: u64) -> Result<(), StoreError>;

    /// Keeps the recording of an invocation, in place of an earlier one.
    fn keep_recording(&self, invocation: &str, text: &str) -> Result<(), StoreError>;

    /// The recording of an invocation.
    fn recording(&self, invocation: &str) -> Result<Option<String>, StoreError>;

    /// The latest recordings, in no order.
    fn recordings(&self, most: usize) -> Result<Vec<String>, StoreError>;

    /// Forgets events, violations and recordings from before a point in time, except events
    /// that are not in the state yet; how many events are gone.
    fn forget(&self, before: SystemTime) -> Result<u64, StoreError>;
}
