//! What the program does to the world, as models of packages say it.

use super::Machine;
use super::library::{Outcome, Stop, Why};
use super::world::{Draw, Ended, Reply};
use crate::{
    Access, Action, Assumption, Completion, Node, Operator, Origin, Problem, Source, Step, StepId,
    Term,
};
use aplomb_script::Span;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A cell of a store that is about to be accessed.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The store.
    pub store: Term,
    /// The key.
    pub key: Term,
    /// Stands for the content before the step ([`Node::Absent`]: no item).
    pub old: Term,
}

impl Cell {
    /// A read of the cell.
    pub fn read(self, machine: &mut Machine<'_>) -> Change {
        Change { cell: self, condition: machine.terms().bool(true), new: None }
    }

    /// An unconditional write.
    pub fn write(self, machine: &mut Machine<'_>, new: Term) -> Change {
        Change { cell: self, condition: machine.terms().bool(true), new: Some(new) }
    }
}

/// What an operation does to a cell; see [`Access`].
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The cell.
    pub cell: Cell,
    /// When it takes place, over [`Cell::old`].
    pub condition: Term,
    /// The new content, over [`Cell::old`]; `None` for a read.
    pub new: Option<Term>,
}

/// A name under which outcomes are kept, and how many there are under it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keeping {
    name: Term,
    parts: u32,
    /// By a mark in the item that is written.
    marked: bool,
}

/// What the program can know after an access.
#[derive(Clone, Debug)]
pub struct Accessed {
    /// The content of each cell before the step: the symbols of the cells, or
    /// in a concrete run what the world held.
    pub old: Vec<Term>,
    /// Whether the access took place: the conjunction of all conditions.
    pub holds: Term,
}

impl Machine<'_> {
    /// The variable that says whether the client has its answer.
    pub(crate) const RESPONDED: u32 = 0;

    /// Names a cell for an operation that is about to be recorded.
    pub fn cell(&mut self, store: Term, key: Term) -> Cell {
        let store = self.freeze(store);
        let key = self.freeze(key);
        let name = match self.terms.node(store) {
            Node::String(text) => text.to_string(),
            _ => self.terms.show(store).to_string(),
        };
        let old = self.terms.fresh_symbol(format!("old {name}"), Origin::Old);
        Cell { store, key, old }
    }

    /// Records one atomic access to one or several cells.
    pub fn access(
        &mut self,
        label: &str,
        span: Span,
        changes: Vec<Change>,
        token: Option<Term>,
    ) -> Result<Accessed, Stop> {
        let mut accesses = Vec::with_capacity(changes.len());
        for change in &changes {
            let Cell { store, key, old } = change.cell;
            let condition = self.freeze(change.condition);
            let new = change.new.map(|new| self.freeze(new));
            let old = self.terms.as_symbol(old).expect("made by Machine::cell");
            accesses.push(Access { store, key, old, condition, new });
        }
        let conditions: Vec<Term> = accesses.iter().map(|access| access.condition).collect();
        let symbols: Vec<Term> = changes.iter().map(|change| change.cell.old).collect();
        let token = token.map(|token| self.freeze(token));
        let action = Action::Access { accesses, token };
        let reply = self.step(label, span, action)?;
        let old = match reply {
            Some(Reply::Old(old)) => old,
            _ => symbols.clone(),
        };
        let replacements: FxHashMap<Term, Term> =
            symbols.into_iter().zip(old.iter().copied()).collect();
        let mut holds = self.terms.bool(true);
        for condition in conditions {
            let condition = self.terms.substitute(condition, &replacements);
            holds = self.terms.and(holds, condition);
        }
        Ok(Accessed { old, holds })
    }

    /// Records a read of all cells that match; gives a list of their contents.
    pub fn scan(&mut self, label: &str, span: Span, store: Term, filter: Term) -> Outcome {
        self.listing(label, span, store, filter, false)
    }

    /// The same where nothing that matches is left out.
    pub fn scan_all(&mut self, label: &str, span: Span, store: Term, filter: Term) -> Outcome {
        self.listing(label, span, store, filter, true)
    }

    fn listing(
        &mut self,
        label: &str,
        span: Span,
        store: Term,
        filter: Term,
        whole: bool,
    ) -> Outcome {
        let (store, filter) = (self.freeze(store), self.freeze(filter));
        let reply = self.terms.fresh_symbol(format!("{label} reply"), Origin::Reply);
        let symbol = self.terms.as_symbol(reply).expect("a symbol");
        let action = Action::Scan { store, filter, reply: symbol, whole };
        self.answered(label, span, action, reply)
    }

    /// Records a write of all cells that match. `old` stands for the content of
    /// a matching cell in `new` (see [`Machine::cell`] for how to get one).
    pub fn sweep(
        &mut self,
        label: &str,
        span: Span,
        cell: Cell,
        filter: Term,
        new: Term,
    ) -> Outcome {
        let (filter, new) = (self.freeze(filter), self.freeze(new));
        let reply = self.terms.fresh_symbol(format!("{label} reply"), Origin::Reply);
        let symbol = self.terms.as_symbol(reply).expect("a symbol");
        let old = self.terms.as_symbol(cell.old).expect("made by Machine::cell");
        let action = Action::Sweep { store: cell.store, filter, old, new, reply: symbol };
        self.answered(label, span, action, reply)
    }

    /// Records something that others see; gives what they answer.
    pub fn effect(
        &mut self,
        label: &str,
        span: Span,
        service: impl Into<Arc<str>>,
        arguments: Term,
        key: Option<Term>,
    ) -> Outcome {
        let arguments = self.freeze(arguments);
        let key = key.map(|key| self.freeze(key));
        let reply = self.terms.fresh_symbol(format!("{label} reply"), Origin::Reply);
        let symbol = self.terms.as_symbol(reply).expect("a symbol");
        let action = Action::Effect { service: service.into(), arguments, reply: symbol, key };
        self.answered(label, span, action, reply)
    }

    /// Records a call whose meaning is not known.
    pub fn unknown_call(&mut self, callee: &str, span: Span) -> Outcome {
        let reply = self.terms.fresh_symbol(format!("{callee}()"), Origin::Unknown);
        self.answered(callee, span, Action::Unknown { callee: callee.into() }, reply)
    }

    fn answered(&mut self, label: &str, span: Span, action: Action, reply: Term) -> Outcome {
        match self.step(label, span, action)? {
            Some(Reply::Value(value)) => Ok(self.thaw(value)),
            _ => Ok(reply),
        }
    }

    fn step(&mut self, label: &str, span: Span, action: Action) -> Result<Option<Reply>, Stop> {
        self.waits += 1;
        let step = Step {
            guard: self.path,
            action,
            label: label.into(),
            span,
            called_from: self.calls.get(1).copied(),
            in_loop: self.loops.last().copied(),
            batch: self.batch,
            kept: self.name_of_next(),
            marked: self.keeping.is_some_and(|keeping| keeping.marked),
        };
        self.stop_after_problems()?;
        self.refuse_race(&step);
        let reply = match self.world.as_mut() {
            None => None,
            Some(world) => match world.perform(self.terms, &step) {
                Reply::Suspend => {
                    self.ended = Some(Ended::SuspendedAt(Box::new(step)));
                    return Err(Stop(Why::Run));
                }
                reply => Some(reply),
            },
        };
        self.trace.steps.push(step);
        Ok(reply)
    }

    /// A value that is new on every attempt; see [`Origin::Fresh`].
    pub fn fresh(&mut self, label: &str, span: Span, unique: bool) -> Outcome {
        self.draw(label, span, unique, false)
    }

    /// What somebody outside answers who is only asked: it may be something else on the
    /// retry.
    pub fn foreign_answer(&mut self, label: &str, span: Span) -> Outcome {
        self.draw(label, span, false, true)
    }

    fn draw(&mut self, label: &str, span: Span, unique: bool, foreign: bool) -> Outcome {
        self.waits += u32::from(foreign);
        self.stop_after_problems()?;
        let kept = self.name_of_next();
        if let Some(world) = self.world.as_mut() {
            return match world.fresh(self.terms, &Draw { label, span, unique, foreign, kept }) {
                Some(value) => Ok(self.thaw(value)),
                None => {
                    self.ended = Some(Ended::Suspended(format!("what {label} gives"), span));
                    Err(Stop(Why::Run))
                }
            };
        }
        let value = self.terms.fresh_symbol(label, Origin::Fresh { unique });
        let symbol = self.terms.as_symbol(value).expect("a symbol");
        let before = StepId(self.trace.steps.len() as u32);
        let in_loop = self.loops.last().copied();
        let (label, unlisted) = (label.into(), false);
        let source = Source { symbol, label, span, before, in_loop, unlisted, foreign, kept };
        self.trace.sources.push(source);
        Ok(value)
    }

    /// What happens inside is kept under a name: fresh values are drawn once for it, and
    /// steps have the outcome of the first execution.
    pub fn keeping(&mut self, name: Term, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        self.keeping_by(name, false, body)
    }

    /// The same, but it is a mark in the item that says whether a write was executed.
    pub fn marking(&mut self, name: Term, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        self.keeping_by(name, true, body)
    }

    fn keeping_by(
        &mut self,
        name: Term,
        marked: bool,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let name = self.freeze(name);
        let outside = self.keeping.replace(Keeping { name, parts: 0, marked });
        let outcome = body(self);
        self.keeping = outside;
        outcome
    }

    /// Whether nothing else that is kept in this attempt has the name, in whichever iteration.
    pub fn is_name_free(&mut self, name: Term) -> bool {
        let name = self.freeze(name);
        !self.is_name_used(name) && self.differs_in_loops(name)
    }

    fn is_name_used(&mut self, name: Term) -> bool {
        if self.world.is_some() {
            return !self.used.insert(name);
        }
        let drawn = self.trace.sources.iter().any(|source| source.kept == Some(name));
        let guards: Vec<Term> = self
            .trace
            .steps
            .iter()
            .filter(|step| step.kept == Some(name))
            .map(|step| step.guard)
            .collect();
        drawn
            || guards.into_iter().any(|guard| {
                let both = self.terms.and(guard, self.path);
                !self.terms.is_false(both)
            })
    }

    /// Whether a term is another one in every iteration of the loops around.
    fn differs_in_loops(&self, term: Term) -> bool {
        let mut depends_on = vec![term];
        self.loops.iter().rev().all(|id| {
            let each = &self.trace.loops[id.0 as usize];
            let own = depends_on
                .iter()
                .any(|&term| self.terms.depends(term, |symbol| Some(symbol) == each.element));
            // A collection that belongs to the element of the loop around.
            depends_on.extend(each.collection.filter(|_| own));
            own
        })
    }

    /// How many steps were recorded so far.
    pub fn recorded(&self) -> usize {
        self.trace.steps.len()
    }

    /// The steps recorded since then.
    pub fn recorded_since(&self, count: usize) -> &[Step] {
        &self.trace.steps[count.min(self.trace.steps.len())..]
    }

    /// No attempt runs beside its retry: one that does not get a lease ends.
    pub fn exclude_overlap(&mut self) {
        self.trace.excludes_overlap = true;
    }

    /// The name under which the next draw or step is kept. The first has the name itself.
    pub(crate) fn name_of_next(&mut self) -> Option<Term> {
        let keeping = self.keeping.as_mut()?;
        let (name, part) = (keeping.name, keeping.parts);
        keeping.parts += 1;
        if part == 0 {
            return Some(name);
        }
        let part = self.terms.number(f64::from(part));
        Some(self.terms.pure("part of what is kept", &[name, part]))
    }

    /// A value that belongs to the instance that runs the function: the same whenever this
    /// attempt looks, and another one when another instance runs the retry.
    pub fn of_instance(&mut self, name: &str) -> Term {
        if let Some((value, source)) = self.instance.get(name).cloned() {
            // A loop that is executed again has forgotten what it drew.
            if let Some(source) = source
                && !self.trace.sources.iter().any(|known| known.symbol == source.symbol)
            {
                self.trace.sources.push(source);
            }
            return value;
        }
        let span = self.span;
        match self.fresh(name, span, false) {
            Ok(value) => {
                let source = self.trace.sources.last().filter(|_| self.world.is_none()).cloned();
                self.instance.insert(name.into(), (value, source));
                value
            }
            // The run is over; it stops at the next step.
            Err(_) => self.terms.undefined(),
        }
    }

    /// Says which settings the function is given; of others nothing is known.
    pub fn give_settings(&mut self, names: &BTreeSet<String>) {
        self.given_settings = Some(names.clone());
    }

    /// Whether the function may be given a setting, as far as that is known.
    pub fn is_setting_given(&self, name: &str) -> bool {
        self.given_settings.as_ref().is_none_or(|given| given.contains(name))
    }

    /// The setting (environment variable …) with this name.
    pub fn setting(&mut self, name: &str) -> Term {
        let library = self.library;
        if let Some(value) = library.setting(self, name) {
            return value;
        }
        match self.world.as_mut() {
            Some(world) => world.setting(self.terms, name),
            None => self.terms.setting(name),
        }
    }

    /// A setting whose name the program computes: perhaps one of the instance.
    pub(crate) fn unless_of_instance(&mut self, name: Term, setting: Term) -> Term {
        let name = self.freeze(name);
        let mut value = setting;
        for &own in self.library.settings_of_instance() {
            if !self.may_become(name, own) {
                continue;
            }
            let text = self.terms.string(own);
            let is_own = self.terms.equal(name, text);
            let of_instance = self.setting(own);
            value = self.terms.ite(is_own, of_instance, value);
        }
        value
    }

    /// Whether a text may turn out to be another one, by what it begins and ends with.
    fn may_become(&self, text: Term, other: &str) -> bool {
        let Node::Apply(Operator::Concat, parts) = self.terms.node(text) else { return true };
        let known = |part: Option<&Term>| part.and_then(|&part| self.terms.as_str(part));
        known(parts.first()).is_none_or(|begin| other.starts_with(&**begin))
            && known(parts.last()).is_none_or(|end| other.ends_with(&**end))
    }

    /// An argument of the function under test.
    pub fn input(&mut self, name: &str) -> Term {
        if let Some(world) = self.world.as_mut() {
            let value = world.input(self.terms, name);
            return self.thaw(value);
        }
        let value = self.terms.input(name);
        let symbol = self.terms.as_symbol(value).expect("a symbol");
        self.trace.inputs.push(symbol);
        value
    }

    /// The client gets its answer, unless it already has it. Execution goes on.
    pub fn respond(&mut self, value: Term, failed: bool, span: Span) {
        let value = self.freeze(value);
        let responded = self.responded();
        let open = self.terms.not(responded);
        let guard = self.terms.and(self.path, open);
        let done = self.terms.bool(true);
        self.state.variables.set(Self::RESPONDED, done);
        if self.known(open) == Some(false) {
            return;
        }
        let after = StepId(self.trace.steps.len() as u32);
        self.trace.completions.push(Completion { guard, value, failed, after, span });
    }

    /// Whether the client has its answer.
    pub fn responded(&mut self) -> Term {
        match self.state.variables.get(Self::RESPONDED) {
            Some(&responded) => responded,
            None => self.terms.bool(false),
        }
    }

    /// Notes that something was not supported; gives a value that may be anything.
    pub fn problem(&mut self, message: impl Into<String>, span: Span) -> Term {
        let message = message.into();
        let known = |p: &Problem| p.span == span && p.message == message;
        if !self.trace.problems.iter().any(known) {
            self.trace.problems.push(Problem { guard: self.path, message, span });
        }
        self.terms.fresh_symbol("unknown", Origin::Unknown)
    }

    /// Notes something that is taken for granted.
    pub fn assume(&mut self, assumption: impl Into<Assumption>) {
        let assumption = assumption.into();
        if !self.trace.assumptions.contains(&assumption) {
            self.trace.assumptions.push(assumption);
        }
    }

    /// Whether the program says of a value, by `?.`, that it may be nothing.
    pub fn is_doubted(&self, value: Term) -> bool {
        self.doubted.contains(&value)
    }

    /// Whether the program has a handler for exceptions of what happens now.
    pub fn is_tried(&self) -> bool {
        self.tried > 0
    }

    /// What a concrete run does after something that is not supported is not what
    /// the program does.
    fn stop_after_problems(&mut self) -> Result<(), Stop> {
        if self.ended.is_some() {
            return Err(Stop(Why::Run));
        }
        match self.trace.problems.first() {
            Some(problem) if self.world.is_some() => {
                self.ended = Some(Ended::GivenUp(problem.clone()));
                Err(Stop(Why::Run))
            }
            _ => Ok(()),
        }
    }

    /// Stops a concrete run because the world does not answer.
    pub(crate) fn suspend(&mut self, what: String) -> Stop {
        self.ended = Some(Ended::Suspended(what, self.span));
        Stop(Why::Run)
    }

    /// Stops the run for good.
    pub(crate) fn give_up(&mut self, message: String) -> Stop {
        let problem = Problem { guard: self.path, message, span: self.span };
        self.trace.problems.push(problem.clone());
        self.ended = Some(Ended::GivenUp(problem));
        Stop(Why::Run)
    }
}
