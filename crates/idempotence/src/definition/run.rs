//! Executing instances against stores, one step at a time.

use super::instance::LEAP;
use super::{Behaviour, Freshness, LATER_ANSWER, Next, Stores, Stuck, reply};
use aplomb_script::Span;
use aplomb_symbolic::{Action, Meaning, Node, Operator, Step, Term, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Something clients or third parties see.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An instance was invoked.
    Invoked(usize),
    /// An instance answered.
    Responded(usize, Term),
    /// A service was called: instance, service, what was sent, what came back.
    Called(usize, Arc<str>, Term, Term),
}

/// A fresh value that was drawn: by whom and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw {
    /// The instance.
    pub instance: usize,
    /// Which attempt of it, from 1.
    pub attempt: usize,
    /// The source.
    pub source: usize,
    /// What kind of value.
    pub kind: Freshness,
    /// The value.
    pub value: Term,
    /// The name under which it is kept, if it is.
    pub kept: Option<Term>,
}

/// Where an instance stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    /// Whether it was invoked.
    pub started: bool,
    /// Whether it ended.
    pub ended: bool,
    /// Whether it ended without an answer: an exception that nobody caught.
    pub failed: bool,
    /// Which attempt is running, from 1.
    pub attempt: usize,
    /// What the attempt was told so far.
    pub answers: Vec<Term>,
}

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// What an instance does cannot be told concretely.
    Stuck(Stuck),
}

/// A run in progress.
#[derive(Clone)]
pub struct Run<'a> {
    behaviours: &'a [&'a dyn Behaviour],
    /// The stores.
    pub stores: Stores,
    /// Where each instance stands.
    pub instances: Vec<Instance>,
    /// What was seen so far.
    pub events: Vec<Event>,
    /// Fresh values drawn so far.
    pub draws: Vec<Draw>,
    /// Replies by idempotency key, token, or the name under which a log keeps them.
    pub(super) recognised: FxHashMap<Term, Term>,
}

impl<'a> Run<'a> {
    /// Instances that have not been invoked yet.
    pub fn new(behaviours: &'a [&'a dyn Behaviour], stores: Stores) -> Self {
        let instance = Instance {
            started: false,
            ended: false,
            failed: false,
            attempt: 1,
            answers: Vec::new(),
        };
        Run {
            behaviours,
            stores,
            instances: vec![instance; behaviours.len()],
            events: Vec::new(),
            draws: Vec::new(),
            recognised: FxHashMap::default(),
        }
    }

    /// Invokes an instance.
    pub fn invoke(&mut self, instance: usize) {
        self.instances[instance].started = true;
        self.events.push(Event::Invoked(instance));
    }

    /// The instance loses its local state and starts again.
    pub fn retry(&mut self, instance: usize) {
        let instance = &mut self.instances[instance];
        instance.attempt += 1;
        instance.answers.clear();
        instance.ended = false;
        instance.failed = false;
    }

    /// What a running instance does next.
    pub fn next(&self, terms: &mut Terms, instance: usize) -> Next {
        // What would follow if nobody else did anything.
        let mut ahead: Option<Run<'_>> = None;
        let mut guess = |terms: &mut Terms, next: &Next| {
            let run = ahead.get_or_insert_with(|| self.clone());
            match next {
                Next::Draw { source, kind, kept, .. } => {
                    Some(run.draw(terms, instance, *source, *kind, *kept))
                }
                Next::Step { step, .. } => run.perform(terms, instance, step, reply).ok(),
                _ => None,
            }
        };
        self.behaviours[instance].next(terms, &self.instances[instance].answers, &mut guess)
    }

    /// Draws a value that was not drawn before, unless one is kept under the name.
    pub(super) fn draw(
        &mut self,
        terms: &mut Terms,
        instance: usize,
        source: usize,
        kind: Freshness,
        kept: Option<Term>,
    ) -> Term {
        let attempt = self.instances[instance].attempt;
        let count = self.draws.len();
        let changes = self.behaviours[instance].finds_changes();
        let steady = kind == Freshness::Answer && !changes;
        let known = self.draws.iter().find(|draw| match kept {
            Some(_) => draw.kept == kept,
            None => steady && (draw.instance, draw.source) == (instance, source),
        });
        let leap = match kind {
            _ if !changes => 0.0,
            Freshness::Answer => LATER_ANSWER - 1000.0,
            _ => LEAP,
        } * (attempt - 1) as f64;
        let value = match (known, kind) {
            (Some(known), _) => known.value,
            (None, Freshness::Unique) => terms.string(format!("new-{}", count + 1)),
            (None, Freshness::Number | Freshness::Answer) => {
                terms.number(1000.0 + count as f64 + leap)
            }
            // The retry finds another order.
            (None, Freshness::Order) => {
                terms.number(2.0 * (1000.0 + count as f64) + ((attempt - 1) % 2) as f64)
            }
            (None, Freshness::Fraction) => {
                terms.number((0.123_456_789 + 0.071_828_182 * count as f64).fract())
            }
        };
        self.draws.push(Draw { instance, attempt, source, kind, value, kept });
        value
    }

    /// Draws the value that an instance asks for, if it asks for one: what it calls, where,
    /// and the value.
    pub fn draw_next(
        &mut self,
        terms: &mut Terms,
        instance: usize,
    ) -> Option<(Arc<str>, Span, Term)> {
        let Next::Draw { source, kind, label, span, kept } = self.next(terms, instance) else {
            return None;
        };
        let value = self.draw(terms, instance, source, kind, kept);
        self.instances[instance].answers.push(value);
        Some((label, span, value))
    }

    /// Draws the values an instance asks for until it does something else; returns that.
    pub fn drawing(&mut self, terms: &mut Terms, instance: usize) -> Next {
        while self.draw_next(terms, instance).is_some() {}
        self.next(terms, instance)
    }

    /// Performs one visible action of an instance: a step or its end. Says
    /// whether the instance is still running. `reply` gives what a service answers.
    pub fn advance(
        &mut self,
        terms: &mut Terms,
        instance: usize,
        reply: impl FnOnce(&mut Terms, usize) -> Term,
    ) -> Result<bool, RunError> {
        let longest = self.behaviours[instance].longest();
        if self.instances[instance].answers.len() > longest {
            return Err(RunError::Stuck(Stuck::open(format!(
                "what happens after {longest} steps"
            ))));
        }
        match self.drawing(terms, instance) {
            Next::Draw { .. } => unreachable!("draws were answered"),
            Next::Step { step, .. } => {
                let answer = self.perform(terms, instance, &step, reply)?;
                self.instances[instance].answers.push(answer);
                Ok(true)
            }
            Next::Respond(value) => {
                self.events.push(Event::Responded(instance, value));
                self.instances[instance].ended = true;
                Ok(false)
            }
            Next::Fail => {
                self.instances[instance].ended = true;
                self.instances[instance].failed = true;
                Ok(false)
            }
            Next::Stuck(why) => Err(RunError::Stuck(why)),
        }
    }

    /// Performs a step, unless a log keeps the outcome of one with the same name.
    fn perform(
        &mut self,
        terms: &mut Terms,
        instance: usize,
        step: &Step,
        reply: impl FnOnce(&mut Terms, usize) -> Term,
    ) -> Result<Term, RunError> {
        if let Some(known) = step.kept.and_then(|name| self.recognised.get(&name)) {
            return Ok(*known);
        }
        let answer = self.act(terms, instance, &step.action, reply)?;
        self.recognised.extend(step.kept.map(|name| (name, answer)));
        Ok(answer)
    }

    fn act(
        &mut self,
        terms: &mut Terms,
        instance: usize,
        action: &Action,
        reply: impl FnOnce(&mut Terms, usize) -> Term,
    ) -> Result<Term, RunError> {
        match action {
            Action::Access { accesses, token } => {
                if let Some(known) = token.and_then(|token| self.recognised.get(&token)) {
                    return Ok(*known);
                }
                let (answer, executed) = self.access(terms, accesses)?;
                // A transaction that was cancelled is forgotten.
                if let Some(token) = token.filter(|_| executed) {
                    self.recognised.insert(token, answer);
                }
                Ok(answer)
            }
            Action::Scan { store, filter, .. } => {
                let found = self.matching(terms, *store, *filter)?;
                let contents: Vec<Term> = found.into_iter().map(|(_, content)| content).collect();
                Ok(terms.list(contents))
            }
            Action::Sweep { store, filter, old, new, .. } => {
                let cells = self.matching(terms, *store, *filter)?;
                let count = cells.len();
                let old = terms.of_symbol(*old);
                for (key, content) in cells {
                    let new = terms.substitute(*new, &FxHashMap::from_iter([(old, content)]));
                    self.stores.set(terms, *store, key, new);
                }
                Ok(terms.number(count as f64))
            }
            Action::Effect { service, arguments, key, .. } => {
                if let Some(known) = key.and_then(|key| self.recognised.get(&key)) {
                    return Ok(*known);
                }
                let answer = reply(terms, self.events.len());
                self.events.push(Event::Called(instance, service.clone(), *arguments, answer));
                if let Some(key) = key {
                    self.recognised.insert(*key, answer);
                }
                Ok(answer)
            }
            Action::Unknown { callee } => {
                Err(RunError::Stuck(Stuck::open(format!("what {callee} does"))))
            }
        }
    }

    /// Accesses cells together; gives their contents before, and whether the accesses
    /// took place.
    fn access(
        &mut self,
        terms: &mut Terms,
        accesses: &[aplomb_symbolic::Access],
    ) -> Result<(Term, bool), RunError> {
        let mut contents = Vec::new();
        let mut bound = FxHashMap::default();
        for access in accesses {
            if let Some(name) = opaque(terms, access) {
                return Err(RunError::Stuck(Stuck::open(format!(
                    "what {name} makes of the content"
                ))));
            }
            let content = self.stores.get(terms, access.store, access.key);
            contents.push(content);
            bound.insert(terms.of_symbol(access.old), content);
        }
        let conditions: Vec<Term> =
            accesses.iter().map(|a| terms.substitute(a.condition, &bound)).collect();
        let condition = terms.apply(Operator::And, &conditions);
        let condition = told_apart(terms, condition);
        let executed = terms.as_bool(condition);
        match executed {
            Some(true) => {
                for access in accesses {
                    if let Some(new) = access.new {
                        let new = terms.substitute(new, &bound);
                        if !is_value(terms, new) {
                            let why = format!("what {} is", in_words(terms, new));
                            return Err(RunError::Stuck(Stuck::open(why)));
                        }
                        self.stores.set(terms, access.store, access.key, new);
                    }
                }
            }
            Some(false) => {}
            None => {
                let why = format!("whether a condition on {} holds", in_words(terms, condition));
                return Err(RunError::Stuck(Stuck::open(why)));
            }
        }
        Ok((terms.list(contents), executed == Some(true)))
    }

    /// The cells of a store that a filter selects, in order of their keys. A
    /// record selects the contents with these fields, a condition those that satisfy it;
    /// `undefined` and `true` select all.
    fn matching(
        &self,
        terms: &mut Terms,
        store: Term,
        filter: Term,
    ) -> Result<Vec<(Term, Term)>, RunError> {
        let is_known = terms.as_items_where(filter).is_some()
            || matches!(terms.node(filter), Node::Undefined | Node::Bool(true) | Node::Record(..));
        if !is_known {
            let why = format!("what {} selects", in_words(terms, filter));
            return Err(RunError::Stuck(Stuck::open(why)));
        }
        let mut found = Vec::new();
        for (key, content) in self.stores.of(store) {
            let test = selects(terms, filter, content);
            match terms.as_bool(test) {
                Some(true) => found.push((key, content)),
                Some(false) => {}
                None => {
                    let why = format!("whether a condition on {} holds", in_words(terms, test));
                    return Err(RunError::Stuck(Stuck::open(why)));
                }
            }
        }
        Ok(found)
    }
}

/// When a filter selects a content, as far as it says.
pub(crate) fn selects(terms: &mut Terms, filter: Term, content: Term) -> Term {
    if let Some(condition) = terms.as_items_where(filter) {
        let item = terms.item();
        return terms.substitute(condition, &FxHashMap::from_iter([(item, content)]));
    }
    let Node::Record(names, values) = terms.node(filter).clone() else { return terms.bool(true) };
    let mut tests = Vec::new();
    for (name, &value) in names.iter().zip(values.iter()) {
        let field = terms.field(content, name);
        tests.push(terms.equal(field, value));
    }
    terms.apply(Operator::And, &tests)
}

/// A condition in which results of functions are told apart: those of the same functions for
/// different values, such as the texts of two times, are taken for different.
fn told_apart(terms: &mut Terms, condition: Term) -> Term {
    let mut apart = FxHashMap::default();
    for part in terms.parts(&[condition]) {
        if let Node::Apply(Operator::Equal, sides) = terms.node(part)
            && matches!(terms.node(sides[0]), Node::Apply(..))
            && have_same_form(terms, sides[0], sides[1])
        {
            apart.insert(part, terms.bool(false));
        }
    }
    if apart.is_empty() { condition } else { terms.substitute(condition, &apart) }
}

/// Whether the same functions are applied in the same way to constants that differ.
fn have_same_form(terms: &Terms, left: Term, right: Term) -> bool {
    let both = |one: &[Term], other: &[Term]| {
        let mut pairs = one.iter().zip(other);
        one.len() == other.len()
            && pairs.all(|(&one, &other)| one == other || have_same_form(terms, one, other))
    };
    match (terms.node(left), terms.node(right)) {
        (Node::Apply(one @ Operator::Pure(_), mine), Node::Apply(other, theirs)) => {
            one == other && both(mine, theirs)
        }
        (Node::List(mine), Node::List(theirs)) => both(mine, theirs),
        (Node::Record(names, mine), Node::Record(others, theirs)) => {
            names == others && both(mine, theirs)
        }
        _ => terms.is_constant(left) && terms.is_constant(right),
    }
}

/// A value that could not be computed, as the program knows it: by the function that would
/// have to be called.
pub(super) fn in_words(terms: &Terms, term: Term) -> String {
    let called = terms.parts(&[term]).into_iter().find_map(|part| match terms.node(part) {
        Node::Apply(Operator::Pure(function), _) => Some(function),
        _ => None,
    });
    match called {
        Some(function) if function.is(Meaning::Loop) => format!("the result of the {function}"),
        Some(function) => format!("the result of {function}"),
        None => "a value that is computed from unknown ones".into(),
    }
}

/// A function that is applied to the content of a cell without its meaning being
/// known: whether applying it twice makes a difference cannot be told.
fn opaque(terms: &mut Terms, access: &aplomb_symbolic::Access) -> Option<Arc<str>> {
    let old = terms.of_symbol(access.old);
    let roots: Vec<Term> = access.new.into_iter().chain([access.condition]).collect();
    terms.parts(&roots).into_iter().find_map(|part| match terms.node(part) {
        Node::Apply(Operator::Pure(function), _)
            if !function.changes_set() && terms.parts(&[part]).contains(&old) =>
        {
            Some(function.name().clone())
        }
        _ => None,
    })
}

/// Whether a term is a value: constants, records and lists of values, and results
/// of functions whose meaning does not matter, with their parts. Anything else is a
/// computation that could not be carried out, and two of them cannot be compared.
fn is_value(terms: &Terms, term: Term) -> bool {
    terms.parts(&[term]).into_iter().all(|part| match terms.node(part) {
        Node::Symbol(_) | Node::Reference(_) => false,
        Node::Apply(Operator::Select, parts) => is_result(terms, parts[0]),
        Node::Apply(operator, _) => matches!(
            operator,
            Operator::Pure(_)
                | Operator::Concat
                | Operator::JsonText
                | Operator::Named
                | Operator::Add
                | Operator::Called
                | Operator::Constructed
                | Operator::Member(_)
        ),
        _ => true,
    })
}

/// Whether a term is what a function of unknown meaning gives, or a part of that.
fn is_result(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Apply(Operator::Pure(_) | Operator::Called | Operator::Constructed, _) => true,
        Node::Apply(Operator::Select, parts) => is_result(terms, parts[0]),
        _ => false,
    }
}
