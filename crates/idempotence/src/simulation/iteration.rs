//! What of a loop an attempt has executed when it crashes.
//!
//! A trace has one iteration of a loop, which stands for all of them. For a crash
//! inside the loop that is three cases: the iteration that crashes, those that were
//! over, and those that the attempt did not come to (Theorem 2 asks the same of the
//! loop body: what was executed has no effect on retry, and the rest is the same).

use super::{Retry, Simulation};
use crate::app::symbol_term;
use crate::entail::conjuncts;
use crate::rely::Writer;
use aplomb_symbolic::{
    Access, Action, LoopId, Node, Operator, Origin, Step, SymbolId, Term, Terms, Trace,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

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
    /// The cases of a crash after a step.
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

    /// Whether a loop deletes all items that the function found in a store, or changes them
    /// so that they would not be found again, where nobody, meanwhile, does anything but
    /// that. A retry finds what is left, in the same order, and a retry-free run that deals
    /// with the rest shows the same.
    pub(super) fn clears_away(&self, id: LoopId) -> bool {
        let each = &self.trace.loops[id.0 as usize];
        let (Some(collection), Some(element), None) = (each.collection, each.element, each.parent)
        else {
            return false;
        };
        let Some((store, filter)) = self.listed(collection) else { return false };
        let own = (0..self.trace.steps.len()).all(|step| {
            let within = self.is_within(step, id);
            let deletes = self.deletes_from(step, store);
            let takes_out = deletes || (within && self.takes_out_of(step, store, filter));
            (!within || (takes_out && self.is_about_its_item(step, id, element)))
                && (takes_out || !self.writes_to(step, store))
        });
        let is_own =
            |writer: &Writer| writer.function == self.function && self.is_within(writer.step, id);
        let mut writers = self.rely.writing(self.app, store);
        own && writers.all(|writer| writer.deletes(self.app) || is_own(writer))
    }

    /// Whether all that a step does is changing items of a store, whatever it finds, so
    /// that a listing by these fields does not have them any more.
    fn takes_out_of(&self, step: usize, store: Term, filter: Term) -> bool {
        let Action::Access { accesses, .. } = &self.trace.steps[step].action else { return false };
        let terms = &self.app.terms;
        let wanted = wanted(terms, filter);
        let differs = |new: Term| {
            wanted.iter().any(|(field, value)| {
                let constant = |term: Term| terms.is_constant(term);
                written_to(terms, new, field).is_some_and(|written| {
                    constant(written) && constant(*value) && written != *value
                })
            })
        };
        accesses.iter().all(|access| {
            access.store == store
                && terms.is_true(access.condition)
                && access.new.is_some_and(|new| {
                    differs(new)
                        && !terms.depends(new, |symbol| {
                            let origin = &terms.symbol(symbol).origin;
                            symbol != access.old
                                && !matches!(
                                    origin,
                                    Origin::Input | Origin::Setting | Origin::Element
                                )
                        })
                })
        })
    }

    /// The store of which a collection is all that a scan found: not some of it, since
    /// that would be another part of what is left. With it, what the scan asked for.
    fn listed(&self, collection: Term) -> Option<(Term, Term)> {
        let listing = self.app.terms.as_symbol(collection)?;
        self.trace.steps.iter().find_map(|step| match &step.action {
            Action::Scan { store, filter, reply, whole: true } if *reply == listing => {
                Some((*store, *filter))
            }
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
            // Objects are listed with the key that names them.
            Node::Apply(Operator::Select, part) => {
                is_item(part[0]) && terms.as_str(part[1]).is_some_and(|name| &**name == "Key")
            }
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
    /// stopped after another.
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
        let mentions = self.app.mentions(self.function);
        mentions.of(drawn.symbol).iter().any(|&step| {
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
            let accesses = accesses.clone();
            known.extend(self.found_something(&accesses));
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
        known.extend(self.went_on(iteration));
        if !self.app.settled.is_empty() {
            for access in self.trace.steps.iter().flat_map(Step::accesses) {
                let old = symbol_term(&mut self.app.terms, access.old);
                known.push(self.app.known_content(access.store, access.key, old));
            }
        }
        self.app.terms.apply(Operator::And, &known)
    }

    /// That a step which leaves empty cells empty found something in one of its cells: where it
    /// did not, it changed nothing, and the crash is one before it.
    fn found_something(&mut self, accesses: &[Access]) -> Option<Term> {
        let terms = &mut self.app.terms;
        let absent = terms.absent();
        let mut found = Vec::new();
        for access in accesses {
            let Some(new) = access.new else { continue };
            let old = symbol_term(terms, access.old);
            let left = terms.substitute(new, &FxHashMap::from_iter([(old, absent)]));
            if new == absent || left != absent {
                return None;
            }
            let nothing = terms.equal(old, absent);
            found.push(terms.not(nothing));
        }
        (!found.is_empty()).then(|| terms.apply(Operator::Or, &found))
    }

    /// What is known of an iteration that was over when the attempt crashed: it was not the
    /// last one. Of iterations that do not wait for each other that is not known.
    fn went_on(&mut self, iteration: Iteration) -> Vec<Term> {
        let Iteration::Earlier(id) = iteration else { return Vec::new() };
        let each = &self.trace.loops[id.0 as usize];
        let leaves = each.leaves.iter().filter(|_| !each.together);
        leaves.map(|&leaves| self.app.terms.not(leaves)).collect()
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

/// The values that a listing asks of fields.
fn wanted(terms: &Terms, filter: Term) -> Vec<(Arc<str>, Term)> {
    if let Node::Record(fields, values) = terms.node(filter) {
        return fields.iter().cloned().zip(values.iter().copied()).collect();
    }
    let field = |place: Term| match terms.node(place) {
        Node::Apply(Operator::Select, parts)
            if matches!(terms.node(parts[0]), Node::External(_)) =>
        {
            terms.as_str(parts[1]).cloned()
        }
        _ => None,
    };
    let conditions = terms.as_items_where(filter).map(|all| conjuncts(terms, all));
    let equations = conditions.into_iter().flatten().filter_map(|part| match terms.node(part) {
        Node::Apply(Operator::Equal, sides) => Some((sides[0], sides[1])),
        _ => None,
    });
    let either = equations.flat_map(|(left, right)| [(left, right), (right, left)]);
    either.filter_map(|(place, value)| Some((field(place)?, value))).collect()
}

/// The value that a content has in a field, if it was set whatever else was there.
fn written_to(terms: &Terms, content: Term, field: &str) -> Option<Term> {
    match terms.node(content) {
        Node::Apply(Operator::Ite, parts) => {
            let then = written_to(terms, parts[1], field)?;
            (written_to(terms, parts[2], field) == Some(then)).then_some(then)
        }
        Node::Apply(Operator::With, parts) => match terms.as_str(parts[1]) {
            Some(name) if &**name == field => Some(parts[2]),
            Some(_) => written_to(terms, parts[0], field),
            None => None,
        },
        Node::Record(names, values) => {
            let at = names.iter().position(|name| &**name == field)?;
            Some(values[at])
        }
        _ => None,
    }
}
