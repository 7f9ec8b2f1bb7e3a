//! When what a program sends to its database is sent.

use std::collections::{BTreeMap, BTreeSet};

use super::LiveError;
use super::connection::Dialect;
use super::script::Values;
use crate::check::Violation;
use crate::execution::{EventTrace, Row, Source};
use crate::model::Model;
use crate::program::script::{Request, Script, SentStatement};
use crate::program::{Event, Lock, Program};
use crate::term::Value;
use crate::witness::durations;

#[derive(Clone, Copy)]
pub(super) enum Step {
    /// BEGIN, before a statement that is a transaction by itself and commits
    /// when others have.
    Begin { transaction: usize },
    /// What a transaction sends, by its number there.
    Send { transaction: usize, sent: usize },
    /// The end of a transaction.
    End { transaction: usize },
}

impl Step {
    pub(super) fn transaction(self) -> usize {
        let (Step::Begin { transaction }
        | Step::Send { transaction, .. }
        | Step::End { transaction }) = self;
        transaction
    }
}

/// The order in which things are sent: the number of commits before, then what
/// waits for nobody, then what waits for a lock, by when it is answered, then
/// the commit; who commits earlier goes first.
type Order = (usize, u8, usize, usize, usize);

/// A step, with the rows that it deals with.
struct Planned {
    order: Order,
    step: Step,
    /// When its transaction commits.
    position: usize,
    /// The rows that it looks at to find out what to change or lock, with those
    /// whose writes it sees there.
    looked_at: BTreeMap<Row, BTreeSet<usize>>,
    /// The rows that it keeps locked, and how.
    locked: BTreeMap<Row, Lock>,
}

impl Planned {
    /// A step that deals with no rows.
    fn control(order: Order, step: Step, position: usize) -> Planned {
        let (looked_at, locked) = Default::default();
        Planned { order, step, position, looked_at, locked }
    }
}

/// Whether a transaction changes anything.
fn writes(violation: &Violation, transaction: usize) -> bool {
    violation.outcome.happened(transaction).any(|event| event.source.is_none())
}

/// Everything that is sent, in order.
pub(super) fn schedule(
    program: &Program,
    script: &Script,
    violation: &Violation,
    order: &[usize],
    values: &Values<'_>,
    dialect: Dialect,
) -> Result<Vec<Step>, LiveError> {
    let mut steps = Vec::new();
    let mut all = Vec::new();
    for (position, &transaction) in order.iter().enumerate() {
        let before = script.clients.iter().filter_map(|client| {
            let own = client.iter().position(|&it| it == transaction)?;
            client[..own].iter().filter_map(|it| order.iter().position(|t| t == it)).max()
        });
        let together = program.together.iter().any(|them| them.contains(&transaction));
        let floor = before.filter(|_| !together).map(|it| it + 1).max().unwrap_or(0);
        let begins = values.begins(script, transaction)?;
        let when = durations(program, violation, order, position, floor.min(position), !begins);
        all.push((begins, when));
    }
    for (position, &transaction) in order.iter().enumerate() {
        let (begins, when) = (all[position].0, &all[position].1);
        // Somebody is sent something before this one commits, and waits for that.
        let mut later = all[position + 1..].iter().flat_map(|(_, when)| when);
        let waited_for = later.any(|it| it.sent <= position && it.answered > position);
        let mut at: Order = (position, 0, 0, position, usize::MAX);
        let mut early = false;
        // What gives nothing is sent right before the statement after it.
        for (number, sent) in script.transactions[transaction].iter().enumerate().rev() {
            if !values.holds(sent.when)? {
                continue;
            }
            let (mut looked_at, mut locked) = Default::default();
            match &sent.request {
                Request::Statement(statement) => {
                    let first = statement.statement;
                    let rest = program.transactions[transaction].statements.iter().skip(first + 1);
                    let last = first + rest.take_while(|it| it.continues).count();
                    let statements = first..=last;
                    let SentStatement { inserts, scans, .. } = **statement;
                    let own = Own { transaction, statements, inserts, scans };
                    (looked_at, locked) = rows(program, violation, &own, dialect);
                    let (sent, answered) = (when[first].sent, when[last].answered);
                    early = !begins
                        && (answered < position || waited_for)
                        && writes(violation, transaction);
                    at = match answered > sent {
                        true => (sent, 1, answered, position, number),
                        // It commits with its answer.
                        false if !begins && !early && sent == position => {
                            (sent, 2, 0, position, number)
                        }
                        false => (sent, 0, 0, position, number),
                    };
                }
                Request::Control(_) => at = (at.0, 0, 0, position, number),
                Request::End { .. } => continue,
            }
            if early {
                steps.push(Planned::control(at, Step::Begin { transaction }, position));
            }
            let step = Step::Send { transaction, sent: number };
            steps.push(Planned { order: at, step, position, looked_at, locked });
        }
        if begins || early {
            let order = (position, 2, 0, position, 0);
            steps.push(Planned::control(order, Step::End { transaction }, position));
        }
    }
    steps.sort_by_key(|planned| planned.order);
    Ok(without_waiting(steps))
}

/// A statement that is sent: the statements of its transaction that it is.
struct Own {
    transaction: usize,
    statements: std::ops::RangeInclusive<usize>,
    /// Whether it adds rows.
    inserts: bool,
    /// Whether it is an UPDATE that names no key.
    scans: bool,
}

/// The rows that statements of a transaction look at, if they are there to
/// change or lock something, and those that they keep locked.
///
/// PostgreSQL looks into its snapshot and passes a row by that it does not want
/// there, whoever has locked it: only what it asks for beyond the snapshot (a row
/// to lock, whether a key is taken) counts. InnoDB locks a row before it looks;
/// except for an UPDATE without a key at READ COMMITTED, which looks at the last
/// committed version of a row that is locked, and waits only if it wants that (a
/// semi-consistent read).
fn rows(
    program: &Program,
    violation: &Violation,
    of: &Own,
    dialect: Dialect,
) -> (BTreeMap<Row, BTreeSet<usize>>, BTreeMap<Row, Lock>) {
    let Own { transaction, statements, inserts, scans } = of;
    let traces = &violation.outcome.events[*transaction];
    let events = program.transactions[*transaction].events().zip(traces);
    let own: Vec<(&Event, &Option<EventTrace>)> = events
        .filter(|((statement, _), _)| statements.contains(statement))
        .map(|((_, event), trace)| (event, trace))
        .collect();
    let plain = |event: &Event| matches!(event, Event::Read(read) if read.lock == Lock::No);
    if own.iter().all(|(event, _)| plain(event)) {
        return Default::default();
    }
    let happened = || own.iter().filter_map(|(_, trace)| trace.as_ref());
    let mut asked: BTreeSet<Row> = BTreeSet::new();
    let looks_first = match dialect {
        Dialect::Postgres => true,
        Dialect::Mysql => *scans && violation.levels.of(*transaction) == Model::PGRC,
    };
    for (event, trace) in &own {
        let passes_by = match event {
            Event::Read(read) => read.lock == Lock::No || (read.lock == Lock::Gap && !inserts),
            Event::Write(_) => false,
        };
        let in_snapshot = passes_by && looks_first;
        if let Some(trace) = trace.as_ref().filter(|_| !in_snapshot) {
            asked.insert(trace.place.row());
        }
    }
    let mut looked_at: BTreeMap<Row, BTreeSet<usize>> = BTreeMap::new();
    for trace in happened().filter(|it| asked.contains(&it.place.row())) {
        let Some(source) = trace.source else { continue };
        let seen = looked_at.entry(trace.place.row()).or_default();
        if let Source::Transaction(writer) = source {
            seen.insert(writer);
        }
    }
    let mut locked: BTreeMap<Row, Lock> = BTreeMap::new();
    for (event, trace) in &own {
        // An INSERT that finds no row under its key has nothing to lock but what
        // it writes.
        let missed = matches!(event, Event::Read(read) if read.lock == Lock::Probe)
            && trace.as_ref().is_some_and(|it| it.value == Value::Bool(false));
        if let Some(trace) = trace.as_ref().filter(|it| it.lock >= Lock::Shared && !missed) {
            let lock = locked.entry(trace.place.row()).or_default();
            *lock = trace.lock.max(*lock);
        }
    }
    (looked_at, locked)
}

/// Who looks for something to change waits for a row that another one has
/// locked, even if it does not want that row then, and sees what the other one
/// wrote. Where the witness has it miss that, it is sent before; unless the
/// other one cannot lock the row yet, because this one has.
fn without_waiting(mut steps: Vec<Planned>) -> Vec<Step> {
    let mut sent: Vec<Planned> = Vec::new();
    while !steps.is_empty() {
        let able = |&place: &usize| {
            let candidate = &steps[place];
            let transaction = candidate.step.transaction();
            let own = |it: &Planned| it.step.transaction() == transaction;
            let misses = |other: &Planned| {
                let commits_later = candidate.position >= other.order.0;
                let waits = candidate.position < other.position;
                let holds = |row: &Row, wanted: Lock| {
                    let own = |it: &&Planned| it.step.transaction() == other.step.transaction();
                    let mut held = sent.iter().filter(own).filter_map(|it| it.locked.get(row));
                    held.any(|held| held.excludes(wanted))
                };
                let wanted = candidate.locked.iter().filter(|(row, lock)| !holds(row, **lock));
                let mut met = wanted.filter_map(|(row, _)| {
                    let seen = other.looked_at.get(row)?;
                    Some(seen.contains(&transaction) || (waits && other.locked.contains_key(row)))
                });
                commits_later && met.any(|seen_or_waited_for| !seen_or_waited_for)
            };
            let due = |other: &Planned| other.position < candidate.order.0;
            !steps[..place].iter().any(own)
                && !steps.iter().any(|it| !own(it) && (misses(it) || due(it)))
        };
        let next = (0..steps.len()).find(able).unwrap_or(0);
        sent.push(steps.remove(next));
    }
    sent.into_iter().map(|it| it.step).collect()
}
