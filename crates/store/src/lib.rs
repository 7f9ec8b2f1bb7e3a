//! *Where do events, checkpoints, violations and recordings live?*
//!
//! Behind one trait, [`Store`], with two strategies. [`Embedded`] keeps everything in a folder:
//! events in an append-only log that other processes can [read](read_events) while it grows,
//! recordings as the files that recorders write, and the rest in tables. [`Nats`] keeps
//! everything in a NATS server with JetStream, and lets any number of processes share the work.
//!
//! ```
//! use aplomb_store::{Arrival, Embedded, Store};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let store = Embedded::open(folder.path()).unwrap();
//! let event = |id: &str| {
//!     let text = format!("{{\"id\":\"{id}\"}}").into_bytes();
//!     Arrival { id: Some(id.into()), text: text.into(), ..Arrival::default() }
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
//! - What one [`Partition::commit`] says is kept together or not at all.
//! - A damaged file is an error that names it, never a shorter log.
//! - Nothing here knows what an event means: it reads the `id` of an event and nothing else.

mod embedded;
mod error;
mod log;
mod nats;
mod recordings;
mod tables;

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

pub use embedded::Embedded;
pub use error::StoreError;
pub use log::{Stored, read_events};
pub use nats::{Nats, NatsSettings};
pub use recordings::{recording_file, recordings_folder};

/// The place of an event in the log; later events have greater ones.
pub type Position = u64;

/// An event that arrives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Its id, if it has one; the second event with the same id is the first one again.
    pub id: Option<Box<str>>,
    /// The event: one line of JSON, without the end of the line.
    pub text: Box<[u8]>,
    /// Who has to see it, where the work is shared.
    pub route: Route,
}

/// Which partitions have to see an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// The one that makes other events of it; nothing if it was made of another one.
    pub home: Option<u16>,
    /// Those with instances that it concerns.
    pub concerned: Vec<u16>,
}

/// What became of events that arrived together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The place of the first fresh one.
    pub first: Position,
    /// For each arrival whether it is new.
    pub fresh: Vec<bool>,
    /// The places of arrivals with the id of another event that has a different text, as far as
    /// that is known. The first event with an id is the one that counts.
    pub contradicting: Vec<usize>,
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

/// Keeps what must survive. All methods return when it is kept.
pub trait Store: Send + Sync {
    /// Keeps events that are not there yet.
    fn append(&self, arrivals: &[Arrival]) -> Result<Appended, StoreError>;

    /// No event may be longer.
    fn longest_event(&self) -> usize {
        usize::MAX
    }

    /// The events from a position on, as far as they are there now.
    fn read(&self, from: Position) -> Result<Events, StoreError>;

    /// How this process gets its work.
    fn work(self: Arc<Self>) -> Work;

    /// One violation.
    fn violation(&self, id: &str) -> Result<Option<Violation>, StoreError>;

    /// Violations, the latest first, that were found before `before`: so many, and those that
    /// were found in the same moment as the last of them, so that asking again with that
    /// moment leaves out none.
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

/// How a process gets its work.
pub enum Work {
    /// All of it: what is appended here is checked here.
    Alone(Arc<dyn Partition>),
    /// A share of it: partitions that processes take over from each other.
    Shared(Arc<dyn Sharing>),
}

/// A part of the work, and what was concluded from its events.
pub trait Partition: Send + Sync {
    /// Which one.
    fn number(&self) -> u16 {
        0
    }

    /// The state and the position of the last commits.
    fn state(&self) -> Result<State, StoreError>;

    /// Keeps conclusions, all or none.
    fn commit(&self, commit: &Commit) -> Result<(), StoreError>;
}

/// Work that processes share.
pub trait Sharing: Send + Sync {
    /// How many partitions there are.
    fn partitions(&self) -> u16;

    /// A partition that is this process's from now on; nothing if none came up for so long.
    fn next(&self, wait: Duration) -> Option<Arc<dyn SharedPartition>>;

    /// Takes no more partitions, and lets the others know.
    fn leave(&self);
}

/// A partition that other processes can take over.
pub trait SharedPartition: Partition {
    /// What comes next in its log, after the state; empty if there was nothing for a while.
    fn next(&self) -> Result<Delivery, StoreError>;

    /// Sends events that were made of others to the partitions that they concern.
    fn forward(&self, arrivals: &[Arrival]) -> Result<(), StoreError>;

    /// Everything before a position has been dealt with, which was all that there was at a
    /// point in time.
    fn dealt_with(&self, until: Position, complete: Instant);

    /// How long ago the events that are not here yet, in this partition's log or on their way
    /// from the others, may have arrived.
    fn behind(&self) -> Duration;

    /// Lets another process have it. Whatever was not committed is done again there.
    fn release(&self);
}

/// Events of a partition.
#[derive(Debug)]
pub struct Delivery {
    /// The events, in their order.
    pub events: Vec<Delivered>,
    /// All that there was at this point in time is here, or was delivered before.
    pub complete: Option<Instant>,
    /// The partition is another process's now, or should be.
    pub over: bool,
}

/// An event of a partition.
#[derive(Debug)]
pub struct Delivered {
    /// Its place in the log.
    pub position: Position,
    /// The event, as JSON.
    pub text: Vec<u8>,
    /// Other events have to be made of it here.
    pub home: bool,
    /// It concerns instances of this partition.
    pub concerned: bool,
}
