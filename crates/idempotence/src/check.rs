//! The verdict on a function.

use crate::advisor::{self, Advice};
use crate::app::{App, FunctionModel};
use crate::assumptions;
use crate::definition::Freshness;
use crate::explain::{Explanation, explain};
use crate::overlap;
use crate::protection::Protections;
use crate::refute::{Effort, Refutation, Refuted, Subjects, refute};
use crate::rely::Rely;
use crate::simulation::{
    Environment, Obligation, ObligationKind, Simulated, changes, simulate_between_runs,
};
use aplomb_report::Cause;
use aplomb_symbolic::{Action, Assumption, AssumptionKind, Step, Term};
use std::collections::BTreeSet;

/// What was found out about a function.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Proved: a retry shows nothing new.
    Safe,
    /// A crash and a retry alone break it.
    Unsafe(Box<Refutation>),
    /// It breaks if other instances run meanwhile.
    UnsafeConcurrent(Box<Refutation>),
    /// Neither proved nor refuted, for this reason.
    Unknown(Reason),
}

/// Why a function is neither proved nor refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// As one of a list.
    pub cause: Cause,
    /// Of this function, in words.
    pub text: String,
}

/// The verdict with what led to it.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// What could not be proved; empty if safe.
    pub unmet: Vec<Obligation>,
    /// What goes wrong, and where, if the function is unsafe.
    pub explanation: Option<Explanation>,
    /// The smallest protection, if the function is not safe.
    pub advice: Option<Advice>,
    /// What the proof that the function is safe, or is with the protection, takes for
    /// granted, besides what the trace does.
    pub assumptions: Vec<Assumption>,
    /// The function is safe once no attempt runs beside its retry.
    pub needs_lease: bool,
    /// The violation needs a service that is only asked to answer something else on the retry.
    pub needs_another_answer: bool,
}

impl Judgement {
    fn of(verdict: Verdict) -> Self {
        Judgement {
            verdict,
            unmet: Vec::new(),
            explanation: None,
            advice: None,
            assumptions: Vec::new(),
            needs_lease: false,
            needs_another_answer: false,
        }
    }

    fn needing_a_lease(self) -> Self {
        Judgement { needs_lease: true, ..self }
    }

    /// Lists what a proof, of the function or of its protection, took for granted.
    fn assuming(self, app: &App, needs_nobody_to_look: bool) -> Self {
        let proved = matches!(self.verdict, Verdict::Safe);
        let judgement = match proved && !app.event_stores.is_empty() {
            true => self.assume(&assumptions::EVENT_STORE),
            false => self,
        };
        match needs_nobody_to_look {
            true => judgement.assume(&assumptions::NOBODY_LOOKS),
            false => judgement,
        }
    }

    /// Lists the functions of which nobody knows all that they do to the stores, if this one
    /// uses any and changes something: what is not known of them is not among what it was
    /// proved against. Those that are known to use the same stores say so. A function that
    /// changes nothing leaves nothing behind that they could meddle with.
    fn beside_the_unread(mut self, app: &App, function: usize, environment: Environment) -> Self {
        let used = stores(app, function);
        let leaves_something = reached(app, function).any(changes);
        if environment == Environment::Alone || used.is_empty() || !leaves_something {
            return self;
        }
        let incomplete = (0..app.functions.len())
            .filter(|&other| other != function && !is_complete(app, other))
            .map(|other| {
                let theirs = stores(app, other).into_iter().map(|(store, _)| store);
                let is_used = |store: &Term| used.iter().any(|own| app.same_store(own.0, *store));
                let shared: BTreeSet<String> =
                    theirs.filter(is_used).map(|store| app.name_of_store(store)).collect();
                let name = &app.functions[other].name;
                match Vec::from_iter(shared).join(" and ") {
                    shared if shared.is_empty() => name.to_string(),
                    shared => format!("{name} (which uses {shared})"),
                }
            });
        let unread = app.unread.iter().map(|name| name.to_string());
        let names: Vec<String> = incomplete.chain(unread).collect();
        if !names.is_empty() {
            self.assumptions.push(assumptions::OTHER_FUNCTIONS.of(&[&names.join(", ")]));
        }
        self
    }

    /// Lists that other shards of the stream from which the function gets its batches lead to
    /// other keys.
    fn beside_other_shards(self, app: &mut App, function: usize, environment: Environment) -> Self {
        match environment == Environment::Concurrent && Rely::needs_shards_of_its_own(app, function)
        {
            true => self.assume(&assumptions::SHARDS),
            false => self,
        }
    }

    /// Lists the functions that would see what nobody reads if they were called for it.
    fn unwatched(mut self, app: &App, function: usize, writes_unobserved: bool) -> Self {
        let written = stores(app, function).into_iter().filter(|(_, is_written)| *is_written);
        let called: BTreeSet<usize> =
            written.flat_map(|(store, _)| app.called_by_writes(store)).collect();
        let others = called.into_iter().filter(|&other| other != function);
        let names: Vec<&str> = others.map(|other| &*app.functions[other].name).collect();
        if writes_unobserved && !names.is_empty() {
            self.assumptions.push(assumptions::UNWATCHED_WRITES.of(&[&names.join(", ")]));
        }
        self
    }

    /// Lists the names of stores that the function uses, with those that would matter if they
    /// were other names of the same stores: somebody writes there, and the value is not known.
    fn of_different_stores(mut self, app: &App, function: usize) -> Self {
        let used = stores(app, function);
        let mut named = BTreeSet::new();
        for other in (0..app.functions.len()).flat_map(|other| stores(app, other)) {
            for own in &used {
                let is_open = |store: Term| app.terms.as_str(store).is_none();
                if (own.1 || other.1)
                    && (is_open(own.0) || is_open(other.0))
                    && !app.same_store(own.0, other.0)
                {
                    named.extend([own.0, other.0].map(|store| app.name_of_store(store)));
                }
            }
        }
        if !named.is_empty() {
            let names = Vec::from_iter(named).join(", ");
            self.assumptions.push(assumptions::DIFFERENT_STORES.of(&[&names]));
        }
        self
    }

    fn assume(mut self, assumption: &'static AssumptionKind) -> Self {
        self.assumptions.push(assumption.into());
        self
    }
}

/// How to check.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Who else runs.
    pub environment: Environment,
    /// How much to try for a violation.
    pub effort: Effort,
    /// Look for the cheapest protection instead of a good one.
    pub exhaustive: bool,
    /// An attempt may still be running when its retry starts.
    pub overlap: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            environment: Environment::Concurrent,
            effort: Effort::default(),
            exhaustive: true,
            overlap: false,
        }
    }
}

/// Proves a function safe, or finds a violation, or says why neither worked.
pub fn check(
    app: &mut App,
    subjects: &dyn Subjects,
    function: usize,
    options: Options,
) -> Judgement {
    let environment = options.environment;
    let problem = problem(app, function);
    let Simulated { unmet, needs_nobody_to_look, writes_unobserved } =
        simulate_between_runs(app, function, environment, &Protections::new());
    if unmet.is_empty() && problem.is_none() {
        let judgement = Judgement::of(Verdict::Safe)
            .assuming(app, needs_nobody_to_look)
            .beside_the_unread(app, function, environment)
            .beside_other_shards(app, function, environment)
            .unwatched(app, function, writes_unobserved)
            .of_different_stores(app, function);
        let Some(harm) = overlap::harm(app, function, environment) else { return judgement };
        return match app.functions[function].trace.excludes_overlap {
            true => judgement.assume(&assumptions::LEASE),
            false if options.overlap => Judgement::of(Verdict::Unknown(Reason {
                cause: Cause::Undecided,
                text: format!(
                    "an attempt that is still running when its retry starts could do harm: \
                     {harm}; the option `lease` of the retry runtime excludes that"
                ),
            }))
            .needing_a_lease(),
            false => judgement.assume(&assumptions::ATTEMPT_ENDED),
        };
    }
    let verdict = match refute(app, subjects, function, &unmet, environment, options.effort) {
        Refuted::Yes(found) if found.actors.len() == 1 => Verdict::Unsafe(found),
        Refuted::Yes(found) => Verdict::UnsafeConcurrent(found),
        Refuted::No(stuck) => Verdict::Unknown(match (problem, stuck) {
            (Some(problem), _) => problem,
            (None, Some(stuck)) => Reason {
                cause: Cause::NotExecuted,
                text: format!("a run cannot be executed: {stuck}"),
            },
            (None, None) => {
                Reason { cause: Cause::Undecided, text: why_not_proved(app, function, &unmet) }
            }
        }),
    };
    let explanation = match &verdict {
        Verdict::Unsafe(found) | Verdict::UnsafeConcurrent(found) => {
            Some(explain(app, subjects, found))
        }
        Verdict::Safe | Verdict::Unknown(_) => None,
    };
    let advice = Some(if options.exhaustive {
        advisor::exhaustive(app, function, environment, &unmet)
    } else {
        advisor::heuristic(app, function, environment, &unmet)
    });
    let needs_nobody_to_look =
        matches!(advice, Some(Advice::Protect { needs_nobody_to_look: true, .. }));
    let needs_another_answer = needs_another_answer(&verdict);
    Judgement { unmet, explanation, advice, needs_another_answer, ..Judgement::of(verdict) }
        .assuming(app, needs_nobody_to_look)
}

/// Whether a service that the function only asks answers its retry something else in a
/// violation. Those in which it does not were tried before.
fn needs_another_answer(verdict: &Verdict) -> bool {
    let (Verdict::Unsafe(found) | Verdict::UnsafeConcurrent(found)) = verdict else {
        return false;
    };
    let answers = || {
        let draws = found.violation.draws.iter();
        draws.filter(|draw| draw.instance == 0 && draw.kind == Freshness::Answer)
    };
    answers().any(|one| {
        answers().any(|other| {
            (one.source, one.kept) == (other.source, other.kept) && one.value != other.value
        })
    })
}

/// The steps that a function may come to.
fn reached(app: &App, function: usize) -> impl Iterator<Item = &Step> {
    let steps = app.functions[function].trace.steps.iter();
    steps.filter(|step| !app.terms.is_false(step.guard))
}

/// The stores that a function uses, each with whether it is written there.
fn stores(app: &App, function: usize) -> Vec<(Term, bool)> {
    let mut stores: Vec<(Term, bool)> = reached(app, function)
        .flat_map(|step| match &step.action {
            Action::Access { accesses, .. } => {
                accesses.iter().map(|access| (access.store, access.new.is_some())).collect()
            }
            Action::Scan { store, .. } => vec![(*store, false)],
            Action::Sweep { store, .. } => vec![(*store, true)],
            Action::Effect { .. } | Action::Unknown { .. } => Vec::new(),
        })
        .collect();
    stores.sort_unstable();
    stores.dedup();
    stores
}

/// Whether the trace of a function has all that the function does.
fn is_complete(app: &App, function: usize) -> bool {
    let not_known = |step: &Step| matches!(step.action, Action::Unknown { .. });
    problem(app, function).is_none() && !reached(app, function).any(not_known)
}

/// Why the trace may lack something.
fn problem(app: &App, function: usize) -> Option<Reason> {
    let trace = &app.functions[function].trace;
    let reached = |guard| !app.terms.is_false(guard);
    let understood = trace.problems.iter().find(|problem| reached(problem.guard));
    if let Some(problem) = understood {
        return Some(Reason { cause: Cause::NotSupported, text: problem.message.clone() });
    }
    // Nobody deploys a function that can only fail: something of it is not supported.
    let ends = trace.completions.iter().any(|c| !c.failed && reached(c.guard));
    let failure = trace.completions.iter().find(|c| c.failed && reached(c.guard));
    let text = || match failure {
        Some(failure) => {
            let why = app.terms.show(failure.value).to_string();
            let why: String = why.chars().take(200).collect();
            format!(
                "every path through the function fails as far as its libraries are known: {why}"
            )
        }
        None => "no path through the function reaches its end".into(),
    };
    (!ends).then(|| Reason { cause: Cause::NotSupported, text: text() })
}

/// The first obligation that was not met, in words.
fn why_not_proved(app: &App, function: usize, unmet: &[Obligation]) -> String {
    let Some(obligation) = unmet.first() else { return "nothing was left to prove".into() };
    let trace = &app.functions[function].trace;
    let crash = &trace.step(obligation.crash).label;
    let step = obligation.step.map(|step| trace.step(step).label.clone());
    let step = step.as_deref().unwrap_or("the response");
    let what = match obligation.kind {
        ObligationKind::Repeats => format!("that repeating {step} changes nothing"),
        ObligationKind::RepeatsEffect => format!("that {step} is not seen twice"),
        ObligationKind::Diverges => format!("that {step} is the same on retry"),
        ObligationKind::Responds => "that the response is the same on retry".into(),
        ObligationKind::Fails => "that the retry does not fail".into(),
        ObligationKind::NotUnderstood => format!("what {step} does"),
    };
    let after = if obligation.step == Some(obligation.crash) { "it" } else { &**crash };
    let repeats = obligation.kind == ObligationKind::Repeats;
    let teller = obligation.step.filter(|_| repeats).and_then(|step| {
        let written = trace.step(step).accesses().iter().filter(|access| access.new.is_some());
        written.filter_map(|access| app.looks_at_stamps(access.store, |_| true)).next()
    });
    let by = match obligation.interference {
        _ if let Some(teller) = teller => {
            let name = &app.functions[teller].name;
            format!(", because {name} looks at when that was written, or at its version")
        }
        Some((other, step)) => {
            let FunctionModel { name, trace, .. } = &app.functions[other];
            let instance = if other == function { "another instance of " } else { "" };
            format!(", because {} in {instance}{name} may come between", trace.steps[step].label)
        }
        None => String::new(),
    };
    format!(
        "could not prove {what} if a crash comes right after {after}{by}, and found no violation"
    )
}
