//! What happens to a quorum tree.

use std::fmt;

/// One successful operation on a quorum tree. `None` as a parent is the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event<R, V> {
    /// A round proposes a value, which continues that of its parent.
    Add {
        /// The round, which names the new node.
        round: R,
        /// What it proposes.
        value: V,
        /// The round that it continues.
        parent: Option<R>,
    },
    /// A round decides.
    Commit {
        /// The round.
        round: R,
    },
}

impl<R, V> Event<R, V> {
    /// `round` proposes `value`, as a child of `parent`.
    pub fn add(round: R, value: V, parent: Option<R>) -> Self {
        Self::Add { round, value, parent }
    }

    /// `round` decides.
    pub fn commit(round: R) -> Self {
        Self::Commit { round }
    }

    /// The round that acts.
    pub fn round(&self) -> &R {
        match self {
            Self::Add { round, .. } | Self::Commit { round } => round,
        }
    }
}

/// `add(2, a, 1)`, `add(1, a, root)`, `commit(2)`.
impl<R: fmt::Display, V: fmt::Display> fmt::Display for Event<R, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Add { round, value, parent } => {
                write!(f, "add({round}, {value}, {})", or_root(parent))
            }
            Self::Commit { round } => write!(f, "commit({round})"),
        }
    }
}

/// A round, or the word for the root.
fn or_root<R: fmt::Display>(round: &Option<R>) -> impl fmt::Display {
    fmt::from_fn(move |f| match round {
        Some(round) => round.fmt(f),
        None => f.write_str("root"),
    })
}

/// A round of Raft: an entry of the log, by the term that created it and its index. Rounds of a
/// later term are above all rounds of earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermIndex {
    /// The term of the leader that created the entry.
    pub term: u64,
    /// Its place in the log.
    pub index: u64,
}

/// `2.1` is the entry with index 1 of term 2.
impl fmt::Display for TermIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.term, self.index)
    }
}
