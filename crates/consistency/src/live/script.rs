//! Executes the statements of the user's program, in the order of a witness.
//!
//! Every client has a connection. Its statements are sent as the program writes
//! them, with the values that the witness has for what is bound to them, each
//! when its snapshot is due; one that waits for a lock is answered when the
//! holder has committed. Every row and every count that comes back is compared
//! with what the witness predicts, and so is what the tables hold in the end.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::connection::{Answer, Connection, Dialect, connect};
use super::schedule::{Step, schedule};
use super::session::{Answered, Session};
use super::sql::level_name;
use super::tables::{Tables, literal, shown};
use super::{LiveError, Replayed};
use crate::check::Violation;
use crate::execution::{History, Place};
use crate::program::script::{Nullable, Request, Script, SentStatement, Word};
use crate::program::{Event, Program};
use crate::solver::left;
use crate::term::{EvaluationError, Symbol, Term, Value};

/// How long to wait for the answer of a statement whose locks are free.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a statement has to wait for a lock until the other clients go on.
const LOCKED: Duration = Duration::from_millis(500);

/// Executes a violation on a server, at the level at which it was found.
pub(super) fn replay(
    program: &Program,
    script: &Script,
    violation: &Violation,
    address: &str,
    deadline: Instant,
) -> Result<Replayed, LiveError> {
    let History::Transactions { order, .. } = &violation.execution.history else {
        return Err(LiveError::SingleOperations);
    };
    let mut admin = connect(address)?;
    let values = Values::new(program, violation);
    let tables = Tables::new(program, script, violation, admin.dialect());
    let created = tables.create(&mut admin);
    let driven = created.and_then(|()| {
        drive(program, script, violation, address, deadline, order, &values, &tables, &mut admin)
    });
    let dropped = tables.drop(&mut admin);
    let replayed = driven?;
    dropped.map(|()| replayed)
}

#[allow(clippy::too_many_arguments, reason = "one call, which owns what it sets up")]
fn drive(
    program: &Program,
    script: &Script,
    violation: &Violation,
    address: &str,
    deadline: Instant,
    order: &[usize],
    values: &Values<'_>,
    tables: &Tables<'_>,
    admin: &mut Connection,
) -> Result<Replayed, LiveError> {
    let mut driver = Driver {
        program,
        script,
        values,
        tables,
        admin,
        sessions: BTreeMap::new(),
        waiting: BTreeMap::new(),
        replayed: Replayed { reproduced: true, own_statements: true, log: Vec::new() },
        deadline,
        over: false,
    };
    for client in clients(program, script, order) {
        driver.in_time()?;
        driver.connect(&client, violation, address)?;
    }
    let mut steps = schedule(program, script, violation, order, values, driver.admin.dialect())?;
    while !steps.is_empty() {
        driver.in_time()?;
        let step = steps.remove(driver.next(&steps)?);
        driver.perform(step)?;
        if driver.over {
            return Ok(driver.finish());
        }
    }
    driver.wait_for_all()?;
    if !driver.over {
        let differences = driver.tables.compare(driver.admin)?;
        for (line, same) in differences {
            driver.replayed.reproduced &= same;
            driver.replayed.log.push(line);
        }
    }
    Ok(driver.finish())
}

/// The transactions that share a connection: those of a client, except for
/// those that it starts together.
fn clients(program: &Program, script: &Script, order: &[usize]) -> Vec<Vec<usize>> {
    let together: BTreeSet<usize> = program.together.iter().flatten().copied().collect();
    let mut clients: Vec<Vec<usize>> = together.iter().map(|&it| vec![it]).collect();
    for client in &script.clients {
        clients.push(client.iter().copied().filter(|it| !together.contains(it)).collect());
    }
    clients.iter_mut().for_each(|client| client.retain(|it| order.contains(it)));
    clients.retain(|client| !client.is_empty());
    clients
}

/// The values that the witness has.
pub(super) struct Values<'a> {
    program: &'a Program,
    violation: &'a Violation,
    /// What the reads of each transaction returned.
    reads: Vec<Vec<Value>>,
}

impl<'a> Values<'a> {
    fn new(program: &'a Program, violation: &'a Violation) -> Values<'a> {
        let transactions = program.transactions.iter().zip(&violation.outcome.events);
        let reads = transactions.map(|(transaction, traces)| {
            let events = transaction.events().zip(traces);
            let read = events.filter_map(|((_, event), trace)| match (event, trace) {
                (Event::Write(_), _) => None,
                (Event::Read(_), Some(trace)) => Some(trace.value.clone()),
                (Event::Read(read), None) => Some(Value::default_of(program.cell_sort(read.cell))),
            });
            read.collect()
        });
        Values { program, violation, reads: reads.collect() }
    }

    fn value(&self, term: Term) -> Result<Value, EvaluationError> {
        let execution = &self.violation.execution;
        self.program.terms.evaluate(term, &mut |symbol, key| {
            let missing = || EvaluationError::Unassigned(format!("{symbol:?}"));
            match symbol {
                Symbol::Param(param) => execution.params.get(param).cloned().ok_or_else(missing),
                Symbol::Read { transaction, read } => {
                    self.reads[transaction].get(read).cloned().ok_or_else(missing)
                }
                Symbol::Initial(cell) => {
                    let place = Place { table: cell.table, key: key.cloned(), column: cell.column };
                    Ok(execution.initial_value(self.program, &place))
                }
                _ => Err(missing()),
            }
        })
    }

    pub(super) fn holds(&self, condition: Term) -> Result<bool, EvaluationError> {
        Ok(self.value(condition)? == Value::Bool(true))
    }

    fn nullable(&self, nullable: &Nullable) -> Result<Option<Value>, EvaluationError> {
        match nullable.value {
            Some(value) if !self.holds(nullable.null)? => self.value(value).map(Some),
            _ => Ok(None),
        }
    }

    /// Whether a transaction is begun, or a statement by itself.
    pub(super) fn begins(
        &self,
        script: &Script,
        transaction: usize,
    ) -> Result<bool, EvaluationError> {
        for sent in &script.transactions[transaction] {
            if matches!(sent.request, Request::Control(_)) && self.holds(sent.when)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The text of a statement with the values in it.
    fn text(&self, words: &[Word], dialect: Dialect) -> Result<String, LiveError> {
        let mut text = String::new();
        for word in words {
            match word {
                Word::Text(words) => text.push_str(words),
                Word::Value(value) => text.push_str(&literal(self.nullable(value)?, dialect)?),
            }
        }
        Ok(text)
    }

    /// The rows that a statement gives.
    fn rows(&self, sent: &SentStatement) -> Result<Option<Vec<Vec<Option<Value>>>>, LiveError> {
        let Some(rows) = &sent.rows else { return Ok(None) };
        let mut given = Vec::new();
        for (there, columns) in rows {
            if self.holds(*there)? {
                let columns = columns.iter().map(|column| self.nullable(column));
                given.push(columns.collect::<Result<_, _>>()?);
            }
        }
        Ok(Some(given))
    }
}

struct Driver<'a> {
    program: &'a Program,
    script: &'a Script,
    values: &'a Values<'a>,
    tables: &'a Tables<'a>,
    admin: &'a mut Connection,
    /// The connection of each transaction, shared by those of a client.
    sessions: BTreeMap<usize, std::rc::Rc<Session>>,
    /// Statements that wait for a lock: by transaction, what was sent.
    waiting: BTreeMap<usize, usize>,
    replayed: Replayed,
    /// When all must have happened.
    deadline: Instant,
    /// Whether the server did something after which nothing can be learned.
    over: bool,
}

impl Driver<'_> {
    /// One connection for the transactions of a client, at the level.
    fn connect(
        &mut self,
        client: &[usize],
        violation: &Violation,
        address: &str,
    ) -> Result<(), LiveError> {
        let session = std::rc::Rc::new(Session::start(address)?);
        let dialect = session.dialect();
        let isolation = violation.levels.base;
        let level = level_name(dialect, isolation)?;
        let mut settings = vec![self.tables.enter()];
        match dialect {
            Dialect::Postgres => settings.push(format!(
                "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL {level}"
            )),
            Dialect::Mysql => {
                settings.push(format!("SET SESSION TRANSACTION ISOLATION LEVEL {level}"));
                settings.extend(super::sql::snapshots(isolation));
            }
        }
        for setting in settings {
            session.now(&setting)?;
        }
        for &transaction in client {
            self.sessions.insert(transaction, session.clone());
        }
        Ok(())
    }

    /// Refuses to go on when the time is over.
    fn in_time(&self) -> Result<(), LiveError> {
        if left(self.deadline).is_zero() { Err(LiveError::Late) } else { Ok(()) }
    }

    fn log(&mut self, transaction: usize, what: String) {
        let name = &self.program.transactions[transaction].name;
        self.replayed.log.push(format!("{name}: {what}"));
    }

    /// Which of these steps comes next: the first one, unless its client waits for a lock that
    /// the witness knows nothing of (of a gap between rows, say). Then the others go on.
    fn next(&mut self, steps: &[Step]) -> Result<usize, LiveError> {
        let mut patience = LOCKED;
        for (place, step) in steps.iter().enumerate() {
            let session = self.sessions[&step.transaction()].clone();
            let waiting =
                |(it, _): &(&usize, &usize)| std::rc::Rc::ptr_eq(&self.sessions[it], &session);
            let Some((&transaction, &sent)) = self.waiting.iter().find(waiting) else {
                return Ok(place);
            };
            if let Some(answer) = session.answer_within(patience) {
                self.answered(transaction, sent, answer)?;
                return Ok(place);
            }
            patience = Duration::ZERO;
        }
        Ok(0)
    }

    fn perform(&mut self, step: Step) -> Result<(), LiveError> {
        let transaction = step.transaction();
        self.collect(transaction)?;
        if self.over {
            return Ok(());
        }
        match step {
            Step::Begin { transaction } => self.now(transaction, "BEGIN"),
            Step::Send { transaction, sent } => self.send(transaction, sent),
            Step::End { transaction } => self.end(transaction),
        }
    }

    /// Answers that have come; that of this client must be there before it can
    /// go on.
    fn collect(&mut self, next: usize) -> Result<(), LiveError> {
        let mine = self.sessions[&next].clone();
        for (transaction, sent) in self.waiting.clone() {
            let session = self.sessions[&transaction].clone();
            let needed = std::rc::Rc::ptr_eq(&session, &mine);
            let patience = if needed { PATIENCE } else { Duration::from_millis(20) };
            let patience = patience.min(left(self.deadline));
            match session.answer_within(patience) {
                Some(answer) => self.answered(transaction, sent, answer)?,
                None if !needed && session.waits(self.admin) == Some(false) => {
                    // A lock that was granted is answered soon, unless there is another one.
                    if let Answered::Now(answer) = session.answer_or_wait(self.admin) {
                        self.answered(transaction, sent, answer)?;
                    }
                }
                None if needed => {
                    self.in_time()?;
                    self.differs();
                    self.log(transaction, "still waits for a lock, which was not predicted".into());
                    self.over = true;
                    return Ok(());
                }
                None => {}
            }
        }
        Ok(())
    }

    fn wait_for_all(&mut self) -> Result<(), LiveError> {
        while let Some((&transaction, _)) = self.waiting.first_key_value() {
            self.collect(transaction)?;
            if self.over {
                break;
            }
        }
        Ok(())
    }

    fn differs(&mut self) {
        self.replayed.reproduced = false;
    }

    fn send(&mut self, transaction: usize, sent: usize) -> Result<(), LiveError> {
        let session = self.sessions[&transaction].clone();
        let dialect = session.dialect();
        let text = match &self.script.transactions[transaction][sent].request {
            Request::Control(text) => match (dialect, text.strip_prefix("BEGIN ")) {
                // MySQL is told the level before.
                (Dialect::Mysql, Some(level)) => {
                    session.now(&format!("SET TRANSACTION {level}"))?;
                    "BEGIN".into()
                }
                _ => text.clone(),
            },
            Request::End { .. } => return Ok(()),
            Request::Statement(statement) => {
                if let Some(key) = statement.drawn {
                    let key = self.values.value(key)?;
                    session.now(&super::tables::next_key(&key, dialect)?)?;
                }
                self.values.text(&statement.text, dialect)?
            }
        };
        session.send(text.clone());
        match session.answer_or_wait(self.admin) {
            Answered::Now(answer) => self.answered(transaction, sent, answer),
            Answered::Waits => {
                self.log(transaction, format!("{} waits for a lock", one_line(&text)));
                self.waiting.insert(transaction, sent);
                Ok(())
            }
        }
    }

    /// Compares an answer with what is predicted.
    fn answered(
        &mut self,
        transaction: usize,
        sent: usize,
        answer: Result<Answer, LiveError>,
    ) -> Result<(), LiveError> {
        self.waiting.remove(&transaction);
        let dialect = self.sessions[&transaction].dialect();
        let script = self.script;
        let statement = match &script.transactions[transaction][sent].request {
            Request::Statement(statement) => statement,
            Request::Control(text) => return self.controlled(transaction, text, answer),
            Request::End { .. } => return Ok(()),
        };
        let text = one_line(&self.values.text(&statement.text, dialect)?);
        let fails = !self.values.holds(statement.answered)?;
        let answer = match answer {
            Ok(answer) => answer,
            Err(LiveError::Database(error)) => {
                let error = LiveError::Database(error);
                return self.refused(transaction, &text, error, fails);
            }
            Err(other) => return Err(other),
        };
        if fails {
            self.differs();
            self.log(transaction, format!("{text} succeeds, where an error was predicted"));
            return Ok(());
        }
        let predicted = match self.values.rows(statement)? {
            Some(rows) => {
                let mut rows: Vec<Vec<String>> = rows
                    .iter()
                    .map(|row| row.iter().map(|value| shown(value.as_ref(), dialect)).collect())
                    .collect();
                rows.sort();
                Some(rows)
            }
            None => None,
        };
        let (found, wanted) = match predicted {
            Some(rows) => {
                let mut found: Vec<Vec<String>> = answer.rows.iter().map(|row| tidy(row)).collect();
                found.sort();
                (listed(&found), listed(&rows))
            }
            None => {
                let wanted = statement.count.map(|count| self.values.value(count)).transpose()?;
                let found = answer.count.map(|count| format!("{count} changed"));
                let wanted = wanted.map(|count| format!("{count} changed"));
                let found = found.unwrap_or_default();
                (found.clone(), wanted.unwrap_or(found))
            }
        };
        if found == wanted {
            self.log(transaction, format!("{text} → {found}"));
        } else {
            self.differs();
            self.log(transaction, format!("{text} → {found}, where {wanted} was predicted"));
        }
        Ok(())
    }

    fn controlled(
        &mut self,
        transaction: usize,
        text: &str,
        answer: Result<Answer, LiveError>,
    ) -> Result<(), LiveError> {
        match answer {
            Ok(_) => {
                self.log(transaction, text.into());
                Ok(())
            }
            Err(error) => self.refused(transaction, text, error, false),
        }
    }

    /// The server refuses something: that was predicted, or it keeps its promise
    /// by that, or something is wrong.
    fn refused(
        &mut self,
        transaction: usize,
        text: &str,
        error: LiveError,
        predicted: bool,
    ) -> Result<(), LiveError> {
        let LiveError::Database(message) = &error else { return Err(error) };
        if predicted && !error.is_abort() {
            self.log(transaction, format!("{text} → {message}, as predicted"));
            return Ok(());
        }
        self.differs();
        self.log(transaction, format!("{text}: the server refused: {message}"));
        self.over = true;
        Ok(())
    }

    /// COMMIT or ROLLBACK, as the program says. A statement that is a transaction
    /// by itself says nothing: it commits.
    fn end(&mut self, transaction: usize) -> Result<(), LiveError> {
        let mut commits = !self.values.begins(self.script, transaction)?;
        for sent in &self.script.transactions[transaction] {
            if let Request::End { commit } = sent.request
                && self.values.holds(sent.when)?
            {
                commits = commit;
                break;
            }
        }
        self.now(transaction, if commits { "COMMIT" } else { "ROLLBACK" })
    }

    /// Something that waits for nobody.
    fn now(&mut self, transaction: usize, text: &str) -> Result<(), LiveError> {
        let answer = self.sessions[&transaction].now(text);
        self.controlled(transaction, text, answer)
    }

    fn finish(self) -> Replayed {
        self.replayed
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Values as the server writes them, in one way: `5.00` is `5`.
fn tidy(row: &[String]) -> Vec<String> {
    let value = |text: &String| match text.split_once('.') {
        Some((whole, rest)) if !rest.is_empty() && rest.chars().all(|it| it == '0') => {
            whole.to_string()
        }
        _ => text.clone(),
    };
    row.iter().map(value).collect()
}

fn listed(rows: &[Vec<String>]) -> String {
    match rows {
        [] => "no rows".into(),
        rows => rows.iter().map(|row| row.join(", ")).collect::<Vec<_>>().join("; "),
    }
}
