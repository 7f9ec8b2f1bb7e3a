//! What a retry does again is the same as before: because it is recognised, because it changes
//! nothing, or because a retry-free run does it as well.

use super::iteration::around;
use super::retry::Retry;
use super::{Environment, ObligationKind, Simulation, changes};
use crate::app::{map_step, symbol_term};
use crate::protection::Protection;
use crate::rely::Rely;
use aplomb_symbolic::{Access, Action, Node, Operator, Origin, Step, Term};
use rustc_hash::FxHashMap;

type Token = Term;

impl Simulation<'_> {
    /// The step is skipped on retry and gives the results of the attempt: it was
    /// made to happen once, its read was logged, or the store knows its token.
    pub(super) fn is_same_as_before(
        &mut self,
        retry: &Retry,
        step: &Step,
        again: &Step,
        index: usize,
        token: Option<Token>,
    ) -> bool {
        let protected = self.is_protected(Protection::Once, index)
            || (self.is_protected(Protection::LogRead, index) && !changes(step));
        if protected || self.is_kept(retry, step, again) {
            return true;
        }
        let again_token = match &again.action {
            Action::Access { token, .. } => *token,
            _ => None,
        };
        match (token, again_token) {
            (Some(first), Some(second)) => {
                let terms = &mut self.app.terms;
                let same_guard = terms.equal(step.guard, again.guard);
                let same = terms.equal(first, second);
                // A transaction that was cancelled is forgotten. The cell that remembers the
                // request of a token holds this request or none: no other one uses the token.
                let others = step.accesses().iter().filter(|it| !it.remembers(terms, first));
                let conditions: Vec<Term> = others.map(|access| access.condition).collect();
                let executed = terms.apply(Operator::And, &conditions);
                let cancelled = terms.not(executed);
                let forgotten = terms.and(step.guard, cancelled);
                let known = terms.not(forgotten);
                let goal = terms.apply(Operator::And, &[same_guard, same, known]);
                self.app.entails(retry.premise, goal)
            }
            _ => false,
        }
    }

    /// Whether a log gives the retry the outcome that the attempt had.
    pub(super) fn is_kept(&mut self, retry: &Retry, step: &Step, again: &Step) -> bool {
        let (Some(name), Some(again_name)) = (step.kept, again.kept) else { return false };
        if step.marked && !self.marks_stay(step) {
            return false;
        }
        let terms = &mut self.app.terms;
        let same_guard = terms.equal(step.guard, again.guard);
        let same = terms.equal(name, again_name);
        let goal = terms.and(same_guard, same);
        self.is_stable(name) && self.app.entails(retry.premise, goal)
    }

    /// Whether nobody replaces or deletes the items that a step writes, and its mark with them.
    pub(super) fn marks_stay(&mut self, step: &Step) -> bool {
        let writers = Rely::of_all(self.app);
        step.accesses().iter().all(|access| {
            let mut writing = writers.writing(self.app, access.store);
            writing.all(|writer| writer.changes_what_is_there(self.app))
        })
    }

    /// Whether a log may give the retry the outcome of the attempt, so that it does not
    /// see what there is now.
    pub(super) fn may_be_kept(&mut self, retry: &Retry, step: &Step, again: &Step) -> bool {
        let (Some(name), Some(again_name)) = (step.kept, again.kept) else { return false };
        let same = self.app.terms.equal(name, again_name);
        let differs = self.app.terms.not(same);
        !self.app.entails(retry.premise, differs)
    }

    pub(super) fn keep_replies(&mut self, retry: &mut Retry, accesses: &[Access], new: bool) {
        for access in accesses {
            let old = symbol_term(&mut self.app.terms, access.old);
            retry.retried.remove(&old);
            if new {
                retry.retry_free.remove(&old);
            }
        }
    }

    pub(super) fn changes_nothing(&mut self, retry: &mut Retry, again: &Step) -> bool {
        let Action::Access { accesses, .. } = &again.action else { return false };
        let told: Vec<bool> = accesses.iter().map(|it| self.is_stamped(it.store)).collect();
        let terms = &mut self.app.terms;
        let mut happens = vec![again.guard];
        let mut same = Vec::new();
        for (access, is_told) in accesses.iter().zip(told) {
            let old = symbol_term(terms, access.old);
            let old = retry.retried.get(&old).copied().unwrap_or(old);
            happens.push(access.condition);
            if let Some(new) = access.new {
                same.push(terms.equal(new, old));
                if is_told {
                    let absent = terms.absent();
                    same.push(terms.equal(new, absent));
                }
            }
        }
        let happens = terms.apply(Operator::And, &happens);
        let same = terms.apply(Operator::And, &same);
        let premise = terms.and(retry.premise, happens);
        self.app.entails(premise, same)
    }

    /// Whether somebody else is told that a cell of the store was written, though its content
    /// stays: then only removing what is gone changes nothing.
    fn is_stamped(&self, store: Term) -> bool {
        self.environment == Environment::Concurrent
            && self.app.looks_at_stamps(store, |_| true).is_some()
    }

    /// Whether a step of the function writes to a store.
    pub(super) fn writes_to(&self, step: usize, store: Term) -> bool {
        match &self.trace.steps[step].action {
            Action::Access { accesses, .. } => {
                accesses.iter().any(|a| a.new.is_some() && self.app.same_store(a.store, store))
            }
            Action::Sweep { store: swept, .. } => self.app.same_store(*swept, store),
            _ => false,
        }
    }

    /// Whether neither the attempt nor the environment changes a store.
    pub(super) fn unchanged_store(&self, retry: &Retry, store: Term) -> bool {
        let own = (0..self.trace.steps.len())
            .filter(|&index| self.possibly_executed(index, retry.crash))
            .any(|index| self.writes_to(index, store));
        !own && self.rely.writing(self.app, store).next().is_none()
    }

    /// Whether writing all cells that match once more changes none of them.
    pub(super) fn sweeps_nothing(
        &mut self,
        retry: &Retry,
        step: &Step,
        again: &Step,
        index: usize,
    ) -> bool {
        let Action::Sweep { store, old, new, .. } = step.action else { return false };
        // Another iteration may have come later too.
        let in_loop = |step: usize| {
            around(self.trace, self.trace.steps[step].in_loop).any(|id| self.is_within(index, id))
        };
        let later = (0..self.trace.steps.len())
            .filter(|&later| later > index || (later != index && in_loop(later)))
            .filter(|&later| self.possibly_executed(later, retry.crash))
            .any(|later| self.writes_to(later, store));
        let varies = step.in_loop.is_some()
            && self
                .app
                .terms
                .depends(new, |symbol| self.app.terms.symbol(symbol).origin == Origin::Element);
        let others = varies || self.rely.writing(self.app, store).next().is_some();
        let removes = new == self.app.terms.absent();
        let is_told = !removes && self.is_stamped(store);
        if step.action != again.action || later || others || is_told {
            return false;
        }
        let terms = &mut self.app.terms;
        let old = symbol_term(terms, old);
        let twice = terms.substitute(new, &FxHashMap::from_iter([(old, new)]));
        let same = terms.equal(twice, new);
        self.app.entails(retry.premise, same)
    }

    /// Whether a cell that matches still matches when it was written.
    pub(super) fn selects_the_same(&mut self, retry: &Retry, step: &Step) -> bool {
        let Action::Sweep { filter, old, new, .. } = step.action else { return false };
        let Node::Record(names, _) = self.app.terms.node(filter).clone() else { return false };
        let terms = &mut self.app.terms;
        let old = symbol_term(terms, old);
        let mut same = terms.bool(true);
        for name in names.iter() {
            let (before, after) = (terms.field(old, name), terms.field(new, name));
            let kept = terms.equal(before, after);
            same = terms.and(same, kept);
        }
        self.app.entails(retry.premise, same)
    }

    /// Whether the service recognises the repetition by its key.
    pub(super) fn is_recognised(
        &mut self,
        retry: &Retry,
        again: &Step,
        index: usize,
        arguments: Term,
        key: Option<Term>,
    ) -> bool {
        if self.is_protected(Protection::IdempotencyKey, index)
            || self.is_protected(Protection::Once, index)
        {
            return true;
        }
        let Action::Effect { arguments: again_arguments, key: again_key, .. } = &again.action
        else {
            return false;
        };
        let (Some(key), Some(again_key)) = (key, *again_key) else { return false };
        let terms = &mut self.app.terms;
        let same_key = terms.equal(key, again_key);
        let same = terms.equal(arguments, *again_arguments);
        let goal = terms.and(same_key, same);
        let step_guard = self.trace.steps[index].guard;
        let same_guard = self.app.terms.equal(step_guard, again.guard);
        let goal = self.app.terms.and(goal, same_guard);
        self.app.entails(retry.premise, goal)
    }

    /// Whether the retry's step can differ from the retry-free run's.
    pub(super) fn diverges(
        &mut self,
        retry: &Retry,
        step: &Step,
        again: &Step,
    ) -> Option<ObligationKind> {
        let mut free = step.clone();
        crate::app::rewrite_step(&mut self.app.terms, &mut free, &retry.retry_free);
        if free == *again {
            return None;
        }
        let terms = &mut self.app.terms;
        let mut goals = vec![terms.equal(free.guard, again.guard)];
        let mut left = Vec::new();
        let mut right = Vec::new();
        map_step(&mut free.clone(), &mut |term| {
            left.push(term);
            term
        });
        map_step(&mut again.clone(), &mut |term| {
            right.push(term);
            term
        });
        let mut same = Vec::new();
        for (a, b) in left.into_iter().zip(right).skip(1) {
            same.push(terms.equal(a, b));
        }
        let same = terms.apply(Operator::And, &same);
        let not_taken = terms.not(again.guard);
        goals.push(terms.or(not_taken, same));
        let goal = terms.apply(Operator::And, &goals);
        (!self.app.entails(retry.premise, goal)).then_some(ObligationKind::Diverges)
    }
}
