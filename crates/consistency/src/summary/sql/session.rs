//! BEGIN, COMMIT and ROLLBACK, over all paths of the code at once.
//!
//! The executor merges paths, so at one point of the code a transaction may
//! have ended on some paths and be open on others. Each transaction carries the
//! conditions under which it was begun, ended and committed; a statement
//! belongs to the transaction that is open wherever the statement is reached.

use aplomb_script::Span;
use aplomb_sql::form::Product;
use aplomb_sql::{AskedLevel, errors};
use aplomb_symbolic::{Answer, Machine, Outcome, Solver, Stop, Term, Work};

use super::super::recording::{Event, Phase, Request, Sent, Transaction};
use super::super::vocabulary::Vocabulary;
use crate::assumptions::OWN_CONNECTION;

/// The transactions that the code of one client has begun.
#[derive(Default)]
pub(in super::super) struct Session {
    open: Vec<Open>,
    /// For each `with conn.transaction()` that is running, whether it has begun
    /// a transaction; inside of one it is a savepoint.
    blocks: Vec<bool>,
    savepoints: Vec<Savepoint>,
    said: Vec<Said>,
}

/// What a SET statement says of the level of later transactions.
struct Said {
    connection: Option<Term>,
    level: String,
    /// Whether it is about the next one only.
    once: bool,
    /// When it says so.
    when: Term,
    /// The transaction in which it was sent, where it counts from its commit on.
    within: Option<usize>,
}

/// A place in a transaction to which it can be rolled back.
struct Savepoint {
    name: String,
    transaction: usize,
    /// How many statements there were before it.
    statements: usize,
    /// When it is there no more.
    released: Term,
}

struct Open {
    transaction: usize,
    begun: Term,
    ended: Term,
    committed: Term,
    /// When an error has made it fail, for databases that refuse everything
    /// then but its end.
    failed: Term,
    /// Whether it is one statement that commits by itself.
    alone: bool,
    /// The connection on which it runs.
    connection: Option<Term>,
    /// Whether it may change nothing.
    read_only: bool,
}

/// Whether two conditions exclude each other.
pub(super) fn exclude(machine: &mut Machine<'_>, one: Term, other: Term) -> bool {
    let both = machine.terms().and(one, other);
    if machine.terms().is_false(both) {
        return true;
    }
    if machine.terms().is_true(both) {
        return false;
    }
    let mut solver = Solver::new(Work(4_000_000));
    solver.satisfiable(machine.terms(), &[both]) == Answer::No
}

/// Whether one condition implies another.
pub(in super::super) fn implies(machine: &mut Machine<'_>, one: Term, other: Term) -> bool {
    let negated = machine.terms().not(other);
    one == other || exclude(machine, one, negated)
}

/// Where the running code is.
enum Standing {
    /// In a transaction.
    Inside(usize),
    /// In none.
    Outside,
    /// In one on some paths only.
    Unclear,
}

fn standing(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>) -> Standing {
    let path = vocabulary.recording().path(machine);
    let known: Vec<(usize, Term, Term)> = {
        let recording = vocabulary.recording();
        let open = recording.session.open.iter();
        open.map(|open| (open.transaction, open.begun, open.ended)).collect()
    };
    // What is never reached is as good inside as outside, but another transaction
    // would know nothing of what this one has read.
    for (transaction, begun, ended) in known.into_iter().rev() {
        if implies(machine, path, begun) && exclude(machine, path, ended) {
            return Standing::Inside(transaction);
        }
        if !exclude(machine, path, begun) && !implies(machine, path, ended) {
            return Standing::Unclear;
        }
    }
    Standing::Outside
}

/// Whether the running code is in a transaction, on some path at least.
pub(super) fn is_open(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>) -> bool {
    !matches!(standing(vocabulary, machine), Standing::Outside)
}

fn unclear(machine: &mut Machine<'_>, span: Span) -> Outcome {
    let message = "this runs inside a transaction on some paths and outside on others: end the \
                   transaction on every path";
    Ok(machine.problem(message, span))
}

/// The code says at which level the open transaction runs.
pub(super) fn ask_level(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>, level: String) {
    if let Standing::Inside(transaction) = standing(vocabulary, machine) {
        vocabulary.recording().transactions[transaction].level = Some(level);
    }
}

/// Starts a transaction under the name of the running function.
fn open(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    at: &aplomb_sql::Session<'_>,
) -> Result<usize, Stop> {
    let wanted = machine.running().unwrap_or_else(|| "transaction".into());
    let path = vocabulary.recording().path(machine);
    let never = machine.terms().bool(false);
    let mut recording = vocabulary.recording();
    let transaction = recording.transactions.len();
    let name = recording.unique_name(&wanted);
    recording.transactions.push(Transaction {
        name,
        statements: Vec::new(),
        aborts: None,
        stale: false,
        request: false,
        level: None,
        sent: Vec::new(),
    });
    if let Some(client) = recording.clients.last_mut() {
        client.push(transaction);
    }
    recording.session.open.push(Open {
        transaction,
        begun: path,
        ended: never,
        committed: never,
        failed: never,
        alone: false,
        connection: at.connection,
        read_only: false,
    });
    let client = recording.clients.len();
    if let Some(connection) = at.connection {
        let used = recording.connections.iter().find(|it| it.0 == connection).copied();
        match used {
            None => recording.connections.push((connection, client)),
            Some((_, first)) if first != client => machine.assume(&OWN_CONNECTION),
            Some(_) => {}
        }
    }
    drop(recording);
    super::super::items::mark_transaction(vocabulary, machine, transaction, at.span)?;
    Ok(transaction)
}

/// Whether the open transaction runs on another connection than a statement.
fn is_elsewhere(vocabulary: &Vocabulary<'_>, transaction: usize, connection: Option<Term>) -> bool {
    let recording = vocabulary.recording();
    let mut open = recording.session.open.iter();
    let open = open.find(|open| open.transaction == transaction);
    match (open.and_then(|open| open.connection), connection) {
        (Some(its), Some(other)) => its != other,
        _ => false,
    }
}

fn elsewhere(machine: &mut Machine<'_>, span: Span) -> Outcome {
    let message = "a transaction is open on another connection of the same client: two at the \
                   same time are not supported";
    Ok(machine.problem(message, span))
}

/// Whether the open transaction has executed something already, on some path.
pub(super) fn has_run(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>) -> bool {
    match standing(vocabulary, machine) {
        Standing::Inside(transaction) => {
            !vocabulary.recording().transactions[transaction].statements.is_empty()
        }
        Standing::Outside => false,
        Standing::Unclear => true,
    }
}

/// The open transaction may change nothing from here on.
pub(super) fn forbid_changes(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>) {
    if let Standing::Inside(transaction) = standing(vocabulary, machine) {
        let mut recording = vocabulary.recording();
        let mut open = recording.session.open.iter_mut();
        if let Some(open) = open.find(|open| open.transaction == transaction) {
            open.read_only = true;
        }
    }
}

/// Whether a transaction may change nothing.
pub(super) fn is_read_only(vocabulary: &Vocabulary<'_>, transaction: usize) -> bool {
    let recording = vocabulary.recording();
    let mut open = recording.session.open.iter();
    open.any(|open| open.transaction == transaction && open.read_only)
}

/// Something that gives nothing is sent in a transaction.
fn control(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>, at: usize, text: String) {
    vocabulary.recording().send(machine, at, Request::Control(text));
}

/// The text of a statement that says how the open transaction runs.
pub(super) fn set(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>, text: &str) {
    if let Standing::Inside(transaction) = standing(vocabulary, machine) {
        control(vocabulary, machine, transaction, text.into());
    }
}

/// The name under which a savepoint is sent; those of blocks have none.
fn savepoint(name: &str) -> &str {
    if name.is_empty() { "aplomb_block" } else { name }
}

/// `BEGIN`.
pub(super) fn begin(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    at: &aplomb_sql::Session<'_>,
    level: Option<String>,
) -> Outcome {
    let span = at.span;
    let phase = vocabulary.recording().phase;
    if phase != Phase::Client {
        let message = match phase {
            Phase::Transaction(_) => "BEGIN inside a transaction of the model: leave one out",
            _ => "transactions run inside `concurrently(() => ...)`",
        };
        return Ok(machine.problem(message, span));
    }
    match standing(vocabulary, machine) {
        Standing::Outside => {
            let transaction = open(vocabulary, machine, at)?;
            begun(vocabulary, machine, transaction, level);
            Ok(machine.terms().undefined())
        }
        Standing::Inside(running) if is_elsewhere(vocabulary, running, at.connection) => {
            elsewhere(machine, span)
        }
        Standing::Inside(_) => Ok(machine.problem("BEGIN inside a transaction", span)),
        Standing::Unclear => unclear(machine, span),
    }
}

/// A SET statement says at which level later transactions of a connection run.
pub(super) fn say_level(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    connection: Option<Term>,
    level: &str,
    once: bool,
) {
    let within = match standing(vocabulary, machine) {
        Standing::Inside(transaction) => Some(transaction),
        _ => None,
    };
    let mut recording = vocabulary.recording();
    // In MySQL, what is set stays set.
    let within = within.filter(|_| recording.product == Some(Product::Postgres));
    let when = recording.path(machine);
    recording.session.said.push(Said { connection, level: level.into(), once, when, within });
}

/// The level at which the code wants a transaction to run that begins here.
pub(super) fn wanted_level(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    at: &aplomb_sql::Session<'_>,
) -> Option<String> {
    match at.level {
        Some(AskedLevel::Named(level)) => return Some(level.into()),
        Some(AskedLevel::NotKnown) => {
            let message = "the level that is set for this connection is not known here";
            machine.problem(message, at.span);
            return None;
        }
        None => {}
    }
    let path = vocabulary.recording().path(machine);
    let mut said = said_of(vocabulary, machine, at.connection);
    // The last word counts, and that about the next transaction first.
    said.sort_by_key(|&(index, once, _)| std::cmp::Reverse((once, index)));
    for (index, once, when) in said {
        if exclude(machine, path, when) {
            continue;
        }
        if !implies(machine, path, when) {
            let message = "the level of this transaction is set on some paths only";
            machine.problem(message, at.span);
            return None;
        }
        let elsewhere = machine.terms().not(path);
        let mut recording = vocabulary.recording();
        let said = &mut recording.session.said[index];
        if once {
            said.when = machine.terms().and(said.when, elsewhere);
        }
        return Some(said.level.clone());
    }
    None
}

/// What was said of the level of a connection: its number, whether it is about the next
/// transaction only, and when it counts.
fn said_of(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    connection: Option<Term>,
) -> Vec<(usize, bool, Term)> {
    let recording = vocabulary.recording();
    let session = &recording.session;
    let mut all = Vec::new();
    for (index, said) in session.said.iter().enumerate() {
        if said.connection != connection {
            continue;
        }
        let open =
            said.within.and_then(|it| session.open.iter().find(|open| open.transaction == it));
        let when = match open {
            Some(open) => machine.terms().and(said.when, open.committed),
            None => said.when,
        };
        all.push((index, said.once, when));
    }
    all
}

/// Begins a transaction as drivers do that leave this to nobody else.
pub(super) fn open_for(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    at: &aplomb_sql::Session<'_>,
) -> Result<(), Stop> {
    let level = wanted_level(vocabulary, machine, at);
    begin(vocabulary, machine, at, level)?;
    Ok(())
}

/// A transaction begins, at the level that the code asks for.
fn begun(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    transaction: usize,
    level: Option<String>,
) {
    let mut text = "BEGIN".to_owned();
    if let Some(level) = level {
        let words = level.replace('-', " ").to_uppercase();
        text.push_str(&format!(" ISOLATION LEVEL {words}"));
        vocabulary.recording().transactions[transaction].level = Some(level);
    }
    control(vocabulary, machine, transaction, text);
}

/// `COMMIT` or `ROLLBACK` of whatever is open here on this connection.
pub(super) fn end(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    connection: Option<Term>,
    commit: bool,
) -> Outcome {
    let path = vocabulary.recording().path(machine);
    let mut recording = vocabulary.recording();
    let mut sent = Vec::new();
    let other = |open: &Open| matches!((open.connection, connection), (Some(a), Some(b)) if a != b);
    for open in recording.session.open.iter_mut().filter(|open| !other(open)) {
        let terms = machine.terms();
        let still = terms.not(open.ended);
        let here = terms.and(open.begun, still);
        let here = terms.and(here, path);
        open.ended = terms.or(open.ended, here);
        if commit {
            // COMMIT of a transaction that has failed takes it back.
            let works = terms.not(open.failed);
            let kept = terms.and(here, works);
            open.committed = terms.or(open.committed, kept);
        }
        if !terms.is_false(here) {
            sent.push((open.transaction, here));
        }
    }
    for (transaction, when) in sent {
        let sent = Sent { when, request: Request::End { commit } };
        recording.transactions[transaction].sent.push(sent);
    }
    Ok(machine.terms().undefined())
}

/// The start of `with conn.transaction()`.
pub(super) fn enter(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    at: &aplomb_sql::Session<'_>,
    level: Option<String>,
) -> Outcome {
    let begins = !is_open(vocabulary, machine);
    vocabulary.recording().session.blocks.push(begins);
    match begins {
        true => begin(vocabulary, machine, at, level),
        false => save(vocabulary, machine, "", at.span),
    }
}

/// Its end: commits or rolls back what it has begun.
pub(super) fn exit(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    at: &aplomb_sql::Session<'_>,
    calm: Term,
) -> Outcome {
    let begun = vocabulary.recording().session.blocks.pop();
    if begun != Some(false) {
        return machine.branch(
            calm,
            |machine| end(vocabulary, machine, at.connection, true),
            |machine| end(vocabulary, machine, at.connection, false),
        );
    }
    machine.branch(
        calm,
        |machine| Ok(machine.terms().undefined()),
        |machine| back_to(vocabulary, machine, "", at.span),
    )?;
    release(vocabulary, machine, "");
    Ok(machine.terms().undefined())
}

/// `SAVEPOINT name`.
pub(super) fn save(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    name: &str,
    span: Span,
) -> Outcome {
    match standing(vocabulary, machine) {
        Standing::Inside(transaction) => {
            let mut recording = vocabulary.recording();
            let statements = recording.transactions[transaction].statements.len();
            let name = name.to_lowercase();
            let text = format!("SAVEPOINT {}", savepoint(&name));
            let released = machine.terms().bool(false);
            let savepoint = Savepoint { name, transaction, statements, released };
            recording.session.savepoints.push(savepoint);
            drop(recording);
            control(vocabulary, machine, transaction, text);
            Ok(machine.terms().undefined())
        }
        Standing::Outside => Ok(machine.problem("a savepoint outside of a transaction", span)),
        Standing::Unclear => unclear(machine, span),
    }
}

/// `RELEASE SAVEPOINT name`.
pub(super) fn release(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>, name: &str) {
    let name = name.to_lowercase();
    let Some(position) = marked(vocabulary, machine, &name) else { return };
    let path = vocabulary.recording().path(machine);
    let transaction = {
        // With a savepoint go those that were set after it.
        let later = &mut vocabulary.recording().session.savepoints[position..];
        for savepoint in later.iter_mut() {
            savepoint.released = machine.terms().or(savepoint.released, path);
        }
        later[0].transaction
    };
    let text = format!("RELEASE SAVEPOINT {}", savepoint(&name));
    control(vocabulary, machine, transaction, text);
}

/// Where the last savepoint of a name is that is still there.
fn marked(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>, name: &str) -> Option<usize> {
    let path = vocabulary.recording().path(machine);
    let named: Vec<(usize, Term)> = {
        let recording = vocabulary.recording();
        let numbered = recording.session.savepoints.iter().enumerate();
        numbered.filter(|(_, it)| it.name == name).map(|(at, it)| (at, it.released)).collect()
    };
    let found = named.into_iter().rev().find(|&(_, released)| exclude(machine, path, released));
    found.map(|(position, _)| position)
}

/// An error makes the running transaction fail: everything but its end, or a
/// rollback to a savepoint, is refused from here on.
pub(super) fn fail(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>) -> Outcome {
    if vocabulary.recording().session.open.last().is_some_and(|open| open.alone) {
        return end(vocabulary, machine, None, false);
    }
    let path = vocabulary.recording().path(machine);
    let mut recording = vocabulary.recording();
    for open in &mut recording.session.open {
        let terms = machine.terms();
        let still = terms.not(open.ended);
        let here = terms.and(open.begun, still);
        let here = terms.and(here, path);
        open.failed = terms.or(open.failed, here);
    }
    Ok(machine.terms().undefined())
}

/// Raises what the database says to a statement in a transaction that has
/// failed.
pub(super) fn refuse_failed(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    product: Product,
) -> Outcome {
    let failed = {
        let recording = vocabulary.recording();
        let mut failed = machine.terms().bool(false);
        for open in &recording.session.open {
            let terms = machine.terms();
            let still = terms.not(open.ended);
            let here = terms.and(open.failed, still);
            failed = terms.or(failed, here);
        }
        failed
    };
    machine.branch(
        failed,
        |machine| {
            let error = errors::aborted(machine, product);
            machine.throw(error)
        },
        |machine| Ok(machine.terms().undefined()),
    )
}

/// `ROLLBACK TO SAVEPOINT name`, where nothing was written since.
pub(super) fn back_to(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    name: &str,
    span: Span,
) -> Outcome {
    let name = name.to_lowercase();
    let path = vocabulary.recording().path(machine);
    let Some(position) = marked(vocabulary, machine, &name) else {
        return Ok(machine.problem(format!("there is no savepoint `{name}`"), span));
    };
    let (transaction, written): (usize, Vec<Term>) = {
        let recording = vocabulary.recording();
        let savepoint = &recording.session.savepoints[position];
        let statements = &recording.transactions[savepoint.transaction].statements;
        let since = statements.iter().skip(savepoint.statements).flat_map(|it| &it.events);
        let guards = since.filter_map(|event| match event {
            Event::Write { guard, .. } => Some(*guard),
            Event::Read { .. } => None,
        });
        (savepoint.transaction, guards.collect())
    };
    let text = format!("ROLLBACK TO SAVEPOINT {}", savepoint(&name));
    control(vocabulary, machine, transaction, text);
    for guard in written {
        if !exclude(machine, path, guard) {
            let message = "what was written since the savepoint is undone here: not supported";
            return Ok(machine.problem(message, span));
        }
    }
    let elsewhere = machine.terms().not(path);
    let mut recording = vocabulary.recording();
    recording.goes_on = true;
    for open in recording.session.open.iter_mut().filter(|it| it.transaction == transaction) {
        open.failed = machine.terms().and(open.failed, elsewhere);
    }
    Ok(machine.terms().undefined())
}

/// Runs a statement in the transaction it belongs to.
pub(super) fn run<T>(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    at: &aplomb_sql::Session<'_>,
    statement: impl FnOnce(&mut Machine<'_>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let (phase, span) = (vocabulary.recording().phase, at.span);
    let mut alone = false;
    if phase == Phase::Client {
        let transaction = match standing(vocabulary, machine) {
            Standing::Inside(transaction) => {
                if is_elsewhere(vocabulary, transaction, at.connection) {
                    elsewhere(machine, span)?;
                }
                transaction
            }
            Standing::Outside => {
                alone = !at.implicit;
                let transaction = open(vocabulary, machine, at)?;
                match vocabulary.recording().session.open.last_mut() {
                    Some(open) if alone => open.alone = true,
                    _ => {}
                }
                let level = wanted_level(vocabulary, machine, at);
                match alone {
                    true => {
                        vocabulary.recording().transactions[transaction].level = level;
                    }
                    false => begun(vocabulary, machine, transaction, level),
                }
                transaction
            }
            Standing::Unclear => {
                unclear(machine, span)?;
                open(vocabulary, machine, at)?
            }
        };
        vocabulary.recording().phase = Phase::Transaction(transaction);
    }
    let result = statement(machine);
    vocabulary.recording().phase = phase;
    if alone {
        end(vocabulary, machine, at.connection, true)?;
    }
    result
}

/// The client is done: what was not committed is rolled back.
pub(in super::super) fn close(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>) {
    let mut recording = vocabulary.recording();
    let session = std::mem::take(&mut recording.session);
    for open in session.open {
        let terms = machine.terms();
        let lost = terms.not(open.committed);
        let aborts = terms.and(open.begun, lost);
        if !terms.is_false(aborts) {
            recording.transactions[open.transaction].aborts = Some(aborts);
        }
    }
}
