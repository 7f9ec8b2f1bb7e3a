//! The verdict on a function.

use crate::advisor::{self, Advice};
use crate::app::App;
use crate::explain::{Explanation, explain};
use crate::protection::Protections;
use crate::refute::{Effort, Refutation, Refuted, Subjects, refute};
use crate::simulation::{
    Environment, Obligation, ObligationKind, Simulated, changes, simulate_between_runs,
};
use aplomb_symbolic::{Action, Step};

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
    Unknown(String),
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
    pub assumptions: Vec<String>,
}

impl Judgement {
    fn of(verdict: Verdict) -> Self {
        Judgement {
            verdict,
            unmet: Vec::new(),
            explanation: None,
            advice: None,
            assumptions: Vec::new(),
        }
    }

    /// Lists what a proof, of the function or of its protection, took for granted.
    fn assuming(self, app: &App, needs_nobody_to_look: bool) -> Self {
        let proved = matches!(self.verdict, Verdict::Safe);
        let judgement = match proved && !app.event_buckets.is_empty() {
            true => self.assume(
                "the events of a function come from one bucket, which it names in no other way",
            ),
            false => self,
        };
        match needs_nobody_to_look {
            true => judgement
                .assume("nobody looks at stores that no function reads while a retry is under way"),
            false => judgement,
        }
    }

    fn assume(mut self, assumption: &str) -> Self {
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
}

impl Default for Options {
    fn default() -> Self {
        Options {
            environment: Environment::Concurrent,
            effort: Effort::default(),
            exhaustive: true,
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
    let Simulated { unmet, needs_nobody_to_look } =
        simulate_between_runs(app, function, environment, &Protections::new());
    if unmet.is_empty() && problem.is_none() {
        let judgement = Judgement::of(Verdict::Safe).assuming(app, needs_nobody_to_look);
        return match needs_attempts_to_end(app, function, environment) {
            true => judgement.assume(match app.functions[function].trace.excludes_overlap {
                true => "the platform ends an attempt at its timeout, when its lease ends",
                false => "an attempt has ended when its retry starts",
            }),
            false => judgement,
        };
    }
    let verdict = match refute(app, subjects, function, &unmet, environment, options.effort) {
        Refuted::Yes(found) if found.actors.len() == 1 => Verdict::Unsafe(found),
        Refuted::Yes(found) => Verdict::UnsafeConcurrent(found),
        Refuted::No(stuck) => Verdict::Unknown(match (problem, stuck) {
            (Some(problem), _) => problem,
            (None, Some(stuck)) => {
                let question = stuck.starts_with("what ") || stuck.starts_with("whether ");
                let open = if question { "it is open " } else { "" };
                format!("a run can not be executed: {open}{stuck}")
            }
            (None, None) => why_not_proved(app, function, &unmet),
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
    Judgement { unmet, explanation, advice, ..Judgement::of(verdict) }
        .assuming(app, needs_nobody_to_look)
}

/// Whether an attempt that is still running beside its retry could do harm: a change that
/// nobody recognises as a repetition may come late, after what the retry or, meanwhile,
/// somebody else did.
fn needs_attempts_to_end(app: &App, function: usize, environment: Environment) -> bool {
    let trace = &app.functions[function].trace;
    let is_recognised = |step: &Step| match &step.action {
        _ if step.kept.is_some() => true,
        Action::Access { token, .. } => token.is_some(),
        Action::Effect { key, .. } => key.is_some(),
        _ => false,
    };
    let reached = trace.steps.iter().filter(|step| !app.terms.is_false(step.guard));
    let late = reached.filter(|step| changes(step) && !is_recognised(step));
    let times = |step: &Step| if step.in_loop.is_some() { 2 } else { 1 };
    late.map(times).sum::<usize>() >= if environment == Environment::Alone { 2 } else { 1 }
}

/// Why the trace may lack something.
fn problem(app: &App, function: usize) -> Option<String> {
    let trace = &app.functions[function].trace;
    let reached = |guard| !app.terms.is_false(guard);
    let understood = trace.problems.iter().find(|problem| reached(problem.guard));
    if let Some(problem) = understood {
        return Some(problem.message.clone());
    }
    // A function that can only fail was not understood: nobody deploys one.
    let ends = trace.completions.iter().any(|c| !c.failed && reached(c.guard));
    let failure = trace.completions.iter().find(|c| c.failed && reached(c.guard));
    (!ends).then(|| match failure {
        Some(failure) => {
            let why = app.terms.show(failure.value).to_string();
            let why: String = why.chars().take(200).collect();
            format!(
                "every path through the function fails as far as its libraries are known: {why}"
            )
        }
        None => "no path through the function reaches its end".into(),
    })
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
    let by = match obligation.interference {
        Some((other, step)) => {
            let other = &app.functions[other];
            format!(", because of {} in {}", other.trace.steps[step].label, other.name)
        }
        None => String::new(),
    };
    format!("could not prove {what} after a crash behind {crash}{by}, and found no violation")
}
