//! Idempotence simulation: a proof that a retry shows nothing a retry-free run
//! could not show.
//!
//! For every step `c` that changes something (failure reduction, Theorem 3: one
//! crash, after a change), the attempt A executes steps up to `c`, and the retry
//! B executes the function again. The retry-free run N executes the steps up to
//! `c` when A did, and the rest when B does. So
//!
//! * B's repetition of a step up to `c` must change nothing ([`ObligationKind::Repeats`]);
//! * B's steps behind `c` and its response must be those of N
//!   ([`ObligationKind::Diverges`], [`ObligationKind::Responds`]);
//! * if B fails although nobody else runs, N must fail ([`ObligationKind::Fails`]).
//!
//! B is the same trace with other values for what may differ: fresh values, and
//! contents of cells. Everything else is the *same term*, so a branch that
//! depends only on the input is not looked at twice, and the check is
//! polynomial in the length of the trace.

mod iteration;
pub(crate) mod observe;
mod unnoticed;

use crate::app::{App, map_step, symbol_term};
use crate::protection::{Protection, Protections};
use crate::rely::{Rely, Writer};
use aplomb_symbolic::{
    Access, Action, Node, Operator, Origin, Step, StepId, Term, Terms, Trace, without_order,
};
use iteration::{Iteration, Progress, around};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Who else runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Environment {
    /// Nobody: the paper's sequential rows.
    Alone,
    /// All functions of the application, any number of times.
    Concurrent,
}

/// When somebody outside looks at stores that no function reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looks {
    /// At any time: every prefix of a run counts, as Definition 1 has it.
    AnyTime,
    /// Not while a retry is under way: of several writes that nobody reads, the
    /// retry may have repeated some and not yet others.
    BetweenRuns,
}

/// What could not be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ObligationKind {
    /// The step, repeated, changes a store again.
    Repeats,
    /// The step, repeated, is seen again by a third party.
    RepeatsEffect,
    /// The step is not the one a retry-free run performs.
    Diverges,
    /// The response is not the one a retry-free run gives.
    Responds,
    /// The retry fails, alone, where a retry-free run may succeed.
    Fails,
    /// The step's meaning, or the loop it stands in, is not supported.
    NotUnderstood,
}

/// A proof obligation that was not met.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Obligation {
    /// What could not be shown.
    pub kind: ObligationKind,
    /// The step after which the attempt crashes.
    pub crash: StepId,
    /// The step concerned; `None` for the response.
    pub step: Option<StepId>,
    /// The write of another instance that stands in the way: function and step.
    pub interference: Option<(usize, usize)>,
}

/// How many crash points with obligations that are not met are collected.
const ENOUGH: usize = 8;

/// Checks idempotence simulation of a function. An empty answer is a proof; of
/// many crash points that fail only the first ones are told.
pub fn simulate(
    app: &mut App,
    function: usize,
    environment: Environment,
    protections: &Protections,
) -> Vec<Obligation> {
    simulate_until(app, function, environment, protections, Looks::AnyTime, ENOUGH, None).unmet
}

/// What [`simulate_between_runs`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// What could not be shown; nothing if it is a proof.
    pub unmet: Vec<Obligation>,
    /// It was needed that nobody looks while a retry is under way.
    pub needs_nobody_to_look: bool,
}

/// As [`simulate`], but nobody looks at stores that no function reads while a retry
/// is under way, where it cannot be shown otherwise.
pub fn simulate_between_runs(
    app: &mut App,
    function: usize,
    environment: Environment,
    protections: &Protections,
) -> Simulated {
    simulate_until(app, function, environment, protections, Looks::BetweenRuns, ENOUGH, None)
}

/// As [`simulate_between_runs`], but gives up at the first crash point that fails. The one
/// behind `first` is looked at first.
pub(crate) fn simulate_until_failure(
    app: &mut App,
    function: usize,
    environment: Environment,
    protections: &Protections,
    first: Option<StepId>,
) -> Simulated {
    simulate_until(app, function, environment, protections, Looks::BetweenRuns, 1, first)
}

fn simulate_until(
    app: &mut App,
    function: usize,
    environment: Environment,
    protections: &Protections,
    looks: Looks,
    enough: usize,
    first: Option<StepId>,
) -> Simulated {
    let mut prove =
        |environment| simulate_among(app, function, environment, protections, looks, enough, first);
    let mut found = prove(environment);
    // Among others a retry may fail for what they did; alone it may not.
    if environment == Environment::Concurrent && found.may_fail {
        let alone = prove(Environment::Alone);
        found.simulated.needs_nobody_to_look |= alone.simulated.needs_nobody_to_look;
        found.simulated.unmet.extend(alone.simulated.unmet);
        found.simulated.unmet.sort();
        found.simulated.unmet.dedup();
    }
    found.simulated
}

/// What a proof in one environment came to.
struct Attempted {
    simulated: Simulated,
    /// Whether the function fails depends on more than its input.
    may_fail: bool,
}

fn simulate_among(
    app: &mut App,
    function: usize,
    environment: Environment,
    protections: &Protections,
    looks: Looks,
    enough: usize,
    first: Option<StepId>,
) -> Attempted {
    let trace = app.functions[function].named.clone();
    let rely = match environment {
        Environment::Alone => Rely::alone(),
        Environment::Concurrent => {
            // Nothing overtakes a batch of a stream, so its own kind does not interfere.
            let own = app.functions[function].events.delivery == crate::Delivery::Stream;
            Rely::around(app, function, own.then_some(function))
        }
    };
    let siblings = siblings(app, function, &trace);
    let mut simulation = Simulation {
        app,
        function,
        environment,
        rely,
        siblings,
        trace: &trace,
        protections,
        looks,
        enough,
        unmet: Vec::new(),
        needs_nobody_to_look: false,
        shown: None,
        questions: None,
        fields: FxHashMap::default(),
    };
    simulation.run(first);
    let may_fail = simulation.may_fail();
    let Simulation { unmet, needs_nobody_to_look, .. } = simulation;
    Attempted { simulated: Simulated { unmet, needs_nobody_to_look }, may_fail }
}

/// What the function's own loops write, as other iterations than the one that is
/// looked at do it.
fn siblings(app: &mut App, function: usize, trace: &Trace) -> Vec<Writer> {
    if trace.loops.is_empty() {
        return Vec::new();
    }
    let own = Rely::only(app, function);
    own.writers()
        .filter(|writer| trace.steps[writer.step].in_loop.is_some())
        // Another iteration draws another key.
        .filter(|writer| !writer.makes_its_key())
        .cloned()
        .collect()
}

struct Simulation<'a> {
    app: &'a mut App,
    function: usize,
    environment: Environment,
    rely: Rely,
    siblings: Vec<Writer>,
    trace: &'a Trace,
    protections: &'a Protections,
    looks: Looks,
    enough: usize,
    unmet: Vec<Obligation>,
    /// A crash point was shown to be unnoticed only because nobody looks.
    needs_nobody_to_look: bool,
    /// The steps that mention each fresh value: every crash point asks.
    shown: Option<FxHashMap<Term, Vec<usize>>>,
    /// What the program asks about each content.
    questions: Option<FxHashMap<Term, Vec<Term>>>,
    /// The fields of the items of each store at which the program looks.
    fields: FxHashMap<Term, Vec<Arc<str>>>,
}

/// A crash point to check.
#[derive(Clone, Copy)]
struct Crash {
    /// The step after which the attempt crashes.
    behind: usize,
    /// The crash itself, or the step before it if the crashing step may be moved
    /// to the time of the retry.
    boundary: Option<usize>,
    /// Only retries that do not reach the step again.
    skips: bool,
    /// Which iterations of the loops around it are looked at.
    iteration: Iteration,
}

/// One crash point: what the retry sees.
struct Retry {
    /// The step after which the attempt crashes.
    crash: usize,
    /// Steps up to here happen in the retry-free run when the attempt executes them.
    boundary: Option<usize>,
    /// The retry does not reach the step behind which the attempt crashes.
    skips: bool,
    /// What the iteration of the loops around the crash stands for.
    iteration: Iteration,
    /// What is known: the attempt got as far as the crash.
    premise: Term,
    /// Values of the retry where they differ from the attempt's.
    retried: FxHashMap<Term, Term>,
    /// Values of the retry-free run where they differ from the attempt's.
    retry_free: FxHashMap<Term, Term>,
    /// Interference met so far, to explain a failure.
    interference: Option<(usize, usize)>,
    /// How many unknowns were introduced.
    unknowns: usize,
}

impl Retry {
    /// A value about which nothing is known. Every check starts with the same
    /// ones, so that a question which was answered is recognised.
    fn unknown(&mut self, app: &mut App, name: &str) -> Term {
        if app.unknowns.len() == self.unknowns {
            let unknown = app.terms.fresh_symbol(name, Origin::Any);
            app.unknowns.push(unknown);
        }
        self.unknowns += 1;
        app.unknowns[self.unknowns - 1]
    }
}

impl Simulation<'_> {
    fn run(&mut self, first: Option<StepId>) {
        if let Some(step) =
            self.trace.steps.iter().position(|s| matches!(s.action, Action::Unknown { .. }))
        {
            self.fail(ObligationKind::NotUnderstood, step, Some(step), None);
        }
        self.check_loops();
        let mut changing: Vec<usize> =
            (0..self.trace.steps.len()).filter(|&step| changes(&self.trace.steps[step])).collect();
        if let Some(first) = first {
            // The nearest crash point behind it.
            let at = changing.partition_point(|&step| step < first.0 as usize);
            if at < changing.len() {
                changing[..=at].rotate_right(1);
            }
        }
        let mut failed = 0;
        for crash in changing {
            if self.app.terms.is_false(self.trace.steps[crash].guard) {
                continue;
            }
            let mut unmet = Vec::new();
            for iteration in self.iterations(crash) {
                let boundary = Some(crash);
                unmet.extend(self.check(Crash {
                    behind: crash,
                    boundary,
                    skips: false,
                    iteration,
                }));
            }
            if unmet.is_empty() {
                continue;
            }
            if !self.is_unnoticed(crash) {
                self.unmet.extend(unmet);
                failed += 1;
                if failed == self.enough {
                    break;
                }
            }
        }
        self.unmet.sort();
        self.unmet.dedup();
    }

    fn fail(
        &mut self,
        kind: ObligationKind,
        crash: usize,
        step: Option<usize>,
        interference: Option<(usize, usize)>,
    ) {
        self.unmet.push(obligation(kind, crash, step, interference));
    }

    /// Theorem 2: a loop that changes something must do the same on retry, so it
    /// runs over a collection that stays the same (or over what is left of a store that it
    /// empties), and what it carries from one iteration to the next is a function of what
    /// stays the same.
    fn check_loops(&mut self) {
        for (index, step) in self.trace.steps.iter().enumerate() {
            let mut around = step.in_loop;
            while let Some(id) = around {
                let each = &self.trace.loops[id.0 as usize];
                let stable = |c| !self.app.terms.depends(c, |s| self.is_volatile(s));
                let carries = each.carries && !each.inputs.iter().all(|&input| stable(input));
                // Iterations that carry nothing may come in any order.
                let collection = each.collection.map(|c| without_order(&self.app.terms, c));
                let same = collection.is_some_and(stable) || self.clears_away(id);
                if changes(step) && (carries || !same) {
                    self.unmet.push(obligation(
                        ObligationKind::NotUnderstood,
                        index,
                        Some(index),
                        None,
                    ));
                }
                around = each.parent;
            }
        }
    }

    fn is_volatile(&self, symbol: aplomb_symbolic::SymbolId) -> bool {
        !matches!(
            self.app.terms.symbol(symbol).origin,
            Origin::Input | Origin::Setting | Origin::Element
        ) && !self.is_logged_symbol(symbol)
    }

    fn is_logged_symbol(&self, symbol: aplomb_symbolic::SymbolId) -> bool {
        if let Some(index) = self.trace.sources.iter().position(|s| s.symbol == symbol) {
            return self.is_drawn_once(index);
        }
        self.trace.steps.iter().enumerate().any(|(index, step)| {
            let gives = match &step.action {
                Action::Access { accesses, .. } => accesses.iter().any(|a| a.old == symbol),
                Action::Scan { reply, .. } => *reply == symbol,
                _ => false,
            };
            gives
                && (self.protections.contains(&Protection::LogRead(StepId(index as u32)))
                    || step.kept.is_some_and(|name| self.is_stable(name)))
        })
    }

    /// Whether the retry gets the value of a source that the attempt got.
    fn is_drawn_once(&self, source: usize) -> bool {
        self.protections.contains(&Protection::LogSource(source))
            || self.trace.sources[source].kept.is_some_and(|name| self.is_stable(name))
    }

    /// Whether a value is the same in all attempts.
    fn is_stable(&self, value: Term) -> bool {
        !self.app.terms.depends(value, |symbol| self.is_volatile(symbol))
    }

    fn is_protected(&self, protection: fn(StepId) -> Protection, step: usize) -> bool {
        self.protections.contains(&protection(StepId(step as u32)))
    }

    /// Checks one crash point.
    fn check(&mut self, at: Crash) -> Vec<Obligation> {
        let crash = at.behind;
        let mut retry = self.start(at);
        let mut unmet = Vec::new();
        for index in 0..self.trace.steps.len() {
            if let Some(kind) = self.retry_step(&mut retry, index) {
                unmet.push(obligation(kind, crash, Some(index), retry.interference.take()));
            }
        }
        unmet.extend(self.ends(&mut retry));
        unmet
    }

    /// How the retry ends; says what could not be shown.
    fn ends(&mut self, retry: &mut Retry) -> Vec<Obligation> {
        let mut unmet = Vec::new();
        let mut failures = Vec::new();
        let no = self.app.terms.bool(false);
        let mut free_failure = no;
        for completion in &self.trace.completions {
            let terms = &mut self.app.terms;
            let mut both = |replacements: &FxHashMap<Term, Term>| {
                let done = &mut FxHashMap::default();
                let guard = terms.replace_symbols(completion.guard, replacements, done);
                (guard, terms.replace_symbols(completion.value, replacements, done))
            };
            let (guard, value) = both(&retry.retried);
            let (free_guard, free_value) = both(&retry.retry_free);
            if completion.failed {
                failures.push(guard);
                free_failure = terms.or(free_failure, free_guard);
                continue;
            }
            let same = terms.equal(value, free_value);
            let goal = terms.and(free_guard, same);
            let premise = terms.and(retry.premise, guard);
            if !self.app.entails(premise, goal) {
                let kind = ObligationKind::Responds;
                unmet.push(obligation(kind, retry.crash, None, retry.interference));
            }
        }
        // Among others, a retry that fails answers nothing: the retry-free run just has
        // not answered yet.
        if self.environment == Environment::Alone {
            for guard in failures {
                let premise = self.app.terms.and(retry.premise, guard);
                if !self.app.entails(premise, free_failure) {
                    unmet.push(obligation(ObligationKind::Fails, retry.crash, None, None));
                }
            }
        }
        unmet
    }

    /// Whether it depends on more than the input whether the function fails.
    fn may_fail(&self) -> bool {
        let failures = self.trace.completions.iter().filter(|completion| completion.failed);
        let mut guards = failures.map(|completion| completion.guard);
        guards.any(|guard| self.app.terms.depends(guard, |symbol| self.is_volatile(symbol)))
    }

    fn start(&mut self, Crash { behind: crash, boundary, skips, iteration }: Crash) -> Retry {
        let premise = self.path_to(crash, iteration);
        let mut retry = Retry {
            crash,
            boundary,
            skips,
            iteration,
            premise,
            retried: FxHashMap::default(),
            retry_free: FxHashMap::default(),
            interference: None,
            unknowns: 0,
        };
        self.follow_attempt(&mut retry);
        for (index, source) in self.trace.sources.iter().enumerate() {
            if self.is_drawn_once(index) {
                continue;
            }
            let terms = &mut self.app.terms;
            let value = symbol_term(terms, source.symbol);
            let info = terms.symbol(source.symbol).clone();
            let again = match self.app.drawn_again.get(&value) {
                Some(&again) => again,
                None => terms.fresh_symbol(format!("{}'", info.name), info.origin),
            };
            self.app.drawn_again.insert(value, again);
            retry.retried.insert(value, again);
            // One that the attempt showed to nobody can be drawn again by the
            // retry-free run.
            if !self.is_shown(index, &retry) {
                retry.retry_free.insert(value, again);
            }
        }
        retry
    }

    /// The steps that mention a fresh value.
    fn mentions(&mut self, value: Term) -> Vec<usize> {
        if self.shown.is_none() {
            let mut shown: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
            for (index, step) in self.trace.steps.iter().enumerate() {
                let mut roots = Vec::new();
                map_step(&mut step.clone(), &mut |term| {
                    roots.push(term);
                    term
                });
                for symbol in self.app.terms.symbols_of(&roots) {
                    shown.entry(symbol_term(&mut self.app.terms, symbol)).or_default().push(index);
                }
            }
            self.shown = Some(shown);
        }
        self.shown.as_ref().and_then(|shown| shown.get(&value)).cloned().unwrap_or_default()
    }

    /// Executes one step of the retry; says what could not be shown.
    fn retry_step(&mut self, retry: &mut Retry, index: usize) -> Option<ObligationKind> {
        let step = &self.trace.steps[index];
        let progress = match retry.boundary {
            Some(boundary) => self.progress(retry.iteration, index, boundary),
            None => Progress::Ahead,
        };
        let (repeated, new) = (progress != Progress::Ahead, progress != Progress::Executed);
        let mut again = step.clone();
        crate::app::rewrite_step(&mut self.app.terms, &mut again, &retry.retried);
        match &step.action {
            Action::Access { accesses, token } => {
                if repeated && self.is_same_as_before(retry, step, &again, index, *token) {
                    self.keep_replies(retry, accesses, new);
                    return self.diverges(retry, step, &again).filter(|_| new);
                }
                if repeated && self.may_be_kept(retry, step, &again) {
                    for access in accesses {
                        let old = symbol_term(&mut self.app.terms, access.old);
                        self.unknown_value(retry, old, "kept", true);
                    }
                    let open = changes(step).then_some(ObligationKind::Repeats);
                    return open.or_else(|| self.diverges(retry, step, &again).filter(|_| new));
                }
                if !repeated && !changes(step) {
                    self.look_ahead(retry, step, &again, index);
                    return None;
                }
                let again_accesses = match &again.action {
                    Action::Access { accesses, .. } => accesses.clone(),
                    _ => unreachable!("rewriting keeps the action"),
                };
                for (access, again) in accesses.iter().zip(&again_accesses) {
                    if repeated {
                        self.observe_again(retry, access, again, index);
                    } else {
                        self.observe_new(retry, access, again);
                    }
                }
                // From the step itself: values of the attempt must not be replaced twice.
                again = step.clone();
                crate::app::rewrite_step(&mut self.app.terms, &mut again, &retry.retried);
                if retry.skips && index == retry.crash {
                    let happens = self.happens(&again);
                    let skipped = self.app.terms.not(happens);
                    retry.premise = self.app.terms.and(retry.premise, skipped);
                }
                if repeated && !self.changes_nothing(retry, &again) {
                    return Some(ObligationKind::Repeats);
                }
            }
            Action::Scan { store, reply, .. } => {
                let reply = symbol_term(&mut self.app.terms, *reply);
                let logged = self.is_protected(Protection::LogRead, index)
                    || self.is_kept(retry, step, &again);
                let open = !logged && self.may_be_kept(retry, step, &again);
                let same_filter = again.action == step.action && !open;
                if repeated && (logged || (same_filter && self.unchanged_store(retry, *store))) {
                    if new {
                        retry.retry_free.insert(reply, reply);
                    }
                } else {
                    self.unknown_value(retry, reply, "scan", repeated);
                }
            }
            Action::Sweep { reply, .. } => {
                let reply = symbol_term(&mut self.app.terms, *reply);
                let kept = repeated && self.is_kept(retry, step, &again);
                let nothing = kept
                    || (repeated
                        && !self.may_be_kept(retry, step, &again)
                        && self.sweeps_nothing(retry, step, &again, index));
                if kept || (nothing && self.selects_the_same(retry, step)) {
                    if new {
                        retry.retry_free.insert(reply, reply);
                    }
                } else {
                    self.unknown_value(retry, reply, "sweep", repeated);
                }
                if repeated && !nothing {
                    return Some(ObligationKind::Repeats);
                }
            }
            Action::Effect { arguments, reply, key, .. } => {
                let reply = symbol_term(&mut self.app.terms, *reply);
                if !repeated {
                    self.unknown_value(retry, reply, "reply", false);
                } else if self.is_kept(retry, step, &again)
                    || self.is_recognised(retry, &again, index, *arguments, *key)
                {
                    return None;
                } else {
                    self.unknown_value(retry, reply, "reply", true);
                    let terms = &mut self.app.terms;
                    let never = terms.not(again.guard);
                    if !self.app.entails(retry.premise, never) {
                        return Some(ObligationKind::RepeatsEffect);
                    }
                }
            }
            Action::Unknown { .. } => return Some(ObligationKind::NotUnderstood),
        }
        if !new {
            return None;
        }
        let differs = self.diverges(retry, step, &again)?;
        let idle = !repeated && self.differs_in_nothing(retry, step, index);
        (!idle).then_some(differs)
    }

    /// The step is skipped on retry and gives the results of the attempt: it was
    /// made to happen once, its read was logged, or the store knows its token.
    fn is_same_as_before(
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
    fn is_kept(&mut self, retry: &Retry, step: &Step, again: &Step) -> bool {
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
    fn marks_stay(&mut self, step: &Step) -> bool {
        let writers = Rely::without(self.app, None);
        step.accesses().iter().all(|access| {
            let mut writing = writers.writing(self.app, access.store);
            writing.all(|writer| writer.changes_what_is_there(self.app))
        })
    }

    /// Whether a log may give the retry the outcome of the attempt, so that it does not
    /// see what there is now.
    fn may_be_kept(&mut self, retry: &Retry, step: &Step, again: &Step) -> bool {
        let (Some(name), Some(again_name)) = (step.kept, again.kept) else { return false };
        let same = self.app.terms.equal(name, again_name);
        let differs = self.app.terms.not(same);
        !self.app.entails(retry.premise, differs)
    }

    fn keep_replies(&mut self, retry: &mut Retry, accesses: &[Access], new: bool) {
        for access in accesses {
            let old = symbol_term(&mut self.app.terms, access.old);
            retry.retried.remove(&old);
            if new {
                retry.retry_free.remove(&old);
            }
        }
    }

    fn observe_new(&mut self, retry: &mut Retry, access: &Access, again: &Access) {
        let old = symbol_term(&mut self.app.terms, access.old);
        let now = self.unknown_value(retry, old, "now", false);
        let known = self.app.known_content(again.store, again.key, now);
        retry.premise = self.app.terms.and(retry.premise, known);
    }

    /// A value of the retry about which nothing is known. If the retry-free run
    /// obtains it at the same time, it is the same value there.
    fn unknown_value(
        &mut self,
        retry: &mut Retry,
        value: Term,
        name: &str,
        repeated: bool,
    ) -> Term {
        let any = retry.unknown(self.app, name);
        retry.retried.insert(value, any);
        if !repeated {
            retry.retry_free.insert(value, any);
        }
        any
    }

    /// When a step takes place: it is reached, and its conditions hold.
    fn happens(&mut self, step: &Step) -> Term {
        let conditions = step.accesses().iter().map(|access| access.condition);
        let all: Vec<Term> = [step.guard].into_iter().chain(conditions).collect();
        self.app.terms.apply(Operator::And, &all)
    }

    fn changes_nothing(&mut self, retry: &mut Retry, again: &Step) -> bool {
        let Action::Access { accesses, .. } = &again.action else { return false };
        let terms = &mut self.app.terms;
        let mut happens = vec![again.guard];
        let mut same = Vec::new();
        for access in accesses {
            let old = symbol_term(terms, access.old);
            let old = retry.retried.get(&old).copied().unwrap_or(old);
            happens.push(access.condition);
            if let Some(new) = access.new {
                same.push(terms.equal(new, old));
            }
        }
        let happens = terms.apply(Operator::And, &happens);
        let same = terms.apply(Operator::And, &same);
        let premise = terms.and(retry.premise, happens);
        self.app.entails(premise, same)
    }

    /// Whether a step of the function writes to a store.
    fn writes_to(&self, step: usize, store: Term) -> bool {
        match &self.trace.steps[step].action {
            Action::Access { accesses, .. } => {
                accesses.iter().any(|a| a.new.is_some() && self.app.same_store(a.store, store))
            }
            Action::Sweep { store: swept, .. } => self.app.same_store(*swept, store),
            _ => false,
        }
    }

    /// Whether neither the attempt nor the environment changes a store.
    fn unchanged_store(&self, retry: &Retry, store: Term) -> bool {
        let own = (0..self.trace.steps.len())
            .filter(|&index| self.possibly_executed(index, retry.crash))
            .any(|index| self.writes_to(index, store));
        !own && self.rely.writing(self.app, store).next().is_none()
    }

    /// Whether writing all cells that match once more changes none of them.
    fn sweeps_nothing(&mut self, retry: &Retry, step: &Step, again: &Step, index: usize) -> bool {
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
        if step.action != again.action || later || others {
            return false;
        }
        let terms = &mut self.app.terms;
        let old = symbol_term(terms, old);
        let twice = terms.substitute(new, &FxHashMap::from_iter([(old, new)]));
        let same = terms.equal(twice, new);
        self.app.entails(retry.premise, same)
    }

    /// Whether a cell that matches still matches when it was written.
    fn selects_the_same(&mut self, retry: &Retry, step: &Step) -> bool {
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
    fn is_recognised(
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
    fn diverges(&mut self, retry: &Retry, step: &Step, again: &Step) -> Option<ObligationKind> {
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

type Token = Term;

fn obligation(
    kind: ObligationKind,
    crash: usize,
    step: Option<usize>,
    interference: Option<(usize, usize)>,
) -> Obligation {
    Obligation {
        kind,
        crash: StepId(crash as u32),
        step: step.map(|s| StepId(s as u32)),
        interference,
    }
}

/// Whether a step changes a store or is seen by others.
pub(crate) fn changes(step: &Step) -> bool {
    match &step.action {
        Action::Access { accesses, .. } => accesses.iter().any(|a| a.new.is_some()),
        Action::Sweep { .. } | Action::Effect { .. } | Action::Unknown { .. } => true,
        Action::Scan { .. } => false,
    }
}

fn is_question(terms: &Terms, term: Term) -> bool {
    matches!(
        terms.node(term),
        Node::Apply(
            Operator::Equal
                | Operator::Less
                | Operator::LessEqual
                | Operator::Truthy
                | Operator::NotEmpty
                | Operator::Has,
            _
        )
    )
}
