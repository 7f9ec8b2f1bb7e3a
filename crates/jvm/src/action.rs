//! Visible actions: what one thread does that another can notice.

use std::sync::Arc;

use crate::value::{ObjectId, Value};
use crate::world::ClassId;

/// A memory cell or synchronization part of one object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub(crate) object: ObjectId,
    pub(crate) slot: u32,
}

impl Place {
    /// Monitor and wait set.
    pub(crate) const MONITOR: u32 = u32::MAX;
    /// Modelled lock.
    pub(crate) const LOCK: u32 = u32::MAX - 1;
    /// Modelled condition queue.
    pub(crate) const CONDITION: u32 = u32::MAX - 2;
    /// Life, permit and interruption of a thread.
    pub(crate) const THREAD: u32 = u32::MAX - 3;
    /// Real-time order of calls and returns.
    pub(crate) const CLOCK: u32 = u32::MAX - 4;

    pub(crate) fn new(object: ObjectId, slot: u32) -> Self {
        Self { object, slot }
    }

    /// The object it belongs to.
    #[must_use]
    pub fn object(self) -> ObjectId {
        self.object
    }

    /// The place as one number; different places have different numbers.
    #[must_use]
    pub fn as_u64(self) -> u64 {
        u64::from(self.object.as_u32()) << 32 | u64::from(self.slot)
    }
}

/// How a place is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// Two reads of a place commute.
    Read,
    /// Commutes with nothing on the same place.
    Write,
}

/// Kinds of visible actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// Read of a plain field, static or array element.
    Read,
    /// Write of a plain field, static or array element.
    Write,
    /// Read with volatile (or acquire, opaque) semantics.
    VolatileRead,
    /// Write with volatile (or release, opaque) semantics.
    VolatileWrite,
    /// Compare-and-set, fetch-and-add and their kind.
    Update,
    /// Copy of an array or object.
    Copy,
    /// Entry of a monitor.
    MonitorEnter,
    /// Exit of a monitor.
    MonitorExit,
    /// `Object.wait`: gives the monitor back.
    Wait,
    /// End of a wait: takes the monitor again.
    Wake,
    /// `notify` or `notifyAll`.
    Notify,
    /// Acquisition of a modelled lock.
    Lock,
    /// Attempt to take a modelled lock, or a look at its state.
    TryLock,
    /// Release of a modelled lock.
    Unlock,
    /// `Condition.await`: gives the lock back.
    Await,
    /// End of an await: takes the lock again.
    Resume,
    /// `signal` or `signalAll`.
    Signal,
    /// `LockSupport.park`.
    Park,
    /// `LockSupport.unpark` or `Thread.interrupt`.
    Unpark,
    /// `Thread.start`.
    Start,
    /// `Thread.join`, or a look at whether a thread is alive.
    Join,
    /// End of a thread that was started by the program.
    End,
    /// Initialisation of a class by a running client.
    Initialise,
    /// A client calls an operation (strict mode only).
    Call,
    /// A look at the result of an operation, parts of which others can see.
    Result,
    /// An operation returns to its client (strict mode only).
    Return,
}

impl ActionKind {
    /// Whether the action is an ordinary access, which races if nothing orders it.
    #[must_use]
    pub fn is_plain(self) -> bool {
        matches!(self, Self::Read | Self::Write | Self::Copy)
    }

    /// Whether the action reads or writes data, as opposed to locks and threads.
    #[must_use]
    pub fn is_data(self) -> bool {
        matches!(
            self,
            Self::Read
                | Self::Write
                | Self::Copy
                | Self::VolatileRead
                | Self::VolatileWrite
                | Self::Update
        )
    }
}

/// When an action can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Guard {
    Always,
    /// The monitor is free or held by the thread itself.
    MonitorFree(ObjectId),
    /// The thread was notified (or may time out) and the monitor is free.
    Notified {
        monitor: ObjectId,
        timed: bool,
    },
    /// The modelled lock can be taken for writing.
    LockFree(ObjectId),
    /// The modelled lock can be taken for reading.
    ReadLockFree(ObjectId),
    /// The thread was signalled (or may time out) and the lock is free.
    Signalled {
        condition: ObjectId,
        lock: ObjectId,
        timed: bool,
    },
    /// The thread holds a permit or was interrupted.
    Permit,
    /// That thread has ended.
    Ended(u8),
    /// No other thread is initialising the class.
    Initialisable(ClassId),
}

/// The action a thread will do next.
#[derive(Debug, Clone)]
pub struct Action {
    pub(crate) kind: ActionKind,
    pub(crate) place: Place,
    pub(crate) access: Access,
    /// Further places, for copies.
    pub(crate) more: Option<Arc<[(Place, Access)]>>,
    pub(crate) guard: Guard,
    /// For a compare-and-set: what must be there for it to write.
    pub(crate) expected: Option<Value>,
}

impl Action {
    pub(crate) fn new(kind: ActionKind, object: ObjectId, slot: u32, access: Access) -> Self {
        Self {
            kind,
            place: Place::new(object, slot),
            access,
            more: None,
            guard: Guard::Always,
            expected: None,
        }
    }

    pub(crate) fn guarded(mut self, guard: Guard) -> Self {
        self.guard = guard;
        self
    }

    pub(crate) fn also(mut self, more: impl IntoIterator<Item = (Place, Access)>) -> Self {
        self.more = Some(more.into_iter().collect());
        self
    }

    pub(crate) fn expecting(mut self, expected: Option<Value>) -> Self {
        self.expected = expected;
        self
    }

    /// How the first place is accessed, given what it holds: a compare-and-set that fails only reads.
    pub(crate) fn access_given(&self, current: Option<Value>) -> Access {
        match (self.expected, current) {
            (Some(expected), Some(current)) if expected != current => Access::Read,
            _ => self.access,
        }
    }

    /// What kind of action it is.
    #[must_use]
    pub fn kind(&self) -> ActionKind {
        self.kind
    }

    /// All places the action touches.
    pub fn accesses(&self) -> impl Iterator<Item = (Place, Access)> + '_ {
        std::iter::once((self.place, self.access))
            .chain(self.more.iter().flat_map(|more| more.iter().copied()))
    }
}
