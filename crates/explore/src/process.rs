//! Processes and sets of processes, one bit each.

use std::fmt;

/// One process (thread, node, client) of a system, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessId(u8);

impl ProcessId {
    /// How many processes a system can have.
    pub const LIMIT: usize = 64;

    /// The process with this number, or `None` if it is [`ProcessId::LIMIT`] or more.
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::LIMIT { Some(Self(index as u8)) } else { None }
    }

    /// The number of the process.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for ProcessId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.0)
    }
}

impl fmt::Display for ProcessId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of processes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct ProcessSet(u64);

impl ProcessSet {
    /// No process.
    pub const EMPTY: Self = Self(0);

    /// Every process there can be.
    pub const ALL: Self = Self(u64::MAX);

    /// The set of one process.
    pub const fn only(process: ProcessId) -> Self {
        Self(1 << process.0)
    }

    /// Whether no process is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many processes are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `process` is in the set.
    pub const fn contains(self, process: ProcessId) -> bool {
        self.0 & (1 << process.0) != 0
    }

    /// Adds `process`.
    pub const fn insert(&mut self, process: ProcessId) {
        self.0 |= 1 << process.0;
    }

    /// Removes `process`.
    pub const fn remove(&mut self, process: ProcessId) {
        self.0 &= !(1 << process.0);
    }

    /// The processes in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The processes in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The processes of this set that are not in `other`.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every process of this set is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// How many processes of the set have a smaller number than `process`.
    pub(crate) const fn rank(self, process: ProcessId) -> usize {
        (self.0 & ((1 << process.0) - 1)).count_ones() as usize
    }

    /// The processes in ascending order.
    pub fn iter(self) -> impl Iterator<Item = ProcessId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let process = ProcessId(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(process)
        })
    }
}

impl FromIterator<ProcessId> for ProcessSet {
    fn from_iter<I: IntoIterator<Item = ProcessId>>(processes: I) -> Self {
        let mut set = Self::EMPTY;
        for process in processes {
            set.insert(process);
        }
        set
    }
}

impl fmt::Debug for ProcessSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
