//! Sets of transactions.

use std::fmt;

/// A set of transactions of one program.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TransactionSet(u64);

impl TransactionSet {
    /// The empty set.
    pub const EMPTY: TransactionSet = TransactionSet(0);

    /// Whether a transaction is in the set.
    pub fn contains(self, transaction: usize) -> bool {
        self.0 >> transaction & 1 == 1
    }

    /// Whether nobody is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a transaction.
    pub fn insert(&mut self, transaction: usize) {
        self.0 |= 1 << transaction;
    }

    /// The members of either set.
    pub fn union(self, other: TransactionSet) -> TransactionSet {
        TransactionSet(self.0 | other.0)
    }

    /// Whether every member is one of `other`.
    pub fn is_subset(self, other: TransactionSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The members, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |&transaction| self.contains(transaction))
    }
}

impl FromIterator<usize> for TransactionSet {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> TransactionSet {
        let mut set = TransactionSet::EMPTY;
        members.into_iter().for_each(|member| set.insert(member));
        set
    }
}

impl fmt::Debug for TransactionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
