//! Whether the axioms permit an execution of single operations.

use std::collections::{BTreeMap, BTreeSet};

use super::axioms::Forbidden;
use super::{Levels, Operation, Outcome};
use crate::program::{Event, Program};

/// Judges a history whose units are single operations.
pub(super) struct OperationJudge<'a> {
    pub(super) program: &'a Program,
    pub(super) levels: &'a Levels,
    pub(super) outcome: &'a Outcome,
    pub(super) order: &'a [Operation],
    pub(super) seen: &'a BTreeMap<Operation, BTreeSet<Operation>>,
}

impl OperationJudge<'_> {
    pub(super) fn judge(&self) -> Result<(), Forbidden> {
        for (position, &operation) in self.order.iter().enumerate() {
            let by = || self.program.transactions[operation.transaction].name.clone();
            let earlier = &self.order[..position];
            let sees = self.seen.get(&operation).into_iter().flatten();
            if !sees.into_iter().all(|write| earlier.contains(write)) {
                return Err(Forbidden { axiom: "visibility within arbitration", by: by() });
            }
            let late = |other: &Operation| {
                other.transaction == operation.transaction && other.event > operation.event
            };
            if earlier.iter().any(late) {
                return Err(Forbidden { axiom: "program order", by: by() });
            }
            let told = self.program.told_by(operation.transaction);
            if self.order[position..].iter().any(|later| told.contains(later.transaction)) {
                return Err(Forbidden { axiom: "results before their use", by: by() });
            }
            // What may be rolled back is published when that is decided.
            let undecided = |write: &Operation| {
                let other = write.transaction;
                other != operation.transaction
                    && self.program.transactions[other].aborts.is_some()
                    && self.order[position..].iter().any(|later| later.transaction == other)
            };
            if self.seen.get(&operation).into_iter().flatten().any(undecided) {
                return Err(Forbidden { axiom: "rollbacks before visibility", by: by() });
            }
        }
        self.sessions()
    }

    fn is_write(&self, operation: Operation) -> bool {
        let event = self.program.transactions[operation.transaction].events().nth(operation.event);
        matches!(event, Some((_, Event::Write(_))))
            && self.outcome.events[operation.transaction][operation.event].is_some()
    }

    fn sees(&self, read: Operation, write: Operation) -> bool {
        self.seen.get(&read).is_some_and(|seen| seen.contains(&write))
    }

    /// The promises, with every operation a step of its session.
    fn sessions(&self) -> Result<(), Forbidden> {
        let promises = self.levels.base.session;
        if promises.is_empty() {
            return Ok(());
        }
        let predecessors = self.program.session_predecessors();
        let position = |o: Operation| self.order.iter().position(|&other| other == o);
        let precedes = |a: Operation, b: Operation| {
            predecessors[b.transaction].contains(&a.transaction)
                || (a.transaction == b.transaction && a.event < b.event)
        };
        let pairs = self.order.iter().flat_map(|&a| self.order.iter().map(move |&b| (a, b)));
        for (a, b) in pairs.filter(|&(a, b)| precedes(a, b)) {
            let broken = |axiom| {
                Err(Forbidden { axiom, by: self.program.transactions[b.transaction].name.clone() })
            };
            let (write_a, write_b) = (self.is_write(a), self.is_write(b));
            let read_b = !write_b;
            let seen_by_a: Vec<Operation> =
                self.seen.get(&a).into_iter().flatten().copied().collect();
            let with_b = |c: Operation| {
                self.order.iter().all(|&read| !self.sees(read, b) || self.sees(read, c))
            };
            if promises.strong_session && position(a) > position(b) {
                return broken("strong session");
            }
            let own = promises.strong_session || promises.read_your_writes;
            if own && write_a && read_b && self.happened_read(b) && !self.sees(b, a) {
                return broken("read your writes");
            }
            if promises.monotonic_reads && read_b && self.happened_read(b) {
                let kept = seen_by_a.iter().all(|&c| self.sees(b, c));
                if !kept {
                    return broken("monotonic reads");
                }
            }
            if promises.monotonic_reads && write_b && seen_by_a.contains(&b) {
                return broken("monotonic reads");
            }
            if promises.monotonic_writes && write_a && write_b {
                let kept = position(a) < position(b) && with_b(a);
                if !kept {
                    return broken("monotonic writes");
                }
            }
            if promises.writes_follow_reads && write_b {
                let kept = seen_by_a.iter().all(|&c| position(c) < position(b) && with_b(c));
                if !kept {
                    return broken("writes follow reads");
                }
            }
        }
        Ok(())
    }

    fn happened_read(&self, operation: Operation) -> bool {
        let trace = &self.outcome.events[operation.transaction][operation.event];
        trace.as_ref().is_some_and(|event| event.source.is_some())
    }
}
