//! What a retry finds in a cell: what the attempt left there, unless somebody else
//! came in between.

use super::{Progress, Retry, Simulation, around, is_question};
use crate::app::{App, symbol_term};
use crate::rely::Writer;
use aplomb_symbolic::{Access, Action, Node, Operator, Origin, Step, Term, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many questions about one content are followed.
const MOST_ASKED: usize = 16;

/// How many predicates are tried together that are not kept one by one.
const MOST_TOGETHER: usize = 12;

/// How many fields are tried as what stays the same.
const MOST_FIELDS: usize = 8;

/// How many fields and texts are tried as what a field is not.
const MOST_EXCLUDED: usize = 4;

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
        let retried = retry.retried.clone();
        let found = self.found(retry, (old, own), again, index, retried);
        retry.retried.insert(old, found);
    }

    /// Where the attempt came to one cell several times: what it found later is what it had
    /// seen or left there before, unless somebody else came in between.
    pub(super) fn follow_attempt(&mut self, retry: &mut Retry) {
        let nothing = FxHashMap::default();
        for index in 0..=retry.crash {
            let step = &self.trace.steps[index];
            let executed = self.progress(retry.iteration, index, retry.crash);
            if executed != Progress::Executed {
                continue;
            }
            for access in step.accesses() {
                let seen: Vec<Term> = access.new.into_iter().chain([access.condition]).collect();
                let looks = |symbol| symbol == access.old;
                let matters = access.new.is_none()
                    || seen.iter().any(|&term| self.app.terms.depends(term, looks));
                if !matters {
                    continue;
                }
                let Some(before) = self.seen(retry, &nothing, access, index) else { continue };
                let old = symbol_term(&mut self.app.terms, access.old);
                let found = self.found(retry, (old, Some(before)), access, index, nothing.clone());
                let terms = &mut self.app.terms;
                let known = terms.equal(old, found);
                let reached = terms.not(step.guard);
                let known = terms.or(reached, known);
                retry.premise = terms.and(retry.premise, known);
            }
        }
        retry.interference = None;
    }

    /// A look at cells that the attempt did not come to.
    ///
    /// Whenever the retry looks, the stores of the retry-free run hold the same: both find
    /// the same in one cell. And looking changes nothing and shows nothing, so it does not
    /// matter whether the retry-free run looks too: only what the retry makes of it does
    /// (Definition 1 compares events and contents).
    pub(super) fn look_ahead(&mut self, retry: &mut Retry, step: &Step, again: &Step, at: usize) {
        let mut free = step.clone();
        crate::app::rewrite_step(&mut self.app.terms, &mut free, &retry.retry_free);
        let both = again.accesses().iter().zip(free.accesses());
        for (access, (again, free)) in step.accesses().iter().zip(both) {
            let old = symbol_term(&mut self.app.terms, access.old);
            let left = match self.is_left_alone(retry, again, at) {
                true => self.own_content(retry, again, at),
                false => None,
            };
            let now = match left {
                Some(left) => {
                    let retried = retry.retried.clone();
                    self.found(retry, (old, Some(left)), again, at, retried)
                }
                None => self.anything(retry, again),
            };
            let terms = &mut self.app.terms;
            let same_store = terms.equal(again.store, free.store);
            let same_key = terms.equal(again.key, free.key);
            let same = terms.and(same_store, same_key);
            let there = match terms.is_true(same) {
                true => now,
                false => {
                    let there = self.anything(retry, free);
                    let terms = &mut self.app.terms;
                    let (other, equal) = (terms.not(same), terms.equal(now, there));
                    let agree = terms.or(other, equal);
                    retry.premise = terms.and(retry.premise, agree);
                    there
                }
            };
            retry.retried.insert(old, now);
            retry.retry_free.insert(old, there);
        }
    }

    /// A content about which nothing is known but what is known of every content.
    fn anything(&mut self, retry: &mut Retry, access: &Access) -> Term {
        let any = retry.unknown(self.app, "now");
        let known = self.app.known_content(access.store, access.key, any);
        retry.premise = self.app.terms.and(retry.premise, known);
        any
    }

    /// Whether a write that the attempt did not come to, and that only one of the retry and
    /// the retry-free run comes to, changes nothing there. Whoever does not perform it then
    /// leaves the same contents, and a write is no event (Definition 1).
    pub(super) fn differs_in_nothing(&mut self, retry: &mut Retry, step: &Step, at: usize) -> bool {
        let rewritten = |terms: &mut Terms, values: &FxHashMap<Term, Term>| {
            let mut step = step.clone();
            crate::app::rewrite_step(terms, &mut step, values);
            step
        };
        let again = rewritten(&mut self.app.terms, &retry.retried);
        let free = rewritten(&mut self.app.terms, &retry.retry_free);
        if step.accesses().is_empty() {
            return false;
        }
        let (mut goals, mut same, mut idle) = (Vec::new(), Vec::new(), Vec::new());
        let both = again.accesses().iter().zip(free.accesses());
        for (access, (again, free)) in step.accesses().iter().zip(both) {
            let old = symbol_term(&mut self.app.terms, access.old);
            let now = retry.retried.get(&old).copied().unwrap_or(old);
            for before in self.known_before(retry, again, at) {
                let retried = retry.retried.clone();
                let found = self.found(retry, (old, Some(before)), again, at, retried);
                let known = self.app.terms.equal(now, found);
                retry.premise = self.app.terms.and(retry.premise, known);
            }
            let terms = &mut self.app.terms;
            goals.extend([terms.equal(again.store, free.store), terms.equal(again.key, free.key)]);
            same.push(terms.equal(again.condition, free.condition));
            let (Some(one), Some(other)) = (again.new, free.new) else { continue };
            same.push(terms.equal(one, other));
            idle.extend([terms.equal(one, now), terms.equal(other, now)]);
        }
        let terms = &mut self.app.terms;
        same.push(terms.equal(again.guard, free.guard));
        let (same, idle) = (terms.apply(Operator::And, &same), terms.apply(Operator::And, &idle));
        goals.push(terms.or(same, idle));
        let goal = terms.apply(Operator::And, &goals);
        self.app.entails(retry.premise, goal)
    }

    /// What a cell held before the retry comes to a step: what the attempt left there, and
    /// what the retry itself has seen or written.
    fn known_before(&mut self, retry: &mut Retry, again: &Access, at: usize) -> Vec<Term> {
        if !self.is_left_alone(retry, again, at) {
            return Vec::new();
        }
        let left = self.own_content(retry, again, at);
        let retried = retry.retried.clone();
        let seen = self.seen(retry, &retried, again, at);
        left.into_iter().chain(seen).collect()
    }

    /// The content of a cell as an attempt last left or found it, if it surely touched it:
    /// the first one, or the retry with its values.
    fn seen(
        &mut self,
        retry: &Retry,
        values: &FxHashMap<Term, Term>,
        again: &Access,
        at: usize,
    ) -> Option<Term> {
        let touching = self.touching(again.store, again.key);
        for &index in touching.steps.iter().rev().filter(|&&index| index < at) {
            if !self.is_beside(index, at) {
                continue;
            }
            if self.are_together(index, at) {
                return None;
            }
            let mut step = self.trace.steps[index].clone();
            let olds: Vec<_> = step.accesses().iter().map(|access| access.old).collect();
            crate::app::rewrite_step(&mut self.app.terms, &mut step, values);
            for (access, old) in step.accesses().iter().zip(olds).rev() {
                let terms = &mut self.app.terms;
                let old = symbol_term(terms, old);
                let found = values.get(&old).copied().unwrap_or(old);
                let same_store = terms.equal(access.store, again.store);
                let same_key = terms.equal(access.key, again.key);
                let touched = terms.apply(Operator::And, &[step.guard, same_store, same_key]);
                if self.app.entails(retry.premise, touched) {
                    return Some(after(&mut self.app.terms, step.accesses(), access, found));
                }
                if access.new.is_some() {
                    return None;
                }
            }
        }
        None
    }

    /// Whether what the attempt left in a cell is what the retry finds when it comes to a
    /// step, unless somebody else came in between: the retry itself has not written there
    /// anything that the attempt had not. What other iterations write counts as somebody
    /// else.
    fn is_left_alone(&mut self, retry: &Retry, again: &Access, at: usize) -> bool {
        let Some(boundary) = retry.boundary else { return false };
        let touching = self.touching(again.store, again.key);
        !touching.steps.iter().any(|&index| {
            let executed = self.progress(retry.iteration, index, boundary) == Progress::Executed;
            let before = index < at
                || self.are_together(index, at)
                || (self.in_one_loop(index, at) && !self.has_own_keys(index));
            !executed && before && self.writes_to(index, again.store)
        })
    }

    /// Whether two steps were started together, so that either may come first.
    fn are_together(&self, step: usize, other: usize) -> bool {
        let batch = self.trace.steps[step].batch;
        step != other && batch.is_some() && batch == self.trace.steps[other].batch
    }

    /// Whether some loop is around both steps.
    fn in_one_loop(&self, step: usize, other: usize) -> bool {
        around(self.trace, self.trace.steps[step].in_loop).any(|id| self.is_within(other, id))
    }

    /// What is found in a cell in which the attempt left something, if that is known: the
    /// same, or what others have made of it.
    fn found(
        &mut self,
        retry: &mut Retry,
        (old, own): (Term, Option<Term>),
        again: &Access,
        index: usize,
        mut values: FxHashMap<Term, Term>,
    ) -> Term {
        let (own, known) = match own {
            Some(own) => (own, true),
            None => (retry.unknown(self.app, "found"), false),
        };
        let mut writers = if self.is_private(again.key, again.store, retry.crash.max(index)) {
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
            return own;
        }
        retry.interference = disturbing;
        if !known {
            return x;
        }
        // The content may have changed, but not everything about it.
        values.insert(old, x);
        // It may have been deleted, and nothing else; or it is still there, as something else.
        let absent = self.app.terms.absent();
        let deleted = self.app.terms.equal(x, absent);
        let mut questions = vec![self.app.terms.not(deleted)];
        questions.extend(self.questions(again, old, x, &values));
        questions.extend(self.same_fields(again.store, own, x));
        questions.push(self.app.terms.or(exact, deleted));
        questions.extend(self.cases(own, x));
        questions.extend(self.exclusions(&questions.clone(), &writers, x));
        self.stays_true(retry, (own, x), again, &writers, questions);
        x
    }

    /// Adds to what is known those of the predicates over `x` that hold of what the attempt
    /// left and that no writer makes false: each by itself, then the largest set that is kept
    /// if all of it holds before a write (Houdini).
    fn stays_true(
        &mut self,
        retry: &mut Retry,
        (own, x): (Term, Term),
        cell: &Access,
        writers: &[Writer],
        predicates: Vec<Term>,
    ) {
        let (store, key) = (cell.store, cell.key);
        let mut open = Vec::new();
        for predicate in predicates {
            let terms = &mut self.app.terms;
            let before = terms.substitute(predicate, &FxHashMap::from_iter([(x, own)]));
            if terms.is_true(predicate) || !self.app.entails(retry.premise, before) {
                continue;
            }
            let keeps =
                |w: &Writer, app: &mut App| w.keeps(app, store, key, retry.premise, predicate, x);
            match writers.iter().all(|writer| keeps(writer, self.app)) {
                true => retry.premise = self.app.terms.and(retry.premise, predicate),
                false if open.len() < MOST_TOGETHER => open.push(predicate),
                false => {}
            }
        }
        while !open.is_empty() {
            let together = self.app.terms.apply(Operator::And, &open);
            let premise = self.app.terms.and(retry.premise, together);
            let mut kept = open.clone();
            kept.retain(|&predicate| {
                writers.iter().all(|w| w.keeps(self.app, store, key, premise, predicate, x))
            });
            if kept.len() == open.len() {
                retry.premise = premise;
                return;
            }
            open = kept;
        }
    }

    /// That fields of a cell at which the function looks are still the same.
    fn same_fields(&mut self, store: Term, own: Term, x: Term) -> Vec<Term> {
        let mut same = Vec::new();
        for field in self.fields_of(store) {
            let terms = &mut self.app.terms;
            let (now, then) = (terms.field(x, &field), terms.field(own, &field));
            same.push(terms.equal(now, then));
        }
        same
    }

    /// The fields of the items of a store at which the function looks.
    fn fields_of(&mut self, store: Term) -> Vec<Arc<str>> {
        if let Some(known) = self.fields.get(&store) {
            return known.clone();
        }
        let accesses = self.trace.steps.iter().flat_map(Step::accesses);
        let contents: Vec<_> = accesses
            .filter(|access| self.app.same_store(access.store, store))
            .map(|access| access.old)
            .collect();
        let terms = &self.app.terms;
        let mut found: Vec<Arc<str>> = Vec::new();
        for part in terms.parts(&crate::app::terms_of(self.trace)) {
            let Node::Apply(Operator::Select, of) = terms.node(part) else { continue };
            let is_content = terms.as_symbol(of[0]).is_some_and(|of| contents.contains(&of));
            if let Some(name) = terms.as_str(of[1]).filter(|_| is_content)
                && !found.contains(name)
                && found.len() < MOST_FIELDS
            {
                found.push(name.clone());
            }
        }
        self.fields.insert(store, found.clone());
        found
    }

    /// That fields which the program asks for are none of the texts that writers look for:
    /// a status that was left behind does not come back.
    fn exclusions(&mut self, questions: &[Term], writers: &[Writer], x: Term) -> Vec<Term> {
        let terms = &mut self.app.terms;
        let is_field = |terms: &Terms, part: Term| match terms.node(part) {
            Node::Apply(Operator::Select, of) => of[0] == x && terms.as_str(of[1]).is_some(),
            _ => false,
        };
        let mut fields = terms.parts(questions);
        fields.retain(|&part| is_field(terms, part));
        let conditions: Vec<Term> = writers.iter().map(Writer::happens).collect();
        let mut texts = terms.parts(&conditions);
        texts.retain(|&part| matches!(terms.node(part), Node::String(_)));
        let mut excluded = Vec::new();
        for &field in fields.iter().take(MOST_EXCLUDED) {
            for &text in texts.iter().take(MOST_EXCLUDED) {
                let same = terms.equal(field, text);
                excluded.push(terms.not(same));
            }
        }
        excluded
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
            // What decides what is written: an upsert has its condition there.
            for part in terms.parts(&[new]) {
                if let Node::Apply(Operator::Ite, parts) = terms.node(part)
                    && questions.len() < MOST_ASKED
                {
                    let test = parts[0];
                    questions.extend([test, terms.not(test)]);
                }
            }
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
        Writer::without_repetition(&mut writers);
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
                let after = after(terms, accesses, access, old);
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
    /// that is logged, and nobody can have learnt it from what the attempt or the retry did up
    /// to a step.
    fn is_private(&mut self, key: Term, store: Term, until: usize) -> bool {
        let unique = self.app.terms.depends(key, |symbol| {
            self.app.terms.symbol(symbol).origin == Origin::Fresh { unique: true }
        });
        unique
            && !self.is_listed(store)
            && !self.is_sent(key, until)
            && self.app.called_by_writes(store).next().is_none()
    }

    /// Whether some function lists the cells of a store.
    fn is_listed(&self, store: Term) -> bool {
        self.app.functions.iter().flat_map(|f| &f.trace.steps).any(|step| match &step.action {
            Action::Scan { store: scanned, .. } => self.app.same_store(*scanned, store),
            _ => false,
        })
    }

    /// Whether a unique part of the key left the instance up to a step, other than as this
    /// key.
    fn is_sent(&self, key: Term, until: usize) -> bool {
        let unique: Vec<_> = self
            .app
            .terms
            .symbols_of(&[key])
            .into_iter()
            .filter(|&s| self.app.terms.symbol(s).origin == Origin::Fresh { unique: true })
            .collect();
        (0..self.trace.steps.len()).filter(|&i| self.possibly_executed(i, until)).any(|index| {
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

/// The content of a cell after an access to it. If the condition of one of the accesses of a
/// step does not hold, none of them takes place.
fn after(terms: &mut Terms, all: &[Access], access: &Access, old: Term) -> Term {
    let Some(new) = access.new else { return old };
    let conditions: Vec<Term> = all.iter().map(|access| access.condition).collect();
    let takes_place = terms.apply(Operator::And, &conditions);
    terms.ite(takes_place, new, old)
}
