//! What of a loop an attempt has executed when it crashes.
//!
//! A trace has one iteration of a loop, which stands for all of them. For a crash
//! inside the loop that is three cases: the iteration that crashes, those that were
//! over, and those that the attempt did not come to (Theorem 2 asks the same of the
//! loop body: what was executed has no effect on retry, and the rest is the same).

use super::{Retry, Simulation};
use crate::app::symbol_term;
use aplomb_symbolic::{Action, LoopId, Node, Operator, Origin, Step, SymbolId, Term, Trace};
use rustc_hash::FxHashSet;

/// Which iterations of a loop around the crash the trace's one iteration stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Iteration {
    /// The one that crashes.
    Crashing,
    /// Any that was over when the attempt crashed.
    Earlier(LoopId),
    /// Any that the attempt did not come to.
    Later(LoopId),
}

/// How far the attempt came with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// It executed the step, if its path led there.
    Executed,
    /// It may have: the step was started together with the one that crashes.
    Perhaps,
    /// It did not come to the step.
    Ahead,
}

/// The loops around a step, the innermost first.
pub(super) fn around(trace: &Trace, innermost: Option<LoopId>) -> impl Iterator<Item = LoopId> {
    std::iter::successors(innermost, |id| trace.loops[id.0 as usize].parent)
}

impl Simulation<'_> {
    /// The cases of a crash behind a step.
    pub(super) fn iterations(&self, crash: usize) -> Vec<Iteration> {
        let mut cases = vec![Iteration::Crashing];
        for id in around(self.trace, self.trace.steps[crash].in_loop) {
            // Of iterations that do not wait for each other, one that has changed
            // nothing may as well begin with the retry, and one that has is like the
            // one that crashes.
            if !self.is_unordered(id) {
                cases.push(Iteration::Earlier(id));
            }
            cases.push(Iteration::Later(id));
        }
        cases
    }

    /// Whether all that a loop does is started together.
    fn is_unordered(&self, id: LoopId) -> bool {
        self.trace.loops[id.0 as usize].together
            && self
                .trace
                .steps
                .iter()
                .filter(|step| around(self.trace, step.in_loop).any(|around| around == id))
                .all(|step| step.batch.is_some())
    }

    /// Whether a loop deletes all items that the function found in a store where nobody,
    /// meanwhile, does anything but deleting. A retry finds what is left, in the same
    /// order, and a retry-free run that deletes the rest shows the same.
    pub(super) fn clears_away(&self, id: LoopId) -> bool {
        let each = &self.trace.loops[id.0 as usize];
        let (Some(collection), Some(element), None) = (each.collection, each.element, each.parent)
        else {
            return false;
        };
        let Some(store) = self.listed(collection) else { return false };
        let own = (0..self.trace.steps.len()).all(|step| {
            let within = self.is_within(step, id);
            let deletes = self.deletes_from(step, store);
            (!within || (deletes && self.is_about_its_item(step, id, element)))
                && (deletes || !self.writes_to(step, store))
        });
        own && self.rely.writing(self.app, store).all(|writer| writer.deletes(self.app))
    }

    /// The store of which a collection is all that a scan found: not some of it, since
    /// that would be another part of what is left.
    fn listed(&self, collection: Term) -> Option<Term> {
        let listing = self.app.terms.as_symbol(collection)?;
        self.trace.steps.iter().find_map(|step| match &step.action {
            Action::Scan { store, reply, whole: true, .. } if *reply == listing => Some(*store),
            _ => None,
        })
    }

    /// Whether all that a step does is deleting from a store, whatever it finds: a
    /// condition that fails would end a run that comes later.
    fn deletes_from(&self, step: usize, store: Term) -> bool {
        let Action::Access { accesses, .. } = &self.trace.steps[step].action else { return false };
        let terms = &self.app.terms;
        accesses.iter().all(|access| {
            access.store == store
                && terms.is_true(access.condition)
                && access.new.is_some_and(|new| matches!(terms.node(new), Node::Absent))
        })
    }

    /// Whether an iteration means the item that it is for, and nothing but this item
    /// decides whether it does something: not how many there are, nor its place.
    fn is_about_its_item(&self, step: usize, id: LoopId, element: SymbolId) -> bool {
        let terms = &self.app.terms;
        let step = &self.trace.steps[step];
        let Action::Access { accesses, .. } = &step.action else { return false };
        let is_item = |term: Term| terms.as_symbol(term) == Some(element);
        let is_own_key = |key: Term| match terms.node(key) {
            Node::Record(names, values) => names.iter().zip(values.iter()).all(|(name, value)| {
                matches!(terms.node(*value), Node::Apply(Operator::Select, part)
                    if is_item(part[0]) && terms.as_str(part[1]) == Some(name))
            }),
            _ => false,
        };
        step.in_loop == Some(id)
            && accesses.iter().all(|access| is_own_key(access.key))
            && !terms.depends(step.guard, |symbol| {
                symbol != element
                    && !matches!(terms.symbol(symbol).origin, Origin::Input | Origin::Setting)
            })
    }

    /// Whether a step belongs to a loop, or to one inside it.
    pub(super) fn is_within(&self, step: usize, id: LoopId) -> bool {
        around(self.trace, self.trace.steps[step].in_loop).any(|around| around == id)
    }

    /// Whether every loop around a step is one around another step, so that the trace
    /// has the iteration of the one that belongs to the iteration of the other.
    pub(super) fn is_beside(&self, step: usize, other: usize) -> bool {
        match self.trace.steps[step].in_loop {
            Some(id) => self.is_within(other, id),
            None => true,
        }
    }

    /// How far the attempt came with a step of the iteration that the trace has, if it
    /// stopped behind another.
    pub(super) fn progress(&self, iteration: Iteration, step: usize, crash: usize) -> Progress {
        match iteration {
            Iteration::Earlier(id) if self.is_within(step, id) => return Progress::Executed,
            Iteration::Later(id) if self.is_within(step, id) => return Progress::Ahead,
            _ => {}
        }
        let batch = self.trace.steps[step].batch;
        if step == crash {
            Progress::Executed
        } else if batch.is_some() && batch == self.trace.steps[crash].batch {
            Progress::Perhaps
        } else if step < crash {
            Progress::Executed
        } else {
            Progress::Ahead
        }
    }

    /// Whether the attempt may have executed a step, in this iteration or another.
    pub(super) fn possibly_executed(&self, step: usize, crash: usize) -> bool {
        let again = around(self.trace, self.trace.steps[step].in_loop)
            .any(|around| self.is_within(crash, around));
        again || self.progress(Iteration::Crashing, step, crash) != Progress::Ahead
    }

    /// Whether the attempt may have shown a fresh value when it stopped at a boundary.
    pub(super) fn is_shown(&mut self, source: usize, retry: &Retry) -> bool {
        let Some(boundary) = retry.boundary else { return false };
        let drawn = &self.trace.sources[source];
        let value = symbol_term(&mut self.app.terms, drawn.symbol);
        self.mentions(value).iter().any(|&step| {
            // One that every iteration draws is seen in its own iteration only.
            let own = match (retry.iteration, drawn.in_loop) {
                (Iteration::Earlier(id) | Iteration::Later(id), Some(within)) => {
                    around(self.trace, Some(within)).any(|around| around == id)
                }
                (_, within) => within.is_some() && within == self.trace.steps[step].in_loop,
            };
            match own {
                true => self.progress(retry.iteration, step, boundary) != Progress::Ahead,
                false => self.possibly_executed(step, boundary),
            }
        })
    }

    /// What is known about the attempt's path: all that led to the crash, but for
    /// another iteration only what does not belong to the one that crashes.
    pub(super) fn path_to(&mut self, crash: usize, iteration: Iteration) -> Term {
        let step = &self.trace.steps[crash];
        let mut known = vec![step.guard];
        if let Action::Access { accesses, .. } = &step.action {
            known.extend(accesses.iter().map(|a| a.condition));
        }
        if let Iteration::Earlier(id) | Iteration::Later(id) = iteration {
            let outside = self.bound_outside(id);
            let all = self.app.terms.apply(Operator::And, &known);
            known = match self.app.terms.node(all) {
                Node::Apply(Operator::And, parts) => parts.to_vec(),
                _ => vec![all],
            };
            let terms = &self.app.terms;
            known.retain(|&part| {
                !terms.depends(part, |symbol| {
                    let everywhere =
                        matches!(terms.symbol(symbol).origin, Origin::Input | Origin::Setting);
                    !everywhere && !outside.contains(&symbol)
                })
            });
        }
        if !self.app.settled.is_empty() {
            for access in self.trace.steps.iter().flat_map(Step::accesses) {
                let old = symbol_term(&mut self.app.terms, access.old);
                known.push(self.app.known_content(access.store, access.key, old));
            }
        }
        self.app.terms.apply(Operator::And, &known)
    }

    /// The symbols that stand for one thing in all iterations of a loop.
    fn bound_outside(&self, id: LoopId) -> FxHashSet<SymbolId> {
        let within = |innermost| around(self.trace, innermost).any(|around| around == id);
        let mut bound = FxHashSet::default();
        for step in self.trace.steps.iter().filter(|step| !within(step.in_loop)) {
            match &step.action {
                Action::Access { accesses, .. } => bound.extend(accesses.iter().map(|a| a.old)),
                Action::Scan { reply, .. }
                | Action::Sweep { reply, .. }
                | Action::Effect { reply, .. } => {
                    bound.insert(*reply);
                }
                Action::Unknown { .. } => {}
            }
        }
        let drawn = self.trace.sources.iter().filter(|source| !within(source.in_loop));
        bound.extend(drawn.map(|source| source.symbol));
        for (index, each) in self.trace.loops.iter().enumerate() {
            if !within(Some(LoopId(index as u32))) {
                bound.extend(each.element);
            }
        }
        bound
    }
}
