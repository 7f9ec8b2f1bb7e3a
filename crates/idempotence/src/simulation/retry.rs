//! The retry: what it sees, step by step, and how it ends.

use super::iteration::{Iteration, Progress};
use super::{Environment, Obligation, ObligationKind, Simulation, changes, obligation};
use crate::app::{App, symbol_term};
use crate::protection::Protection;
use aplomb_symbolic::{Access, Action, Operator, Origin, Step, Term};
use rustc_hash::FxHashMap;

/// Which retries are looked at, by whether they perform the step again after which the
/// attempt crashes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// All of them.
    Either,
    /// Those that do not.
    Skipped,
    /// Those that do.
    Repeated,
}

/// A crash point to check.
#[derive(Clone, Copy)]
pub(super) struct Crash {
    /// The step after which the attempt crashes.
    pub(super) behind: usize,
    /// The crash itself, or the step before it if the crashing step may be moved
    /// to the time of the retry.
    pub(super) boundary: Option<usize>,
    /// Which retries are looked at.
    pub(super) again: Again,
    /// Which iterations of the loops around it are looked at.
    pub(super) iteration: Iteration,
}

/// One crash point: what the retry sees.
pub(super) struct Retry {
    /// The step after which the attempt crashes.
    pub(super) crash: usize,
    /// Steps up to here happen in the retry-free run when the attempt executes them.
    pub(super) boundary: Option<usize>,
    /// Whether the retry performs the step again after which the attempt crashes.
    pub(super) again: Again,
    /// What the iteration of the loops around the crash stands for.
    pub(super) iteration: Iteration,
    /// What is known: the attempt got as far as the crash.
    pub(super) premise: Term,
    /// Values of the retry where they differ from the attempt's.
    pub(super) retried: FxHashMap<Term, Term>,
    /// Values of the retry-free run where they differ from the attempt's.
    pub(super) retry_free: FxHashMap<Term, Term>,
    /// Interference met so far, to explain a failure.
    pub(super) interference: Option<(usize, usize)>,
    /// How many unknowns were introduced.
    pub(super) unknowns: usize,
}

impl Retry {
    /// A value about which nothing is known. Every check starts with the same
    /// ones, so that a question which was answered is recognised.
    pub(super) fn unknown(&mut self, app: &mut App, name: &str) -> Term {
        if app.unknowns.len() == self.unknowns {
            let unknown = app.terms.fresh_symbol(name, Origin::Any);
            app.unknowns.push(unknown);
        }
        self.unknowns += 1;
        app.unknowns[self.unknowns - 1]
    }
}

impl Simulation<'_> {
    pub(super) fn start(
        &mut self,
        Crash { behind: crash, boundary, again, iteration }: Crash,
    ) -> Retry {
        let premise = self.path_to(crash, iteration);
        let mut retry = Retry {
            crash,
            boundary,
            again,
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

    /// Executes one step of the retry; says what could not be shown.
    pub(super) fn retry_step(&mut self, retry: &mut Retry, index: usize) -> Option<ObligationKind> {
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
                if retry.again != Again::Either && index == retry.crash {
                    let happens = self.happens(&again);
                    let known = match retry.again {
                        Again::Skipped => self.app.terms.not(happens),
                        _ => happens,
                    };
                    retry.premise = self.app.terms.and(retry.premise, known);
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

    pub(super) fn observe_new(&mut self, retry: &mut Retry, access: &Access, again: &Access) {
        let old = symbol_term(&mut self.app.terms, access.old);
        let now = self.unknown_value(retry, old, "now", false);
        let known = self.app.known_content(again.store, again.key, now);
        retry.premise = self.app.terms.and(retry.premise, known);
    }

    /// A value of the retry about which nothing is known. If the retry-free run
    /// obtains it at the same time, it is the same value there.
    pub(super) fn unknown_value(
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
    pub(super) fn happens(&mut self, step: &Step) -> Term {
        let conditions = step.accesses().iter().map(|access| access.condition);
        let all: Vec<Term> = [step.guard].into_iter().chain(conditions).collect();
        self.app.terms.apply(Operator::And, &all)
    }

    /// How the retry ends; says what could not be shown.
    pub(super) fn ends(&mut self, retry: &mut Retry) -> Vec<Obligation> {
        let mut unmet = Vec::new();
        let mut failures = Vec::new();
        let no = self.app.terms.bool(false);
        let mut free_failure = no;
        let fails = self.trace.completions.iter().filter(|completion| completion.failed);
        let alike: Vec<Term> =
            fails.map(|it| it.guard).filter(|&guard| self.fails_alike(retry, guard)).collect();
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
                if !alike.contains(&completion.guard) {
                    failures.push(guard);
                }
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

    /// Whether a run without a crash that draws what the retry drew fails where the retry does:
    /// that depends on what the function is given and draws, and on what it found in cells,
    /// named by its input, in which the retry found the same as the attempt.
    fn fails_alike(&self, retry: &Retry, guard: Term) -> bool {
        let terms = &self.app.terms;
        let accesses = || self.trace.steps.iter().flat_map(Step::accesses);
        terms.symbols_of(&[guard]).into_iter().all(|symbol| match terms.symbol(symbol).origin {
            Origin::Input | Origin::Setting | Origin::Fresh { .. } => true,
            Origin::Old => {
                let is_same = retry.retried.iter().all(|(&value, &again)| {
                    value == again || terms.as_symbol(value) != Some(symbol)
                });
                let mut cell = accesses().filter(|access| access.old == symbol);
                is_same
                    && cell.all(|access| {
                        access.new.is_none()
                            && self.is_stable(access.key)
                            && self.is_stable(access.store)
                            && !(0..self.trace.steps.len())
                                .any(|step| self.writes_to(step, access.store))
                    })
            }
            _ => false,
        })
    }
}
