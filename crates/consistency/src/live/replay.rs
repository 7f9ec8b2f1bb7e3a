//! Drives the schedule of a violation: the reads and writes of a model that is
//! not written in SQL, one by one.

use std::collections::BTreeSet;
use std::time::Instant;

use super::connection::{Connection, connect};
use super::sql::{Schema, sql_level};
use super::{LiveError, script};
use crate::check::Violation;
use crate::execution::{History, Place, Row};
use crate::model::{Isolation, Model};
use crate::program::{Lock, Program};
use crate::solver::left;
use crate::witness::{Moment, timeline};

/// What the database did.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// Whether every value read, and the final state, were as predicted.
    pub reproduced: bool,
    /// Whether the statements of the user's program were executed, and not
    /// reads and writes of a model.
    pub own_statements: bool,
    /// What happened, step by step.
    pub log: Vec<String>,
}

/// Drives a violation against a database at the level it was found at: with the
/// statements of the program, or those that its reads and writes are in SQL.
pub fn replay_on(
    program: &Program,
    violation: &Violation,
    address: &str,
    deadline: Instant,
) -> Result<Replayed, LiveError> {
    if program.transactions.iter().any(|transaction| transaction.request) {
        return Err(LiveError::NotExecutable("they are requests to a store, not SQL".into()));
    }
    match &program.script {
        Some(Ok(script)) => script::replay(program, script, violation, address, deadline),
        Some(Err(reason)) => Err(LiveError::NotExecutable(reason.clone())),
        None => replay_accesses(program, violation, address, deadline),
    }
}

/// Each transaction gets a connection of its own. The schedule never waits for
/// a lock: a row is locked only after everybody who locked it before has
/// committed.
fn replay_accesses(
    program: &Program,
    violation: &Violation,
    address: &str,
    deadline: Instant,
) -> Result<Replayed, LiveError> {
    let History::Transactions { .. } = &violation.execution.history else {
        return Err(LiveError::SingleOperations);
    };
    let mut admin = connect(address)?;
    let schema = Schema::new(program, "aplomb_replay", admin.dialect());
    let initial = |place: &Place| violation.execution.initial_value(program, place);
    schema.create(&mut admin, &touched_rows(program, violation), &initial)?;
    let mut driver = Driver {
        program,
        violation,
        schema: &schema,
        address,
        connections: program.transactions.iter().map(|_| None).collect(),
        replayed: Replayed { reproduced: true, own_statements: false, log: Vec::new() },
    };
    let driven = drive(&mut driver, deadline).and_then(|()| driver.compare_final(&mut admin));
    let Driver { connections, replayed, .. } = driver;
    // Open transactions end with their connections, and nobody waits for their locks.
    drop(connections);
    let dropped = schema.drop(&mut admin);
    driven?;
    dropped.map(|()| replayed)
}

/// Performs everything that happens in a violation, in its order.
fn drive(driver: &mut Driver<'_>, deadline: Instant) -> Result<(), LiveError> {
    let (program, violation) = (driver.program, driver.violation);
    let History::Transactions { order, views } = &violation.execution.history else {
        return Err(LiveError::SingleOperations);
    };
    let mut committed = 0;
    let takes_snapshot = |transaction: &usize| violation.levels.of(*transaction) == Model::SI;
    let mut waiting: Vec<usize> = order.iter().copied().filter(takes_snapshot).collect();
    for moment in timeline(program, violation) {
        if left(deadline).is_zero() {
            return Err(LiveError::Late);
        }
        // A snapshot is taken when everybody it contains has committed.
        let due = |&transaction: &usize| {
            let seen = views[transaction].union().iter();
            let last = seen.filter_map(|s| order.iter().position(|&t| t == s)).max();
            last.map_or(0, |position| position + 1) <= committed
        };
        for transaction in waiting.iter().copied().filter(due).collect::<Vec<_>>() {
            waiting.retain(|&other| other != transaction);
            driver.begin(transaction)?;
        }
        match moment {
            Moment::Event { transaction, event } => driver.perform(transaction, event)?,
            Moment::Commit { transaction } => {
                driver.commit(transaction)?;
                committed += 1;
            }
        }
    }
    Ok(())
}

fn touched_rows(program: &Program, violation: &Violation) -> BTreeSet<Row> {
    let events = (0..program.transactions.len()).flat_map(|t| violation.outcome.happened(t));
    events.map(|event| event.place.row()).collect()
}

struct Driver<'a> {
    program: &'a Program,
    violation: &'a Violation,
    schema: &'a Schema<'a>,
    address: &'a str,
    connections: Vec<Option<Connection>>,
    replayed: Replayed,
}

impl Driver<'_> {
    fn begin(&mut self, transaction: usize) -> Result<(), LiveError> {
        let mut connection = connect(self.address)?;
        let model = self.violation.levels.of(transaction);
        let isolation = Isolation { model, ..self.violation.levels.base };
        match connection.dialect() {
            super::Dialect::Postgres => connection.execute("SET lock_timeout = '2s'")?,
            super::Dialect::Mysql => connection.execute("SET innodb_lock_wait_timeout = 2")?,
        }
        for statement in sql_level(connection.dialect(), isolation)? {
            connection.execute(&statement)?;
        }
        if model == Model::SI {
            // Any statement takes the snapshot of the whole transaction.
            let anchor = self.violation.outcome.happened(transaction).next();
            if let Some(event) = anchor {
                self.schema.read(&mut connection, &event.place, Lock::No)?;
            }
        }
        self.connections[transaction] = Some(connection);
        self.log(transaction, format!("begins at {model}"));
        Ok(())
    }

    fn begin_if_needed(&mut self, transaction: usize) -> Result<(), LiveError> {
        if self.connections[transaction].is_none() {
            self.begin(transaction)?;
        }
        Ok(())
    }

    fn log(&mut self, transaction: usize, what: String) {
        let name = &self.program.transactions[transaction].name;
        self.replayed.log.push(format!("{name} {what}"));
    }

    fn perform(&mut self, transaction: usize, event: usize) -> Result<(), LiveError> {
        let trace = self.violation.outcome.events[transaction][event].as_ref();
        let trace = trace.expect("the timeline has what happened");
        self.begin_if_needed(transaction)?;
        let connection = self.connections[transaction].as_mut().expect("it has begun");
        let place = &trace.place;
        let name = self.program.cell_name(place.table, place.key.as_ref(), place.column);
        let done = match trace.source {
            None => {
                let written = self.schema.write(connection, place, &trace.value);
                written.map(|()| format!("writes {} to {name}", trace.value))
            }
            Some(_) => self.schema.read(connection, place, trace.lock).map(|value| {
                if value == trace.value {
                    format!("reads {value} from {name}")
                } else {
                    self.replayed.reproduced = false;
                    format!("reads {value} from {name}, where {} was predicted", trace.value)
                }
            }),
        };
        let done = self.refusal(done)?;
        self.log(transaction, done);
        Ok(())
    }

    /// An abort is an observation, not an error.
    fn refusal(&mut self, done: Result<String, LiveError>) -> Result<String, LiveError> {
        match done {
            Err(error) if error.is_abort() => {
                self.replayed.reproduced = false;
                Ok(format!("is aborted: {error}"))
            }
            other => other,
        }
    }

    fn commit(&mut self, transaction: usize) -> Result<(), LiveError> {
        self.begin_if_needed(transaction)?;
        let connection = self.connections[transaction].as_mut().expect("it has begun");
        let (statement, done) = match self.violation.outcome.aborted.contains(transaction) {
            true => ("ROLLBACK", "is rolled back"),
            false => ("COMMIT", "commits"),
        };
        let committed = connection.execute(statement).map(|()| done.to_string());
        let committed = self.refusal(committed)?;
        self.log(transaction, committed);
        self.connections[transaction] = None;
        Ok(())
    }

    fn compare_final(&mut self, admin: &mut Connection) -> Result<(), LiveError> {
        for (place, value) in &self.violation.outcome.written {
            let found = self.schema.read(admin, place, Lock::No)?;
            let name = self.program.cell_name(place.table, place.key.as_ref(), place.column);
            if found == *value {
                self.replayed.log.push(format!("{name} ends as {found}"));
            } else {
                self.replayed.reproduced = false;
                let line = format!("{name} ends as {found}, where {value} was predicted");
                self.replayed.log.push(line);
            }
        }
        Ok(())
    }
}
