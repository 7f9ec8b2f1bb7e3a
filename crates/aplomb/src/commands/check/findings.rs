//! Judgements as findings, and as rows of the JSON report.

use aplomb_idempotence::{
    App, Judgement, Obligation, ObligationKind, Protection, Verdict, advisor::Advice,
};
use aplomb_report::{Code, Finding, Replay, Suggestion};
use aplomb_symbolic::{Action, Node, Origin, Step};
use serde_json::{Value, json};

use super::application::{Loaded, Places};
use super::witness::Rerun;

const UNDECIDED: &str = "retry safety could not be decided";

/// A function's finding and its row.
pub fn finding(
    loaded: &mut Loaded,
    function: usize,
    judgement: &Judgement,
    milliseconds: f64,
) -> (Finding, Value) {
    let name = loaded.functions[function].0.name.clone();
    let file = loaded.functions[function].0.file.display().to_string();
    let (word, finding) = match &judgement.verdict {
        Verdict::Safe => {
            ("safe", Finding::holds(Code::RETRY_SAFE, &name, "a retry shows nothing new"))
        }
        Verdict::Unknown(reason) => ("unknown", unknown(&name, reason)),
        Verdict::Unsafe(found) | Verdict::UnsafeConcurrent(found) => {
            let concurrent = matches!(judgement.verdict, Verdict::UnsafeConcurrent(_));
            match (Rerun { loaded }).confirm(found) {
                Ok(witness) => {
                    let code = code(&loaded.app, function, judgement, concurrent);
                    let title = code.page().title;
                    let word = if concurrent { "unsafe-concurrent" } else { "unsafe" };
                    (word, Finding::violated(code, &name, title, witness))
                }
                Err(why) => {
                    let code = Code::RETRY_SAFETY_UNKNOWN;
                    ("unknown", Finding::unconfirmed(code, &name, UNDECIDED, &why))
                }
            }
        }
    };
    let finding = decorate(loaded, function, judgement, finding);
    let reason = match finding.verdict() {
        aplomb_report::Verdict::Unknown { reason, .. } => reason.clone(),
        _ => finding.title().to_string(),
    };
    let trace = &loaded.app.functions[function].trace;
    let assumptions: Vec<&String> =
        trace.assumptions.iter().chain(&judgement.assumptions).collect();
    let row = json!({
        "name": name,
        "file": file,
        "verdict": word,
        "reason": reason,
        "violations": violations(loaded, function, judgement, word, finding.code()),
        "protect": protect(loaded, function, judgement),
        "assumptions": assumptions,
        "time_ms": milliseconds,
    });
    (finding, row)
}

fn unknown(name: &str, reason: &str) -> Finding {
    Finding::unknown(Code::RETRY_SAFETY_UNKNOWN, name, UNDECIDED, reason)
}

/// The code that says best what goes wrong.
fn code(app: &App, function: usize, judgement: &Judgement, concurrent: bool) -> Code {
    let trace = &app.functions[function].trace;
    let Some(obligation) = principal(&judgement.unmet, concurrent) else {
        return Code::RESPONSE_DIFFERS_ON_RETRY;
    };
    let Some(step) = obligation.step.map(|step| trace.step(step)) else {
        return Code::RESPONSE_DIFFERS_ON_RETRY;
    };
    match obligation.kind {
        ObligationKind::RepeatsEffect => Code::REPEATED_EFFECT,
        ObligationKind::Responds => Code::RESPONSE_DIFFERS_ON_RETRY,
        _ => write_code(app, step, concurrent),
    }
}

fn write_code(app: &App, step: &Step, concurrent: bool) -> Code {
    let Action::Access { accesses, .. } = &step.action else {
        return if concurrent { Code::STALE_OVERWRITE } else { Code::NON_IDEMPOTENT_UPDATE };
    };
    let Some(access) = accesses.iter().find(|a| a.new.is_some()) else {
        return Code::RESPONSE_DIFFERS_ON_RETRY;
    };
    let new = access.new.expect("an access that writes was chosen");
    let fresh = |term| {
        app.terms.depends(term, |s| matches!(app.terms.symbol(s).origin, Origin::Fresh { .. }))
    };
    let reads_other = |term| {
        app.terms.depends(term, |s| s != access.old && app.terms.symbol(s).origin == Origin::Old)
    };
    if fresh(access.key) {
        Code::FRESH_KEY_ON_RETRY
    } else if matches!(app.terms.node(new), Node::Absent) {
        Code::EXISTENCE_REVERTED
    } else if reads_other(new) {
        Code::STALE_READ_MODIFY_WRITE
    } else if fresh(new) {
        Code::FRESH_VALUE_OBSERVED
    } else if concurrent {
        Code::STALE_OVERWRITE
    } else if app.terms.depends(new, |symbol| symbol == access.old) {
        Code::NON_IDEMPOTENT_UPDATE
    } else {
        // The same is written, or not, depending on what the attempt left behind.
        Code::RESPONSE_DIFFERS_ON_RETRY
    }
}

/// The obligation that tells most: one that fails without others' help first.
fn principal(unmet: &[Obligation], concurrent: bool) -> Option<&Obligation> {
    unmet
        .iter()
        .filter(|o| o.kind != ObligationKind::NotUnderstood)
        .find(|o| o.interference.is_some() == concurrent && o.step.is_some())
        .or_else(|| unmet.iter().find(|o| o.step.is_some()))
        .or_else(|| unmet.first())
}

fn decorate(
    loaded: &Loaded,
    function: usize,
    judgement: &Judgement,
    mut finding: Finding,
) -> Finding {
    let places = Places::new(&loaded.program);
    let trace = &loaded.app.functions[function].trace;
    for assumption in trace.assumptions.iter().chain(&judgement.assumptions) {
        finding = finding.assuming(assumption);
    }
    if matches!(judgement.verdict, Verdict::Safe) {
        return finding;
    }
    let concurrent = matches!(judgement.verdict, Verdict::UnsafeConcurrent(_));
    if let Some(obligation) = principal(&judgement.unmet, concurrent) {
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
    } else if let Some(problem) = trace.problems.first()
        && let Some(span) = places.span(problem.span)
    {
        finding = finding.at(span, problem.message.clone());
    }
    if let Some(words) = advice(loaded, function, judgement) {
        finding = finding.suggest(Suggestion::new(words));
    }
    finding
}

/// The advice in words.
fn advice(loaded: &Loaded, function: usize, judgement: &Judgement) -> Option<String> {
    let Some(Advice::Protect { protections, minimal, .. }) = &judgement.advice else { return None };
    let places = Places::new(&loaded.program);
    let trace = &loaded.app.functions[function].trace;
    let parts: Vec<String> = protections
        .iter()
        .map(|protection| {
            let (what, label, span) = words(trace, protection);
            match places.span(span) {
                Some(span) => format!("{what} {label} (line {})", span.line),
                None => format!("{what} {label}"),
            }
        })
        .collect();
    if parts.is_empty() {
        return None;
    }
    let kind = if *minimal { "the smallest protection" } else { "a sufficient protection" };
    Some(format!("{kind}: {}", parts.join("; ")))
}

fn words<'t>(
    trace: &'t aplomb_symbolic::Trace,
    protection: &Protection,
) -> (&'static str, &'t str, aplomb_script::Span) {
    match *protection {
        Protection::LogSource(index) => {
            let source = &trace.sources[index];
            ("keep the value of", &source.label, source.span)
        }
        Protection::LogRead(step) => {
            let step = trace.step(step);
            ("keep the result of", &step.label, step.span)
        }
        Protection::Once(step) => {
            let step = trace.step(step);
            ("execute once:", &step.label, step.span)
        }
        Protection::IdempotencyKey(step) => {
            let step = trace.step(step);
            ("pass an idempotency key to", &step.label, step.span)
        }
    }
}

fn protect(loaded: &Loaded, function: usize, judgement: &Judgement) -> Vec<Value> {
    let Some(Advice::Protect { protections, .. }) = &judgement.advice else { return Vec::new() };
    let places = Places::new(&loaded.program);
    let trace = &loaded.app.functions[function].trace;
    protections
        .iter()
        .map(|protection| {
            let kind = match protection {
                Protection::LogSource(_) => "log-source",
                Protection::LogRead(_) => "log-read",
                Protection::Once(_) => "once",
                Protection::IdempotencyKey(_) => "idempotency-key",
            };
            let (_, label, span) = words(trace, protection);
            let span = places.span(span);
            json!({
                "kind": kind,
                "operation": label,
                "file": span.as_ref().map(|s| s.file.clone()),
                "line": span.as_ref().map(|s| s.line),
            })
        })
        .collect()
}

fn violations(
    loaded: &Loaded,
    function: usize,
    judgement: &Judgement,
    word: &str,
    code: Code,
) -> Vec<Value> {
    if !word.starts_with("unsafe") {
        return Vec::new();
    }
    let places = Places::new(&loaded.program);
    let app = &loaded.app;
    let trace = &app.functions[function].trace;
    let concurrent = word == "unsafe-concurrent";
    let mut rows: Vec<Value> = Vec::new();
    let mut add = |step: &Step, code: Code, interfering: Option<&str>| {
        let span = places.span(step.span);
        let row = json!({
            "code": code.to_string(),
            "operation": &*step.label,
            "target": target(app, step),
            "file": span.as_ref().map(|s| s.file.clone()),
            "line": span.as_ref().map(|s| s.line),
            "interfering_function": interfering,
        });
        if !rows.contains(&row) {
            rows.push(row);
        }
    };
    for obligation in &judgement.unmet {
        let step = trace.step(obligation.step.unwrap_or(obligation.crash));
        let own = if Some(obligation) == principal(&judgement.unmet, concurrent) {
            code
        } else {
            match obligation.kind {
                ObligationKind::RepeatsEffect => Code::REPEATED_EFFECT,
                ObligationKind::Responds => Code::RESPONSE_DIFFERS_ON_RETRY,
                _ => write_code(app, step, obligation.interference.is_some()),
            }
        };
        let interfering = obligation.interference.map(|(other, _)| &*app.functions[other].name);
        add(step, own, interfering);
    }
    rows
}

fn target(app: &App, step: &Step) -> String {
    match &step.action {
        Action::Access { accesses, .. } => accesses
            .first()
            .map(|a| app.terms.show(a.store).to_string().trim_matches('"').to_string())
            .unwrap_or_default(),
        Action::Scan { store, .. } | Action::Sweep { store, .. } => {
            app.terms.show(*store).to_string().trim_matches('"').to_string()
        }
        Action::Effect { service, .. } => service.to_string(),
        Action::Unknown { callee } => callee.to_string(),
    }
}

/// A function that could not be read.
pub fn unread(name: &str, why: &str) -> Finding {
    Finding::unknown(Code::RETRY_SAFETY_UNKNOWN, name, "the function could not be read", why)
}

/// The same as a row of the data.
pub fn unread_row(name: &str, file: &str, why: &str) -> Value {
    json!({
        "name": name, "file": file, "verdict": "unknown", "reason": why, "violations": [],
        "protect": [], "assumptions": [], "time_ms": 0.0,
    })
}
