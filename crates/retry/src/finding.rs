//! Judgements as findings.

use aplomb_cloud::Trigger;
use aplomb_idempotence::{
    Explanation, Fault, Judgement, Protection, Verdict,
    advisor::{self, Advice},
};
use aplomb_report::{Cause, Code, Finding, Suggestion};
use aplomb_symbolic::{Assumption, Problem, Step};

use crate::{
    Advised, Loaded, Places, Row, Word,
    code::{principal, principal_code},
    row,
};

const UNDECIDED: &str = "retry safety could not be decided";

/// A function's finding and its row.
pub(crate) fn finding(
    loaded: &mut Loaded,
    function: usize,
    judgement: &Judgement,
) -> (Finding, Row) {
    let name = loaded.functions[function].0.name.clone();
    let (word, finding) = match &judgement.verdict {
        Verdict::Safe => {
            (Word::Safe, Finding::holds(Code::RETRY_SAFE, &name, "a retry shows nothing new"))
        }
        Verdict::Unknown(reason) => {
            let code = Code::RETRY_SAFETY_UNKNOWN;
            let finding = Finding::unknown(code, &name, UNDECIDED, &*reason.text);
            (Word::Unknown, finding.caused_by(reason.cause))
        }
        Verdict::Unsafe(found) | Verdict::UnsafeConcurrent(found) => {
            let concurrent = matches!(judgement.verdict, Verdict::UnsafeConcurrent(_));
            match loaded.confirm(found) {
                Ok(witness) => {
                    let code = principal_code(&loaded.app, function, judgement, concurrent);
                    let title = code.page().title;
                    let word = if concurrent { Word::UnsafeConcurrent } else { Word::Unsafe };
                    (word, Finding::violated(code, &name, title, witness))
                }
                Err(why) => {
                    let code = Code::RETRY_SAFETY_UNKNOWN;
                    (Word::Unknown, Finding::unconfirmed(code, &name, UNDECIDED, &why))
                }
            }
        }
    };
    let finding = decorate(loaded, function, judgement, finding);
    let reason = match finding.verdict() {
        aplomb_report::Verdict::Unknown { reason, .. } => reason.clone(),
        _ => finding.title().to_string(),
    };
    let violations = match word {
        Word::Unsafe | Word::UnsafeConcurrent => {
            row::violations(loaded, function, judgement, finding.code())
        }
        Word::Safe | Word::Unknown => Vec::new(),
    };
    let row = Row {
        violations,
        protect: row::protect(loaded, function, judgement),
        assumptions: assumptions(loaded, function, judgement).map(ToString::to_string).collect(),
        ..Row::new(&loaded.functions[function].0, word, reason)
    };
    (finding, row)
}

/// A function that could not be read.
pub(crate) fn unread(name: &str, why: &str) -> Finding {
    Finding::unknown(Code::RETRY_SAFETY_UNKNOWN, name, "the function could not be read", why)
        .caused_by(Cause::Unread)
}

fn assumptions<'a>(
    loaded: &'a Loaded,
    function: usize,
    judgement: &'a Judgement,
) -> impl Iterator<Item = &'a Assumption> {
    loaded.app.functions[function].trace.assumptions.iter().chain(&judgement.assumptions)
}

fn decorate(
    loaded: &Loaded,
    function: usize,
    judgement: &Judgement,
    mut finding: Finding,
) -> Finding {
    let places = Places::new(&loaded.program);
    let trace = &loaded.app.functions[function].trace;
    for assumption in assumptions(loaded, function, judgement) {
        finding = finding.assuming(assumption.to_string());
    }
    if matches!(judgement.verdict, Verdict::Safe) {
        return finding;
    }
    let cause = loaded.cause(function);
    if let (Verdict::Unknown(_), Some(problem)) = (&judgement.verdict, cause) {
        if let Some(span) = places.span(problem.span) {
            // The reason has the rest: what would help.
            let message = problem.message.split("; ").next().unwrap_or_default();
            finding = finding.at(span, message);
        }
    } else if let Some(Explanation { fault, step, left_out, interference }) = &judgement.explanation
    {
        let label = step.as_ref().map_or("the crash", |step| &*step.label);
        if let Some(span) = step.as_ref().and_then(|step| places.span(step.span)) {
            finding = finding.at(span, fault_at(*fault, label));
        }
        let caller = step.as_ref().and_then(|step| places.span(step.called_from?));
        if let Some(span) = caller {
            finding = finding.also(span, "called from here");
        }
        if let Some((other, step)) = interference
            && let Some(span) = places.span(step.span)
        {
            let other = &loaded.app.functions[*other].name;
            finding = finding.also(span, format!("{other} can come between"));
        }
        if *fault == Fault::Fails {
            let trigger = loaded.functions[function].0.trigger;
            finding = finding.because(consequence(trigger, left_out.as_ref()));
            if let Some(step) = left_out
                && let Some(span) = places.span(step.span)
            {
                finding = finding.also(span, fault_at(Fault::Skips, &step.label));
            }
        }
    } else if let Some(obligation) = principal(&judgement.unmet) {
        let step = trace.step(obligation.step.unwrap_or(obligation.crash));
        if let Some(span) = places.span(step.span) {
            finding = finding.at(span, format!("{} is repeated", step.label));
        }
    }
    if judgement.needs_another_answer {
        finding = finding.because(
            "This needs a service that is only asked to answer the retry something else than \
             the first attempt; without that, no violation was found",
        );
    }
    if let Some(words) = advice(loaded, function, judgement) {
        finding = finding.suggest(Suggestion::new(words));
    }
    finding
}

impl Loaded {
    /// What keeps the trace of a function from being complete, if something does: whoever
    /// reads it does not know all that the function may do.
    pub fn cause(&self, function: usize) -> Option<&Problem> {
        let problems = &self.app.functions[function].trace.problems;
        problems.iter().find(|problem| !self.app.terms.is_false(problem.guard))
    }
}

/// What goes wrong at the operation that it is about.
fn fault_at(fault: Fault, label: &str) -> String {
    match fault {
        Fault::Fails => format!("{label} fails on the retry"),
        Fault::CallsAgain | Fault::Writes => format!("{label} is repeated"),
        Fault::CallsOtherwise => format!("{label} is called with something else"),
        Fault::Skips => format!("{label} never happens"),
        Fault::DeletesNothing => format!("{label} finds nothing to delete on the retry"),
        Fault::Answers => format!("the retry comes to another answer after {label}"),
    }
}

/// What it means that every retry fails, by the trigger.
fn consequence(trigger: Trigger, left_out: Option<&Step>) -> String {
    let what = match trigger {
        Trigger::Request => {
            "A client calls this function and waits (HTTP): it gets an error, although the first \
             attempt took effect"
        }
        Trigger::Asynchronous => {
            "The platform calls this function for an event: it repeats the call, which fails each \
             time, until the event is dropped or ends in the dead-letter queue"
        }
        Trigger::Queue => {
            "A queue calls this function: it delivers the message again, which fails each time, \
             until the message ends in the dead-letter queue"
        }
        Trigger::Stream => {
            "A stream calls this function: it delivers the batch again, which fails each time, and \
             the batch blocks its shard until it expires"
        }
    };
    match left_out {
        Some(step) => format!("{what}. {} never happens.", step.label),
        None => format!("{what}."),
    }
}

/// The advice in words.
fn advice(loaded: &Loaded, function: usize, judgement: &Judgement) -> Option<String> {
    let Some(Advice::Protect { minimal, protections, .. }) = &judgement.advice else {
        return None;
    };
    let places = Places::new(&loaded.program);
    let own = loaded.functions[function].0.file.display().to_string();
    let advised = loaded.advised(function, judgement).into_iter();
    let parts: Vec<String> = advised
        .map(|Advised { protection, operation, .. }| {
            let what = match protection {
                Protection::LogSource(_)
                    if advisor::cost(&loaded.app, function, &protection) == 0 =>
                {
                    "derive the value of"
                }
                Protection::LogSource(_) => "keep the value of",
                Protection::LogRead(_) => "keep the result of",
                Protection::Once(_) => "execute once:",
                Protection::IdempotencyKey(_) => "pass an idempotency key to",
            };
            match places.span(operation.span) {
                Some(span) if span.file == own => {
                    format!("{what} {} (line {})", operation.label, span.line)
                }
                Some(span) => {
                    format!("{what} {} ({}:{})", operation.label, span.file, span.line)
                }
                None => format!("{what} {}", operation.label),
            }
        })
        .collect();
    if parts.is_empty() {
        return None;
    }
    let kind = if *minimal { "the smallest protection" } else { "a sufficient protection" };
    let units = advisor::total(&loaded.app, function, protections);
    let cost = match units {
        0 => "costs no write".to_owned(),
        1 => "+1 write per request".to_owned(),
        _ => format!("+{units} write units per request"),
    };
    Some(format!("{kind} ({cost}): {}", parts.join("; ")))
}
