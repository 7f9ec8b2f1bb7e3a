//! Promises. Asynchronous functions run when they are called, so a promise is
//! settled when it is made; program order is the order of steps, and what was
//! started together is marked as a batch.

use super::Machine;
use super::flow::Exit;
use super::function::Arguments;
use super::heap::{Body, Promise};
use super::library::{Outcome, Stop, Why};
use crate::{Action, Node, Operator, Term};

impl Machine<'_> {
    /// A promise of the outcome of what `body` does: fulfilled where it gives a
    /// value, rejected where it raises.
    pub fn promise(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let first = self.trace.steps.len() as u32;
        let promise = self.promise_of_task(body)?;
        self.open_steps(promise, first);
        Ok(promise)
    }

    /// The same for what is, or will be, a part of a task.
    pub(crate) fn promise_of_task(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let everywhere = self.terms.bool(true);
        let nowhere = self.terms.bool(false);
        let undefined = self.terms.undefined();
        let (first, waits) = (self.trace.steps.len(), self.waits);
        let mut arm = self.region(everywhere, |m| {
            let value = body(m)?;
            m.settle(value)
        })?;
        let thrown = arm.take(&Exit::Throw);
        let (rejected, reason) = match &thrown {
            Some(pending) => (pending.condition, pending.value),
            None => (nowhere, undefined),
        };
        let value = arm.value.unwrap_or(undefined);
        match (thrown, arm.value) {
            (Some(pending), Some(_)) => {
                arm.state = self.join_states(rejected, &pending.state, &arm.state);
            }
            (Some(pending), None) => {
                arm.state = pending.state;
                arm.value = Some(undefined);
            }
            (None, _) => {}
        }
        arm.live = self.live_from(&arm.exits);
        let ended = arm.value.is_some();
        let resumed = self.resume(arm);
        if !ended {
            return Err(Stop(Why::Path));
        }
        resumed?;
        let steps = (first as u32, self.trace.steps.len() as u32);
        let promise = Promise {
            settled: everywhere,
            rejected,
            value,
            reason,
            steps,
            in_loop: self.loops.last().copied(),
            tasks: Vec::new(),
        };
        let promise = self.allocate(Body::Promise(promise));
        if self.waits > waits {
            self.waited.insert(promise);
        }
        Ok(promise)
    }

    /// A promise that is settled later, by [`Machine::fulfil`].
    pub(crate) fn pending_promise(&mut self) -> Term {
        let nowhere = self.terms.bool(false);
        let undefined = self.terms.undefined();
        let at = self.trace.steps.len() as u32;
        self.allocate(Body::Promise(Promise {
            settled: nowhere,
            rejected: nowhere,
            value: undefined,
            reason: undefined,
            steps: (at, at),
            in_loop: self.loops.last().copied(),
            tasks: Vec::new(),
        }))
    }

    /// Settles a promise, unless it is. A promise as value hands on its outcome.
    pub(crate) fn fulfil(&mut self, promise: Term, value: Term, rejects: bool) -> Result<(), Stop> {
        let Some(old) = self.promise_of(promise).cloned() else { return Ok(()) };
        let value = self.resolve(value);
        if !rejects && let Some(inner) = self.promise_of(value).cloned() {
            let new = Promise { steps: (old.steps.0, inner.steps.1.max(old.steps.1)), ..inner };
            self.settle_as(promise, &old, new);
            return Ok(());
        }
        let undefined = self.terms.undefined();
        let new = Promise {
            settled: self.terms.bool(true),
            rejected: self.terms.bool(rejects),
            value: if rejects { undefined } else { value },
            reason: if rejects { value } else { undefined },
            steps: (old.steps.0, self.trace.steps.len() as u32),
            in_loop: old.in_loop,
            tasks: old.tasks.clone(),
        };
        self.settle_as(promise, &old, new);
        Ok(())
    }

    fn settle_as(&mut self, promise: Term, old: &Promise, new: Promise) {
        let done = old.settled;
        let joined = Promise {
            settled: self.terms.or(done, new.settled),
            rejected: self.terms.ite(done, old.rejected, new.rejected),
            value: self.terms.ite(done, old.value, new.value),
            reason: self.terms.ite(done, old.reason, new.reason),
            steps: new.steps,
            in_loop: old.in_loop,
            tasks: [&old.tasks[..], &new.tasks].concat(),
        };
        if let Some(promise) = self.promise_mut(promise) {
            *promise = joined;
        }
    }

    /// What `await` gives: the value of a promise (raising where it is
    /// rejected), any other value itself.
    pub fn settle(&mut self, value: Term) -> Outcome {
        let value = self.resolve(value);
        if let Some(promise) = self.promise_of(value).cloned() {
            self.close(&promise.tasks)?;
            if self.known(promise.settled) != Some(true) {
                let span = self.span;
                self.problem(
                    "a promise is awaited that nothing seen here settles; what settles it is \
                     not known",
                    span,
                );
            }
            return self.branch(
                promise.rejected,
                |m| m.throw(promise.reason),
                |m| m.settle(promise.value),
            );
        }
        match self.terms.node(value).clone() {
            Node::Apply(Operator::Ite, parts) if self.must_distribute(value) => {
                self.branch(parts[0], |m| m.settle(parts[1]), |m| m.settle(parts[2]))
            }
            _ if self.is_external(value) => {
                let library = self.library;
                library.awaited(self, value).unwrap_or(Ok(value))
            }
            _ => Ok(value),
        }
    }

    /// `promise.then(fulfilled, rejected)`.
    pub(crate) fn then(
        &mut self,
        value: Term,
        fulfilled: Option<Term>,
        rejected: Option<Term>,
    ) -> Outcome {
        let first = self.promise_of(value).map(|promise| promise.steps.0);
        let fulfilled = fulfilled.filter(|&f| self.is_callable(f));
        let rejected = rejected.filter(|&f| self.is_callable(f));
        let span = self.span;
        let behind = self.tasks_behind(value);
        let since = self.next_task();
        let result = self.when_ended(|m| {
            m.promise_of_task(|m| {
                m.later(|m| {
                    m.handled(
                        |m| m.settle(value),
                        |m, value| match fulfilled {
                            Some(handler) => {
                                let value =
                                    m.invoke(handler, None, Arguments::of(&[value]), span)?;
                                m.settle(value)
                            }
                            None => Ok(value),
                        },
                        |m, reason| match rejected {
                            Some(handler) => {
                                let value =
                                    m.invoke(handler, None, Arguments::of(&[reason]), span)?;
                                m.settle(value)
                            }
                            None => m.throw(reason),
                        },
                    )
                })
            })
        })?;
        self.belongs_to(result, &behind);
        self.covers_since(result, since);
        self.started_at(result, first);
        Ok(result)
    }

    /// Marks the steps behind several promises as started together.
    pub(crate) fn mark_batch(&mut self, promises: &[Term]) {
        let ranges: Vec<(u32, u32)> =
            promises.iter().filter_map(|&p| self.promise_of(p)).map(|p| p.steps).collect();
        let together: u32 = ranges.iter().map(|(first, end)| end.saturating_sub(*first)).sum();
        if together == 0 {
            return;
        }
        let around = self.loops.last().copied();
        for &promise in promises {
            let mut each = self
                .promise_of(promise)
                .filter(|promise| promise.steps.0 < promise.steps.1)
                .and_then(|promise| promise.in_loop);
            while let Some(id) = each.filter(|_| each != around) {
                let record = &mut self.trace.loops[id.0 as usize];
                record.together = true;
                each = record.parent;
            }
        }
        self.next_batch += 1;
        let batch = self.next_batch;
        for (first, end) in ranges {
            for step in &mut self.trace.steps[first as usize..(end as usize)] {
                step.batch = Some(batch);
            }
        }
    }

    /// The first step behind any of several promises.
    pub(crate) fn first_step_of(&self, promises: &[Term]) -> Option<u32> {
        promises.iter().filter_map(|&p| self.promise_of(p)).map(|p| p.steps.0).min()
    }

    /// Whether all of these are promises that wait for somebody outside, so that any of them may
    /// be settled first, and do no more than look.
    pub(crate) fn only_wait(&self, promises: &[Term]) -> bool {
        promises.iter().all(|promise| self.waited.contains(promise)) && !self.may_change(promises)
    }

    /// Whether some of these promises do more than look.
    fn may_change(&self, promises: &[Term]) -> bool {
        let first = self.first_step_of(promises).unwrap_or(u32::MAX) as usize;
        let steps = self.trace.steps.iter().skip(first);
        steps.into_iter().any(|step| match &step.action {
            Action::Access { accesses, .. } => accesses.iter().any(|access| access.new.is_some()),
            Action::Scan { .. } => false,
            Action::Sweep { .. } | Action::Effect { .. } | Action::Unknown { .. } => true,
        })
    }

    /// Notes that a promise covers steps from an earlier one on.
    pub(crate) fn started_at(&mut self, promise: Term, first: Option<u32>) {
        if let (Some(first), Some(promise)) = (first, self.promise_mut(promise)) {
            promise.steps.0 = promise.steps.0.min(first);
        }
    }

    /// Whether a value can be called.
    pub(crate) fn is_callable(&self, value: Term) -> bool {
        self.is_function(value) || self.is_external(value) || {
            matches!(self.terms.node(value), Node::Symbol(_) | Node::Apply(..))
        }
    }
}
