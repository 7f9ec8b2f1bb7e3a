//! BEGIN, COMMIT and ROLLBACK, over all paths of the code at once.
//!
//! The executor merges paths, so at one point of the code a transaction may
//! have ended on some paths and be open on others. Each transaction carries the
//! conditions under which it was begun, ended and committed; a statement
//! belongs to the transaction that is open wherever the statement is reached.

use std::time::Duration;

use aplomb_script::Span;
use aplomb_symbolic::{Answer, Machine, Outcome, Solver, Stop, Term};

use super::super::recording::{Event, Phase, Transaction};
use super::super::vocabulary::Vocabulary;

/// The transactions that the code of one client has begun.
#[derive(Default)]
pub(in super::super) struct Session {
    open: Vec<Open>,
    /// For each `with conn.transaction()` that is running, whether it has begun
    /// a transaction; inside of one it is a savepoint.
    blocks: Vec<bool>,
    savepoints: Vec<Savepoint>,
}

/// A place in a transaction to which it can be rolled back.
struct Savepoint {
    name: String,
    transaction: usize,
    /// How many statements there were before it.
    statements: usize,
}

struct Open {
    transaction: usize,
    begun: Term,
    ended: Term,
    committed: Term,
}

/// Whether two conditions exclude each other.
fn exclude(machine: &mut Machine<'_>, one: Term, other: Term) -> bool {
    let both = machine.terms().and(one, other);
    if machine.terms().is_false(both) {
        return true;
    }
    if machine.terms().is_true(both) {
        return false;
    }
    let mut solver = Solver::new(Duration::from_secs(2));
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
    for (transaction, begun, ended) in known.into_iter().rev() {
        if exclude(machine, path, begun) || implies(machine, path, ended) {
            continue;
        }
        return match implies(machine, path, begun) && exclude(machine, path, ended) {
            true => Standing::Inside(transaction),
            false => Standing::Unclear,
        };
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
fn open(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>, span: Span) -> Result<usize, Stop> {
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
    });
    if let Some(client) = recording.clients.last_mut() {
        client.push(transaction);
    }
    recording.session.open.push(Open { transaction, begun: path, ended: never, committed: never });
    drop(recording);
    super::super::items::mark_transaction(machine, transaction, span)?;
    Ok(transaction)
}

/// `BEGIN`.
pub(super) fn begin(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>, span: Span) -> Outcome {
    let phase = vocabulary.recording().phase;
    if phase != Phase::Client {
        let message = match phase {
            Phase::Transaction(_) => "BEGIN inside a transaction of the model: leave one away",
            _ => "transactions run inside `concurrently(() => ...)`",
        };
        return Ok(machine.problem(message, span));
    }
    match standing(vocabulary, machine) {
        Standing::Outside => {
            open(vocabulary, machine, span)?;
            Ok(machine.terms().undefined())
        }
        Standing::Inside(_) => Ok(machine.problem("BEGIN inside a transaction", span)),
        Standing::Unclear => unclear(machine, span),
    }
}

/// `COMMIT` or `ROLLBACK` of whatever is open here.
pub(super) fn end(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>, commit: bool) -> Outcome {
    let path = vocabulary.recording().path(machine);
    let mut recording = vocabulary.recording();
    for open in &mut recording.session.open {
        let terms = machine.terms();
        let still = terms.not(open.ended);
        let here = terms.and(open.begun, still);
        let here = terms.and(here, path);
        open.ended = terms.or(open.ended, here);
        if commit {
            open.committed = terms.or(open.committed, here);
        }
    }
    Ok(machine.terms().undefined())
}

/// The start of `with conn.transaction()`.
pub(super) fn enter(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>, span: Span) -> Outcome {
    let begins = !is_open(vocabulary, machine);
    vocabulary.recording().session.blocks.push(begins);
    match begins {
        true => begin(vocabulary, machine, span),
        false => save(vocabulary, machine, "", span),
    }
}

/// Its end: commits or rolls back what it has begun.
pub(super) fn exit(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    calm: Term,
    span: Span,
) -> Outcome {
    let begun = vocabulary.recording().session.blocks.pop();
    if begun != Some(false) {
        return machine.branch(
            calm,
            |machine| end(vocabulary, machine, true),
            |machine| end(vocabulary, machine, false),
        );
    }
    machine.branch(
        calm,
        |machine| Ok(machine.terms().undefined()),
        |machine| back_to(vocabulary, machine, "", span),
    )?;
    release(vocabulary, "");
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
            recording.session.savepoints.push(Savepoint { name, transaction, statements });
            Ok(machine.terms().undefined())
        }
        Standing::Outside => Ok(machine.problem("a savepoint outside of a transaction", span)),
        Standing::Unclear => unclear(machine, span),
    }
}

/// `RELEASE SAVEPOINT name`.
pub(super) fn release(vocabulary: &Vocabulary<'_>, name: &str) {
    let name = name.to_lowercase();
    let savepoints = &mut vocabulary.recording().session.savepoints;
    if let Some(position) = savepoints.iter().rposition(|it| it.name == name) {
        savepoints.truncate(position);
    }
}

/// Whether an error leaves the running transaction alive, because it can be
/// rolled back to a savepoint.
pub(super) fn is_saved(vocabulary: &Vocabulary<'_>) -> bool {
    !vocabulary.recording().session.savepoints.is_empty()
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
    let written: Vec<Term> = {
        let recording = vocabulary.recording();
        let mut savepoints = recording.session.savepoints.iter();
        let Some(savepoint) = savepoints.rfind(|it| it.name == name) else {
            drop(savepoints);
            drop(recording);
            return Ok(machine.problem(format!("there is no savepoint `{name}`"), span));
        };
        let statements = &recording.transactions[savepoint.transaction].statements;
        let since = statements.iter().skip(savepoint.statements).flat_map(|it| &it.events);
        let guards = since.filter_map(|event| match event {
            Event::Write { guard, .. } => Some(*guard),
            Event::Read { .. } => None,
        });
        guards.collect()
    };
    for guard in written {
        if !exclude(machine, path, guard) {
            let message = "what was written since the savepoint is undone here: not supported";
            return Ok(machine.problem(message, span));
        }
    }
    vocabulary.recording().goes_on = true;
    Ok(machine.terms().undefined())
}

/// Runs a statement in the transaction it belongs to.
pub(super) fn run<T>(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    span: Span,
    implicit: bool,
    statement: impl FnOnce(&mut Machine<'_>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let phase = vocabulary.recording().phase;
    let mut alone = false;
    if phase == Phase::Client {
        let transaction = match standing(vocabulary, machine) {
            Standing::Inside(transaction) => transaction,
            Standing::Outside => {
                alone = !implicit;
                open(vocabulary, machine, span)?
            }
            Standing::Unclear => {
                unclear(machine, span)?;
                open(vocabulary, machine, span)?
            }
        };
        vocabulary.recording().phase = Phase::Transaction(transaction);
    }
    let result = statement(machine);
    vocabulary.recording().phase = phase;
    if alone {
        end(vocabulary, machine, true)?;
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
