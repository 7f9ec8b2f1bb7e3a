//! An order in time in which an execution can be told, or driven.
//!
//! Time is counted in commits: slot `k` is after `k` transactions have
//! committed. A transaction commits at its place in arbitration; a read happens
//! as soon as everybody it sees has committed, so that it precedes the commits
//! it misses, where its view is a prefix of arbitration; locks and writes
//! happen once everybody who locked the row before has committed.

use crate::check::Violation;
use crate::execution::{EventTrace, History, Source, TransactionSet, View};
use crate::program::{Event, Lock, Program};

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// An event of a transaction.
    Event {
        /// The transaction.
        transaction: usize,
        /// The position among its events.
        event: usize,
    },
    /// A transaction commits.
    Commit {
        /// The transaction.
        transaction: usize,
    },
}

/// The moments of a violation, in time order.
pub fn timeline(program: &Program, violation: &Violation) -> Vec<Moment> {
    match &violation.execution.history {
        History::Operations { order, committed, .. } => operations(violation, order, *committed),
        History::Transactions { order, .. } => transactions(program, violation, order),
    }
}

fn operations(
    violation: &Violation,
    order: &[crate::execution::Operation],
    committed: TransactionSet,
) -> Vec<Moment> {
    let mut moments = Vec::new();
    for (position, operation) in order.iter().enumerate() {
        let (transaction, event) = (operation.transaction, operation.event);
        if violation.outcome.events[transaction][event].is_some() {
            moments.push(Moment::Event { transaction, event });
        }
        if !order[position + 1..].iter().any(|later| later.transaction == transaction) {
            moments.push(Moment::Commit { transaction });
        }
    }
    let idle = committed.iter().filter(|&t| !order.iter().any(|o| o.transaction == t));
    moments.extend(idle.map(|transaction| Moment::Commit { transaction }));
    moments
}

fn transactions(program: &Program, violation: &Violation, order: &[usize]) -> Vec<Moment> {
    let mut timed: Vec<(usize, usize, usize, Moment)> = Vec::new();
    for (position, &transaction) in order.iter().enumerate() {
        let slots = slots(program, violation, order, position);
        for (event, slot) in slots.into_iter().enumerate() {
            if let Some(slot) = slot {
                timed.push((slot, transaction, event, Moment::Event { transaction, event }));
            }
        }
        timed.push((position, usize::MAX, 0, Moment::Commit { transaction }));
    }
    timed.sort_by_key(|&(slot, transaction, event, _)| (slot, transaction, event));
    timed.into_iter().map(|(.., moment)| moment).collect()
}

/// When a statement is sent, and when it can be answered at the latest: in
/// between it waits for locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Duration {
    /// When it is sent.
    pub sent: usize,
    /// When everybody it waits for has committed.
    pub answered: usize,
}

/// When each event of a transaction happens; none if it does not.
fn slots(
    program: &Program,
    violation: &Violation,
    order: &[usize],
    position: usize,
) -> Vec<Option<usize>> {
    let when = Slots::new(program, violation, order, position);
    let mut reached = 0;
    let mut slots = Vec::new();
    for event in when.events() {
        slots.push(event.happened.map(|trace| {
            reached = reached.max(when.slot(trace, event.seen));
            reached
        }));
    }
    slots
}

/// When each statement of a transaction is sent and answered, at the earliest
/// after `floor` commits.
///
/// A statement that is a transaction by itself commits when it is done, so it is
/// sent as late as what it reads permits.
pub(crate) fn durations(
    program: &Program,
    violation: &Violation,
    order: &[usize],
    position: usize,
    floor: usize,
    commits_itself: bool,
) -> Vec<Duration> {
    let when = Slots::new(program, violation, order, position);
    let events: Vec<Numbered<'_>> = when.events().collect();
    let mut reached = floor;
    let mut durations = Vec::new();
    for statement in 0..program.transactions[order[position]].statements.len() {
        let own = events.iter().filter(|event| event.statement == statement);
        let happened: Vec<(&EventTrace, TransactionSet)> =
            own.filter_map(|it| Some((it.happened?, it.seen))).collect();
        let snapshot = when.after(when.views.of_read(statement, when.reads_before(statement)));
        let mut sent = match happened.first() {
            Some(&(trace, seen)) if when.current => when.slot(trace, seen),
            _ => snapshot,
        };
        sent = sent.max(reached);
        let plain = |it: &&(&EventTrace, TransactionSet)| it.0.lock == Lock::No;
        if commits_itself {
            let missed = |committed: &usize| {
                let reads = happened.iter().filter(plain);
                let rows: Vec<_> = reads.map(|(trace, _)| trace.place.row()).collect();
                rows.iter().any(|row| violation.outcome.writes_row(*committed, row))
            };
            let rest = order[..position].iter().skip(sent);
            sent += rest.take_while(|committed| !missed(committed)).count();
        }
        let last = happened.iter().map(|(trace, seen)| when.slot(trace, *seen)).max();
        reached = last.unwrap_or(sent).max(sent);
        durations.push(Duration { sent, answered: reached });
    }
    durations
}

/// An event with what is known of it.
struct Numbered<'a> {
    statement: usize,
    seen: TransactionSet,
    happened: Option<&'a EventTrace>,
}

/// Computes when the events of a transaction happen.
struct Slots<'a> {
    program: &'a Program,
    violation: &'a Violation,
    order: &'a [usize],
    position: usize,
    views: &'a View,
    /// Whether locking reads see what is current.
    current: bool,
}

impl<'a> Slots<'a> {
    fn new(
        program: &'a Program,
        violation: &'a Violation,
        order: &'a [usize],
        position: usize,
    ) -> Slots<'a> {
        let transaction = order[position];
        let History::Transactions { views, .. } = &violation.execution.history else {
            unreachable!("operations have their own order")
        };
        let current = violation.levels.axioms(program, transaction).current_locking_reads;
        Slots { program, violation, order, position, views: &views[transaction], current }
    }

    /// When everybody of a set has committed.
    fn after(&self, seen: TransactionSet) -> usize {
        seen.iter().map(|other| self.commit_of(other)).max().unwrap_or(0)
    }

    fn commit_of(&self, other: usize) -> usize {
        self.order.iter().position(|&it| it == other).map_or(0, |position| position + 1)
    }

    fn reads_before(&self, statement: usize) -> usize {
        let reads = self.program.transactions[self.order[self.position]].reads();
        reads.filter(|(its, _)| *its < statement).count()
    }

    /// The events of the transaction.
    fn events(&self) -> impl Iterator<Item = Numbered<'_>> {
        let transaction = self.order[self.position];
        let events = self.program.transactions[transaction].events();
        let traces = &self.violation.outcome.events[transaction];
        let mut reads = 0;
        events.zip(traces).map(move |((statement, event), happened)| {
            let seen = self.views.of_read(statement, reads);
            reads += usize::from(matches!(event, Event::Read(_)));
            Numbered { statement, seen, happened: happened.as_ref() }
        })
    }

    /// When an event happens, as far as others are concerned.
    fn slot(&self, trace: &EventTrace, seen: TransactionSet) -> usize {
        let transaction = self.order[self.position];
        let by_view = self.after(seen);
        let holds = |earlier: &&usize| {
            let mut held = self.violation.outcome.happened(**earlier);
            held.any(|event| {
                event.lock.excludes(trace.lock) && event.place.row() == trace.place.row()
            })
        };
        let holders = self.order[..self.position].iter().filter(holds);
        let by_lock = holders.map(|&earlier| self.commit_of(earlier)).max().unwrap_or(0);
        let own = trace.source == Some(Source::Transaction(transaction));
        let written = trace.source.and_then(|source| match source {
            Source::Transaction(writer) => Some(self.commit_of(writer)),
            Source::Initial => None,
        });
        match (trace.lock != Lock::No, self.current) {
            (false, _) if own => 0,
            (true, _) if trace.lock <= Lock::Probe => written.unwrap_or(0).min(self.position),
            (false, _) => by_view,
            (true, true) => by_lock,
            (true, false) => by_lock.max(by_view),
        }
    }
}
