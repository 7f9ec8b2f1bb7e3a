//! Concrete executions: what one looks like, what it computes, and whether the
//! axioms permit it.
//!
//! Nothing here knows the solver. A violation that the solver claims is run
//! again by [`run`] and judged by [`permitted`] before anybody is told.

mod axioms;
mod operation_axioms;
mod operations;
mod run;
mod set;
mod weaken;

use std::collections::{BTreeMap, BTreeSet};

pub use axioms::{Forbidden, permitted};
pub use run::{EventTrace, Outcome, Source, evaluate_assumptions, run};
pub use set::TransactionSet;
pub(crate) use weaken::weaken;

use crate::model::{Axioms, Isolation, Model};
use crate::program::{Initial, Program};
use crate::term::Value;

/// A cell with the value of its key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The table.
    pub table: usize,
    /// The value of the key.
    pub key: Option<Value>,
    /// The column.
    pub column: usize,
}

/// A row: what is locked and what writers conflict on.
pub type Row = (usize, Option<Value>);

impl Place {
    /// The row of the place.
    pub fn row(&self) -> Row {
        (self.table, self.key.clone())
    }
}

/// The level at which each transaction runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The level of the database.
    pub base: Isolation,
    /// Transactions that run at another model.
    pub raised: BTreeMap<usize, Model>,
}

impl Levels {
    /// Every transaction at the same level.
    pub fn uniform(isolation: impl Into<Isolation>) -> Levels {
        Levels { base: isolation.into(), raised: BTreeMap::new() }
    }

    /// The model of one transaction.
    pub fn of(&self, transaction: usize) -> Model {
        self.raised.get(&transaction).copied().unwrap_or(self.base.model)
    }

    /// What is demanded of the views of one transaction. A serializable one
    /// among weaker ones takes a snapshot; one that may be answered from the
    /// past sees any moment of it.
    pub fn axioms(&self, program: &Program, transaction: usize) -> Axioms {
        let axioms = match self.of(transaction) {
            Model::SER if program.transactions[transaction].stale => Model::PC.axioms(),
            Model::SER if self.mixed() => Model::SI.axioms(),
            model => model.axioms(),
        };
        Axioms { gap_locks: axioms.gap_locks || self.base.gap_locks, ..axioms }
    }

    /// The same, with the level that all transactions run at as that of the
    /// database.
    pub fn settled(self, transactions: usize) -> Levels {
        let mut models = (0..transactions).map(|transaction| self.of(transaction));
        match models.next() {
            Some(first) if models.all(|model| model == first) => {
                Levels::uniform(Isolation { model: first, ..self.base })
            }
            _ => self,
        }
    }

    /// Whether transactions run at different levels. A serializable one among
    /// weaker ones takes a snapshot, and only serializable ones are serialized
    /// with each other.
    pub fn mixed(&self) -> bool {
        self.raised.values().any(|&model| model != self.base.model)
    }
}

/// One way in which the transactions of a program can run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// The values of the parameters.
    pub params: Vec<Value>,
    /// The initial values of places whose column is free; others that are
    /// free have the default of their sort.
    pub initial: BTreeMap<Place, Value>,
    /// Who committed, and who saw whom.
    pub history: History,
}

impl Execution {
    /// The value of a place before any transaction ran.
    pub fn initial_value(&self, program: &Program, place: &Place) -> Value {
        let column = &program.tables[place.table].columns[place.column];
        match &column.initial {
            Initial::Free => {
                let known = self.initial.get(place).cloned();
                known.unwrap_or_else(|| Value::default_of(column.sort))
            }
            Initial::Fixed { default, rows } => {
                let row = rows.iter().find(|row| Some(&row.0) == place.key.as_ref());
                row.map_or_else(|| default.clone(), |row| row.1.clone())
            }
        }
    }
}

/// Who committed in which order, and what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum History {
    /// Transactions are the units.
    Transactions {
        /// The committed transactions, by arbitration.
        order: Vec<usize>,
        /// The views of each transaction of the program, committed or not.
        views: Vec<View>,
    },
    /// Single operations are the units.
    Operations {
        /// The operations of committed transactions, by arbitration.
        order: Vec<Operation>,
        /// The committed transactions.
        committed: TransactionSet,
        /// The writes that each read sees.
        seen: BTreeMap<Operation, BTreeSet<Operation>>,
    },
}

/// An access, by transaction and position among its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operation {
    /// The transaction.
    pub transaction: usize,
    /// The position among the events of the transaction.
    pub event: usize,
}

/// Whom a transaction sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// The same throughout.
    Whole(TransactionSet),
    /// One set for each statement.
    Statements(Vec<TransactionSet>),
    /// One set for each read.
    Reads(Vec<TransactionSet>),
}

impl View {
    /// Everybody who is seen at some time.
    pub fn union(&self) -> TransactionSet {
        match self {
            View::Whole(set) => *set,
            View::Statements(sets) | View::Reads(sets) => {
                sets.iter().fold(TransactionSet::EMPTY, |all, &set| all.union(set))
            }
        }
    }

    /// What is seen by a plain read, or where a write happens after `read`
    /// reads.
    pub fn of_read(&self, statement: usize, read: usize) -> TransactionSet {
        match self {
            View::Whole(set) => *set,
            View::Statements(sets) => sets[statement],
            View::Reads(sets) => sets.get(read).copied().unwrap_or_default(),
        }
    }
}
