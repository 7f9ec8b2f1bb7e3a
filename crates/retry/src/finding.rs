//! Judgements as findings.

use aplomb_idempotence::{Judgement, Protection, Verdict, advisor::Advice};
use aplomb_report::{Code, Finding, Suggestion};
use aplomb_symbolic::Problem;

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
            (Word::Unknown, Finding::unknown(code, &name, UNDECIDED, reason))
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
            let concurrent = word == Word::UnsafeConcurrent;
            row::violations(loaded, function, judgement, concurrent, finding.code())
        }
        Word::Safe | Word::Unknown => Vec::new(),
    };
    let row = Row {
        violations,
        protect: row::protect(loaded, function, judgement),
        assumptions: assumptions(loaded, function, judgement).cloned().collect(),
        ..Row::new(&loaded.functions[function].0, word, reason)
    };
    (finding, row)
}

/// A function that could not be read.
pub(crate) fn unread(name: &str, why: &str) -> Finding {
    Finding::unknown(Code::RETRY_SAFETY_UNKNOWN, name, "the function could not be read", why)
}

fn assumptions<'a>(
    loaded: &'a Loaded,
    function: usize,
    judgement: &'a Judgement,
) -> impl Iterator<Item = &'a String> {
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
        finding = finding.assuming(assumption);
    }
    if matches!(judgement.verdict, Verdict::Safe) {
        return finding;
    }
    let concurrent = matches!(judgement.verdict, Verdict::UnsafeConcurrent(_));
    let cause = loaded.cause(function);
    if let (Verdict::Unknown(_), Some(problem)) = (&judgement.verdict, cause) {
        if let Some(span) = places.span(problem.span) {
            // The reason has the rest: what would help.
            let message = problem.message.split("; ").next().unwrap_or_default();
            finding = finding.at(span, message);
        }
    } else if let Some(obligation) = principal(&judgement.unmet, concurrent) {
        let step = trace.step(obligation.step.unwrap_or(obligation.crash));
        if let Some(span) = places.span(step.span) {
            finding = finding.at(span, format!("{} is executed again", step.label));
        }
        let alone = matches!(judgement.verdict, Verdict::Unsafe(_));
        if let Some((other, step)) = obligation.interference
            && !alone
        {
            let other = &loaded.app.functions[other];
            let step = &other.trace.steps[step];
            if let Some(span) = places.span(step.span) {
                finding = finding.also(span, format!("{} can come between", other.name));
            }
        }
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

/// The advice in words.
fn advice(loaded: &Loaded, function: usize, judgement: &Judgement) -> Option<String> {
    let Some(Advice::Protect { minimal, .. }) = &judgement.advice else { return None };
    let places = Places::new(&loaded.program);
    let advised = loaded.advised(function, judgement).into_iter();
    let parts: Vec<String> = advised
        .map(|Advised { protection, operation }| {
            let what = match protection {
                Protection::LogSource(_) => "keep the value of",
                Protection::LogRead(_) => "keep the result of",
                Protection::Once(_) => "execute once:",
                Protection::IdempotencyKey(_) => "pass an idempotency key to",
            };
            match places.span(operation.span) {
                Some(span) => format!("{what} {} (line {})", operation.label, span.line),
                None => format!("{what} {}", operation.label),
            }
        })
        .collect();
    if parts.is_empty() {
        return None;
    }
    let kind = if *minimal { "the smallest protection" } else { "a sufficient protection" };
    Some(format!("{kind}: {}", parts.join("; ")))
}
