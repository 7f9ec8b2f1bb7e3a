//! Idempotence simulation: a proof that a retry shows nothing a retry-free run
//! could not show.
//!
//! For every step `c` that changes something (failure reduction, Theorem 3: one
//! crash, after a change), the attempt A executes steps up to `c`, and the retry
//! B executes the function again. The retry-free run N executes the steps up to
//! `c` when A did, and the rest when B does. So
//!
//! * B's repetition of a step up to `c` must change nothing ([`ObligationKind::Repeats`]);
//! * B's steps after `c` and its response must be those of N
//!   ([`ObligationKind::Diverges`], [`ObligationKind::Responds`]);
//! * if B fails although nobody else runs, N must fail ([`ObligationKind::Fails`]).
//!
//! B is the same trace with other values for what may differ: fresh values, and
//! contents of cells. Everything else is the *same term*, so a branch that
//! depends only on the input is not looked at twice, and the check is
//! polynomial in the length of the trace.

mod iteration;
pub(crate) mod observe;
mod retry;
mod same;
mod unnoticed;

use crate::app::App;
use crate::protection::{Protection, Protections};
use crate::rely::{Rely, Writer};
use aplomb_symbolic::{
    Action, Node, Operator, Origin, Step, StepId, SymbolId, Term, Terms, Trace, without_order,
};
use iteration::{Iteration, Progress, around};
use retry::{Again, Crash, Retry};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use unnoticed::Silence;

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
    /// It was needed that nobody can observe some of what is written.
    pub writes_unobserved: bool,
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
/// after `first` is looked at first.
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
        found.simulated.writes_unobserved |= alone.simulated.writes_unobserved;
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
        Environment::Concurrent => Rely::around(app, function),
    };
    let siblings = siblings(app, function, &trace);
    let mut simulation = Simulation {
        app,
        function,
        environment,
        rely,
        siblings,
        trace: &trace,
        givers: givers(&trace),
        silences: FxHashMap::default(),
        protections,
        looks,
        enough,
        unmet: Vec::new(),
        needs_nobody_to_look: false,
        writes_unobserved: false,
        questions: None,
        fields: FxHashMap::default(),
    };
    simulation.run(first);
    let may_fail = simulation.may_fail();
    let Simulation { unmet, needs_nobody_to_look, writes_unobserved, .. } = simulation;
    Attempted { simulated: Simulated { unmet, needs_nobody_to_look, writes_unobserved }, may_fail }
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

/// Where a value comes from.
enum Giver {
    /// It is drawn.
    Source(usize),
    /// Steps find it in a store.
    Steps(Vec<usize>),
}

/// Where the values of a trace come from that a log could keep.
fn givers(trace: &Trace) -> FxHashMap<SymbolId, Giver> {
    let mut givers: FxHashMap<SymbolId, Giver> = FxHashMap::default();
    for (index, step) in trace.steps.iter().enumerate() {
        let found: Vec<SymbolId> = match &step.action {
            Action::Access { accesses, .. } => accesses.iter().map(|access| access.old).collect(),
            Action::Scan { reply, .. } => vec![*reply],
            _ => Vec::new(),
        };
        for symbol in found {
            match givers.entry(symbol).or_insert_with(|| Giver::Steps(Vec::new())) {
                Giver::Steps(steps) => steps.push(index),
                Giver::Source(_) => {}
            }
        }
    }
    for (index, source) in trace.sources.iter().enumerate().rev() {
        givers.insert(source.symbol, Giver::Source(index));
    }
    givers
}

struct Simulation<'a> {
    app: &'a mut App,
    function: usize,
    environment: Environment,
    rely: Rely,
    siblings: Vec<Writer>,
    trace: &'a Trace,
    /// Where the values come from that a log could keep.
    givers: FxHashMap<SymbolId, Giver>,
    /// When each write may be moved: every crash point asks.
    silences: FxHashMap<usize, Option<Silence>>,
    protections: &'a Protections,
    looks: Looks,
    enough: usize,
    unmet: Vec<Obligation>,
    /// A crash point was shown to be unnoticed only because nobody looks.
    needs_nobody_to_look: bool,
    /// A crash point was shown to be unnoticed.
    writes_unobserved: bool,
    /// What the program asks about each content.
    questions: Option<FxHashMap<Term, Vec<Term>>>,
    /// The fields of the items of each store at which the program looks.
    fields: FxHashMap<Term, Vec<Arc<str>>>,
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
            // The nearest crash point after it.
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
            let (boundary, again) = (Some(crash), Again::Either);
            let all = self.iterations(crash).into_iter();
            let cases: Vec<Crash> =
                all.map(|iteration| Crash { behind: crash, boundary, again, iteration }).collect();
            if cases.iter().all(|&at| self.shows(at)) {
                continue;
            }
            if self.is_unnoticed(crash) {
                self.writes_unobserved = true;
                continue;
            }
            // Whoever stops at the first crash point does not ask what it lacks either.
            let most = if self.enough == 1 { 1 } else { usize::MAX };
            for at in cases {
                let unmet = self.check(at, most);
                self.unmet.extend(unmet);
            }
            failed += 1;
            if failed == self.enough {
                break;
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

    fn is_volatile(&self, symbol: SymbolId) -> bool {
        !matches!(
            self.app.terms.symbol(symbol).origin,
            Origin::Input | Origin::Setting | Origin::Element
        ) && !self.is_logged_symbol(symbol)
    }

    fn is_logged_symbol(&self, symbol: SymbolId) -> bool {
        match self.givers.get(&symbol) {
            Some(Giver::Source(source)) => self.is_drawn_once(*source),
            Some(Giver::Steps(steps)) => steps.iter().any(|&index| {
                self.protections.contains(&Protection::LogRead(StepId(index as u32)))
                    || self.trace.steps[index].kept.is_some_and(|name| self.is_stable(name))
            }),
            None => false,
        }
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

    /// Whether all obligations of one crash point are met.
    fn shows(&mut self, at: Crash) -> bool {
        self.check(at, 1).is_empty()
    }

    /// The obligations of one crash point that are not met, the first so many. Most crash
    /// points that fail are unnoticed, and nobody asks what else they lack.
    fn check(&mut self, at: Crash, most: usize) -> Vec<Obligation> {
        let crash = at.behind;
        let mut retry = self.start(at);
        let mut unmet = Vec::new();
        for index in 0..self.trace.steps.len() {
            if let Some(kind) = self.retry_step(&mut retry, index) {
                unmet.push(obligation(kind, crash, Some(index), retry.interference.take()));
            }
            if unmet.len() == most {
                return unmet;
            }
        }
        unmet.extend(self.ends(&mut retry));
        unmet
    }

    /// Whether it depends on more than the input whether the function fails.
    fn may_fail(&self) -> bool {
        let failures = self.trace.completions.iter().filter(|completion| completion.failed);
        let mut guards = failures.map(|completion| completion.guard);
        guards.any(|guard| self.app.terms.depends(guard, |symbol| self.is_volatile(symbol)))
    }
}

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
