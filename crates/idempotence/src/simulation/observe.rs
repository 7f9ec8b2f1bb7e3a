//! What a retry finds in a cell: what the attempt left there, unless somebody else
//! came in between.

use super::{Progress, Retry, Simulation, around, is_question};
use crate::app::{App, symbol_term};
use crate::rely::Writer;
use aplomb_symbolic::{Access, Action, Node, Operator, Origin, Term};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many questions about one content are followed.
const MOST_ASKED: usize = 16;

/// What may touch a cell.
#[derive(Debug)]
pub(crate) struct Touching {
    /// Steps of the function itself.
    steps: Vec<usize>,
    /// Writes of other instances.
    writers: Vec<Writer>,
}

impl Simulation<'_> {
    /// What the retry finds in a cell that the attempt has looked at or written.
    pub(super) fn observe_again(
        &mut self,
        retry: &mut Retry,
        access: &Access,
        again: &Access,
        index: usize,
    ) {
        let old = symbol_term(&mut self.app.terms, access.old);
        let own = self.own_content(retry, again, index);
        let (own, known) = match own {
            Some(own) => (own, true),
            None => (retry.unknown(self.app, "found"), false),
        };
        let mut writers = if self.is_private(again.key, again.store, retry.crash) {
            Vec::new()
        } else {
            self.touching(again.store, again.key).writers.clone()
        };
        writers.extend(self.other_iterations(retry.crash, again.store, index));
        let x = retry.unknown(self.app, "cell");
        for content in [x].into_iter().chain((!known).then_some(own)) {
            let known = self.app.known_content(again.store, again.key, content);
            retry.premise = self.app.terms.and(retry.premise, known);
        }
        let exact = self.app.terms.equal(x, own);
        let disturbing = writers
            .iter()
            .find(|writer| !writer.keeps(self.app, again.store, again.key, retry.premise, exact, x))
            .map(|writer| (writer.function, writer.step));
        if disturbing.is_none() {
            retry.retried.insert(old, own);
            return;
        }
        retry.retried.insert(old, x);
        retry.interference = disturbing;
        if !known {
            return;
        }
        // The content may have changed, but not everything about it.
        let mut questions = self.questions(again, old, x, &retry.retried.clone());
        questions.extend(self.cases(own, x));
        for predicate in questions {
            let terms = &mut self.app.terms;
            let before = terms.substitute(predicate, &FxHashMap::from_iter([(x, own)]));
            if self.app.entails(retry.premise, before)
                && writers
                    .iter()
                    .all(|w| w.keeps(self.app, again.store, again.key, retry.premise, predicate, x))
            {
                retry.premise = self.app.terms.and(retry.premise, predicate);
            }
        }
    }

    /// Of a content that depends on what the attempt did: that it stays in one of the
    /// cases.
    fn cases(&mut self, own: Term, x: Term) -> Vec<Term> {
        let terms = &mut self.app.terms;
        let Node::Apply(Operator::Ite, parts) = terms.node(own).clone() else { return Vec::new() };
        let otherwise = terms.not(parts[0]);
        let (then, rest) = (terms.equal(x, parts[1]), terms.equal(x, parts[2]));
        vec![terms.or(otherwise, then), terms.or(parts[0], rest)]
    }

    /// What might stay true of a cell although its content changes: that the
    /// access changes nothing, and answers to the questions the program asks.
    fn questions(
        &mut self,
        again: &Access,
        old: Term,
        x: Term,
        retried: &FxHashMap<Term, Term>,
    ) -> Vec<Term> {
        let mut questions = Vec::new();
        let to_x = FxHashMap::from_iter([(old, x)]);
        if let Some(new) = again.new {
            let terms = &mut self.app.terms;
            let condition = terms.substitute(again.condition, &to_x);
            let new = terms.substitute(new, &to_x);
            let refused = terms.not(condition);
            let same = terms.equal(new, x);
            questions.push(refused);
            questions.push(terms.or(refused, same));
        }
        for question in self.asked(old) {
            let question = self.app.terms.substitute(question, retried);
            let negated = self.app.terms.not(question);
            questions.extend([question, negated]);
        }
        questions
    }

    /// The questions about a content that the program asks.
    fn asked(&mut self, old: Term) -> Vec<Term> {
        if self.questions.is_none() {
            let mut roots = Vec::new();
            for step in &self.trace.steps {
                roots.push(step.guard);
                if let Action::Access { accesses, .. } = &step.action {
                    roots.extend(accesses.iter().map(|a| a.condition));
                }
            }
            roots.extend(self.trace.completions.iter().flat_map(|c| [c.guard, c.value]));
            let mut questions: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
            for part in self.app.terms.parts(&roots) {
                if !is_question(&self.app.terms, part) {
                    continue;
                }
                for symbol in self.app.terms.symbols_of(&[part]) {
                    let about =
                        questions.entry(symbol_term(&mut self.app.terms, symbol)).or_default();
                    if about.len() < MOST_ASKED {
                        about.push(part);
                    }
                }
            }
            self.questions = Some(questions);
        }
        self.questions.as_ref().and_then(|known| known.get(&old)).cloned().unwrap_or_default()
    }

    /// What may touch a cell; everything else surely has another key.
    fn touching(&mut self, store: Term, key: Term) -> Arc<Touching> {
        let cell = (self.function, self.environment, store, key);
        if let Some(known) = self.app.touching.get(&cell) {
            return known.clone();
        }
        let other = |app: &mut App, own: Term| {
            let same = app.terms.equal(own, key);
            app.terms.is_false(same)
        };
        let mut writers: Vec<Writer> = self.rely.reaching(self.app, store).cloned().collect();
        writers.retain(|writer| !writer.key.is_some_and(|own| other(self.app, own)));
        let mut steps = Vec::new();
        for (index, step) in self.trace.steps.iter().enumerate() {
            let touches = match &step.action {
                Action::Access { accesses, .. } => accesses.iter().any(|access| {
                    self.app.same_store(access.store, store) && !other(self.app, access.key)
                }),
                Action::Sweep { store: swept, .. } => self.app.same_store(*swept, store),
                _ => false,
            };
            if touches {
                steps.push(index);
            }
        }
        let found = Arc::new(Touching { steps, writers });
        self.app.touching.insert(cell, found.clone());
        found
    }

    /// The content of a cell as the attempt left it, if the attempt touched it.
    fn own_content(&mut self, retry: &mut Retry, again: &Access, at: usize) -> Option<Term> {
        // Later writes of the attempt, the last first, each possibly not executed.
        let mut over: Vec<(Term, Term)> = Vec::new();
        let mut base = None;
        let touching = self.touching(again.store, again.key);
        'steps: for &index in touching.steps.iter().rev() {
            let progress = self.progress(retry.iteration, index, retry.crash);
            // Any iteration of another loop may have come here: that is interference.
            if progress == Progress::Ahead || !self.is_beside(index, at) {
                continue;
            }
            let step = &self.trace.steps[index];
            let accesses = match &step.action {
                Action::Access { accesses, .. } => accesses,
                Action::Sweep { store, .. } if self.app.same_store(*store, again.store) => {
                    return None;
                }
                _ => continue,
            };
            for access in accesses.iter().rev() {
                if !self.app.same_store(access.store, again.store) {
                    continue;
                }
                let terms = &mut self.app.terms;
                let same_store = terms.equal(access.store, again.store);
                let same_key = terms.equal(access.key, again.key);
                let same = terms.and(same_store, same_key);
                if terms.is_false(same) {
                    continue;
                }
                let old = symbol_term(terms, access.old);
                let after = match access.new {
                    Some(new) => terms.ite(access.condition, new, old),
                    None => old,
                };
                let happened = terms.and(step.guard, same);
                let certain =
                    progress == Progress::Executed && self.app.entails(retry.premise, happened);
                if certain {
                    base = Some(after);
                    break 'steps;
                }
                if access.new.is_some() {
                    let done = if progress == Progress::Executed {
                        happened
                    } else {
                        let maybe = retry.unknown(self.app, "executed");
                        let maybe = self.app.terms.apply(Operator::Truthy, &[maybe]);
                        self.app.terms.and(happened, maybe)
                    };
                    over.push((done, after));
                }
            }
        }
        let mut content = match base {
            Some(base) => base,
            None if over.is_empty() => return None,
            None => retry.unknown(self.app, "before"),
        };
        for (done, after) in over.into_iter().rev() {
            content = self.app.terms.ite(done, after, content);
        }
        Some(content)
    }

    /// What other iterations than the one that is looked at may have written to a store.
    /// Elements of one collection are taken to have different keys, so in the loops
    /// around a step only writes whose key is not the element's count.
    fn other_iterations(&self, crash: usize, store: Term, index: usize) -> Vec<Writer> {
        let reaches = |writer: &&Writer| {
            self.possibly_executed(writer.step, crash)
                && self.app.same_store(writer.store, store)
                && !(self.is_beside(writer.step, index) && self.has_own_keys(writer.step))
        };
        self.siblings.iter().filter(reaches).cloned().collect()
    }

    /// Whether every iteration of the loops around a step means cells of its own.
    fn has_own_keys(&self, step: usize) -> bool {
        let step = &self.trace.steps[step];
        let Action::Access { accesses, .. } = &step.action else { return false };
        accesses.iter().all(|access| {
            let mut depends_on = vec![access.key];
            around(self.trace, step.in_loop).all(|id| {
                let each = &self.trace.loops[id.0 as usize];
                let terms = &self.app.terms;
                let numbers =
                    |symbol| Some(symbol) == each.element || each.counters.contains(&symbol);
                let own = depends_on.iter().any(|&term| terms.depends(term, numbers));
                // A collection that belongs to the element of the loop around.
                depends_on.extend(each.collection.filter(|_| own));
                own
            })
        })
    }

    /// Whether only this instance knows the key: it was drawn by a unique source
    /// that is logged, and nobody can have learnt it before the crash.
    fn is_private(&mut self, key: Term, store: Term, crash: usize) -> bool {
        let unique = self.app.terms.depends(key, |symbol| {
            self.app.terms.symbol(symbol).origin == Origin::Fresh { unique: true }
        });
        unique && !self.is_listed(store) && !self.is_sent(key, crash)
    }

    /// Whether some function lists the cells of a store.
    fn is_listed(&self, store: Term) -> bool {
        self.app.functions.iter().flat_map(|f| &f.trace.steps).any(|step| match &step.action {
            Action::Scan { store: scanned, .. } => self.app.same_store(*scanned, store),
            _ => false,
        })
    }

    /// Whether a unique part of the key left the instance before the crash, other
    /// than as this key.
    fn is_sent(&self, key: Term, crash: usize) -> bool {
        let unique: Vec<_> = self
            .app
            .terms
            .symbols_of(&[key])
            .into_iter()
            .filter(|&s| self.app.terms.symbol(s).origin == Origin::Fresh { unique: true })
            .collect();
        (0..self.trace.steps.len()).filter(|&i| self.possibly_executed(i, crash)).any(|index| {
            let roots = match &self.trace.steps[index].action {
                Action::Effect { arguments, .. } => vec![*arguments],
                Action::Access { accesses, .. } => accesses
                    .iter()
                    .filter(|a| a.key != key)
                    .flat_map(|a| a.new.into_iter().chain([a.key]))
                    .collect(),
                _ => Vec::new(),
            };
            self.app.terms.symbols_of(&roots).iter().any(|s| unique.contains(s))
        })
    }
}
