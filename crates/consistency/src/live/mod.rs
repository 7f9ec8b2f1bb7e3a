//! Ground truth: executions driven against a real database.
//!
//! A [`Connection`] speaks SQL to PostgreSQL, MySQL or MariaDB; a [`Session`]
//! is one whose statements may wait for locks. [`replay_on`] executes a
//! violation: the statements of the user's program (`script`), each in its turn
//! (`schedule`), in tables of their own (`tables`), or the reads and writes of a model that is not written
//! in SQL (`replay`). [`Client`] runs one transaction, for experiments with real
//! concurrency. What is created is dropped again.

mod client;
mod connection;
mod replay;
mod schedule;
mod script;
mod session;
mod sql;
mod tables;

pub use client::Client;
pub use connection::{Answer, Connection, Dialect, connect};
pub use replay::{Replayed, replay_on};
pub use session::{Answered, Session};
pub use sql::{Schema, sql_level};

use crate::model::Isolation;

/// Why something could not be tried on a database.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// The address names no supported database.
    #[error("`{0}` is no address of a database: use postgres://... or mysql://...")]
    UnknownScheme(String),
    /// The database's client program could not be started.
    #[error("the client program `{program}` could not be started ({reason}): install it")]
    NoClient {
        /// The program.
        program: String,
        /// Why.
        reason: String,
    },
    /// The database refused.
    #[error("the database answered: {0}")]
    Database(String),
    /// The database has no such level.
    #[error("{dialect:?} has no level that is {isolation}")]
    NoSuchLevel {
        /// The database.
        dialect: Dialect,
        /// The level.
        isolation: Box<Isolation>,
    },
    /// The statements of the program cannot be executed.
    #[error("the statements of the program cannot be executed on a server: {0}")]
    NotExecutable(String),
    /// The limit of time was reached before all was executed.
    #[error("the time ran out before all statements were executed")]
    Late,
    /// An execution of single operations has no transactions to drive.
    #[error("executions of single operations cannot be driven against a database")]
    SingleOperations,
    /// A value cannot be stored.
    #[error("{0} does not fit the database's number type")]
    Unstorable(String),
    /// A term could not be evaluated.
    #[error(transparent)]
    Evaluation(#[from] crate::term::EvaluationError),
}

impl LiveError {
    /// Whether it says that a witness cannot be executed, or not in time: the server is there,
    /// and its address is right.
    pub fn is_about_witness(&self) -> bool {
        use LiveError as E;
        matches!(
            self,
            E::Late
                | E::NotExecutable(_)
                | E::SingleOperations
                | E::NoSuchLevel { .. }
                | E::Unstorable(_)
        )
    }

    /// Whether the database aborted a transaction to keep its promise, or
    /// because of a deadlock: retrying is what it asks for.
    pub fn is_abort(&self) -> bool {
        let LiveError::Database(message) = self else { return false };
        let aborts = [
            "could not serialize",
            "deadlock detected",
            "Deadlock found",
            "Record has changed since last read",
            "Lock wait timeout",
            "lock timeout",
        ];
        aborts.iter().any(|abort| message.contains(abort))
    }
}
