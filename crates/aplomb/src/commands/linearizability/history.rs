//! Checking a recorded history.

use std::path::Path;

use aplomb_linearizability::{
    CheckAnswer, CheckOptions, Explanation, Format, History, JepsenConventions, NamedSpecification,
    Procedure,
};
use aplomb_report::{
    Cause, Code, Finding, LaneId, LaneKind, Outcome, Replay, Replayed, Report, Span, Step, StepId,
    Unconfirmed, Witness,
};
use serde_json::{Value as Json, json};

use super::{Arguments, Specification, assumptions, data};
use crate::{context::Context, error::InputError};

/// How many operations before the culprit are drawn.
const MOST_OPERATIONS: usize = 12;

/// How many configurations a second look may remember.
const MOST_CONFIGURATIONS: usize = 1_000_000;

const UNDECIDED: &str = "whether some order explains it could not be decided";

/// Checks a recorded history and reports.
pub fn run(
    arguments: &Arguments,
    file: &Path,
    specification: &Specification,
    context: &Context,
) -> Result<Report, InputError> {
    let Specification::Named(specification) = specification else {
        let names = NamedSpecification::NAMES.join(", ");
        return Err(InputError::refused(format!(
            "a history has no class to run: say what the object is, --spec {names}"
        )));
    };
    let progress = context.progress("reading the history");
    let history = read(arguments, file)?;
    if history.is_empty() {
        return Err(InputError::refused(format!("{}: no operation is recorded", file.display())));
    }
    progress.say(format!("checking {} operations", history.len()));
    let options = CheckOptions {
        time_limit: arguments.search.limits().time,
        memory_limit: arguments.search.limits().memory,
        ..CheckOptions::default()
    };
    let answer = specification
        .check(&history, &options)
        .map_err(|error| InputError::refused(format!("{}: {error}", file.display())))?;
    let judge = SecondReading { file, history: &history, specification, options };
    Ok(report(judge, &answer))
}

/// Checks the recorded operations once more, by search alone: no monitor, no explanation and
/// nothing else of the first answer takes part. Where searching takes more than what the user
/// allows, or more than [`MOST_CONFIGURATIONS`], it is the first procedure that runs again.
struct SecondReading<'a> {
    file: &'a Path,
    history: &'a History,
    specification: &'a NamedSpecification,
    options: CheckOptions,
}

impl Replay for SecondReading<'_> {
    type Candidate = Explanation;

    fn judge(&mut self, explanation: &Explanation) -> Result<Witness, Unconfirmed> {
        let search = CheckOptions {
            procedure: Procedure::Search,
            configuration_limit: MOST_CONFIGURATIONS,
            explain: false,
            ..self.options
        };
        let again = CheckOptions { explain: false, ..self.options };
        for options in [search, again] {
            let answer = self.specification.check(self.history, &options);
            match answer.map_err(|error| Unconfirmed::new(error.to_string()))? {
                CheckAnswer::NotLinearizable(_) => {
                    return Ok(witness(&self.file.display().to_string(), explanation));
                }
                CheckAnswer::Linearizable { .. } => {
                    return Err(Unconfirmed::new("some order explains the history"));
                }
                CheckAnswer::Unknown(_) => {}
            }
        }
        Err(Unconfirmed::new("the limits were reached when it was checked again"))
    }
}

fn read(arguments: &Arguments, file: &Path) -> Result<History, InputError> {
    let text = std::fs::read_to_string(file)
        .map_err(|source| InputError::Unreadable { path: file.to_owned(), source })?;
    let reading = &arguments.reading;
    let conventions = JepsenConventions {
        keyed: reading.keyed,
        failed_cas_observed: reading.failed_cas_observed,
    };
    let format = reading.history_format.unwrap_or_else(|| Format::guess(&text));
    History::read(&text, format.with_conventions(conventions))
        .map_err(|error| InputError::refused(format!("{}: {error}", file.display())))
}

fn report(mut judge: SecondReading<'_>, answer: &CheckAnswer) -> Report {
    let SecondReading { file, history, specification, .. } = judge;
    let mut report = Report::new("linearizability");
    let subject = file.display().to_string();
    let object = specification.name();
    let mut facts = json!({
        "history": subject,
        "specification": object,
        "operations": history.len(),
        "threads": history.thread_count(),
        "pending": history.operations().iter().filter(|operation| operation.returned.is_none()).count(),
    });
    report.push(match answer {
        CheckAnswer::Linearizable { .. } => {
            let title = match history.len() {
                1 => "the only operation is explained".to_owned(),
                count => format!("some order explains all {count} operations"),
            };
            Finding::holds(Code::LINEARIZABLE, &subject, title)
                .assuming(assumptions::TRUE_RECORD.of(&[&object]).to_string())
        }
        CheckAnswer::NotLinearizable(explanation) => {
            facts["explanation"] = explained(explanation);
            match judge.confirm(explanation) {
                Ok(witness) => refuted(&subject, explanation, witness),
                Err(why) => {
                    let code = Code::LINEARIZABILITY_UNKNOWN;
                    Finding::unconfirmed(code, &subject, UNDECIDED, &why)
                }
            }
        }
        CheckAnswer::Unknown(exhausted) => {
            let code = Code::LINEARIZABILITY_UNKNOWN;
            Finding::unknown(code, &subject, UNDECIDED, exhausted.to_string())
                .caused_by(Cause::LimitReached)
                .help(
                "record values that are written only once: they can be checked without a search",
            )
        }
    });
    report.set_data(facts);
    report
}

fn refuted(file: &str, explanation: &Explanation, witness: Replayed<Witness>) -> Finding {
    let title = match explanation.culprit {
        Some(culprit) => {
            let operation = &explanation.part.operations()[culprit as usize];
            format!("no order explains {}", explanation.part.describe(operation))
        }
        None => "no order explains the history".to_owned(),
    };
    let mut finding = Finding::violated(Code::NOT_LINEARIZABLE, file, title, witness);
    if let Some(span) = explanation.culprit.and_then(|culprit| line(file, explanation, culprit)) {
        finding = finding.at(span, "the history stops being linearizable here");
    }
    if let Some(pattern) = &explanation.pattern {
        finding = finding.because(format!("{}.", capitalised(&pattern.reason)));
    }
    if !explanation.possible.is_empty() {
        let answers: Vec<String> = explanation
            .possible
            .iter()
            .map(|(answer, state)| format!("{answer} (in the state {state})"))
            .collect();
        let only = if explanation.possible_is_complete { "only " } else { "for example " };
        finding = finding.because(format!("It could {only}return {}.", answers.join(", ")));
    }
    if !explanation.prefix.is_empty() {
        let operations = &explanation.part.operations();
        let skipped = explanation.prefix.len().saturating_sub(MOST_OPERATIONS);
        let shown: Vec<String> = explanation.prefix[skipped..]
            .iter()
            .map(|&index| explanation.part.describe(&operations[index as usize]))
            .collect();
        let dots = if skipped > 0 { "..., " } else { "" };
        finding = finding.because(format!(
            "Everything before it is explained by this order: {dots}{}.",
            shown.join(", ")
        ));
    }
    finding
}

fn capitalised(sentence: &str) -> String {
    let mut characters = sentence.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

/// Where the return, or else the call, of an operation was recorded.
fn line(file: &str, explanation: &Explanation, operation: u32) -> Option<Span> {
    let operation = &explanation.part.operations()[operation as usize];
    [operation.return_line, operation.call_line]
        .into_iter()
        .find(|line| *line > 0)
        .map(|line| Span::line(file, line))
}

/// The last operations before the culprit, as they overlapped.
fn witness(file: &str, explanation: &Explanation) -> Witness {
    let part = &explanation.part;
    let operations = part.operations();
    let contradicting: &[u32] = explanation.pattern.as_ref().map_or(&[], |it| &it.operations);
    let end = match explanation.culprit {
        Some(culprit) => operations[culprit as usize].returned_or_end(),
        None => contradicting
            .iter()
            .map(|&index| operations[index as usize].returned_or_end())
            .max()
            .unwrap_or(u32::MAX),
    };
    let mut shown: Vec<u32> =
        (0..operations.len() as u32).filter(|&i| operations[i as usize].called < end).collect();
    shown.drain(..shown.len().saturating_sub(MOST_OPERATIONS));
    shown.extend(contradicting.iter().take(MOST_OPERATIONS));
    shown.extend(explanation.culprit);
    shown.sort_unstable();
    shown.dedup();

    let caption = match explanation.culprit {
        Some(culprit) => format!("{} cannot be put in order", explanation.name(culprit)),
        None => "these operations cannot be put in order".to_owned(),
    };
    let mut builder = Witness::builder(caption);
    let mut lanes: Vec<(u32, LaneId)> = Vec::new();
    for &index in &shown {
        let operation = &operations[index as usize];
        if lanes.iter().all(|(thread, _)| *thread != operation.thread) {
            let name = part.thread_name(operation);
            lanes.push((operation.thread, builder.lane(LaneKind::Process, name)));
        }
    }
    let mut events: Vec<(u32, u32)> = shown
        .iter()
        .flat_map(|&index| {
            let operation = &operations[index as usize];
            [Some((operation.called, index)), operation.returned.map(|at| (at, index))]
        })
        .flatten()
        .filter(|(place, _)| *place <= end)
        .collect();
    events.sort_unstable();
    let mut begun: Vec<(u32, StepId)> = Vec::new();
    for (place, index) in events {
        let operation = &operations[index as usize];
        let Some((_, lane)) = lanes.iter().find(|(thread, _)| *thread == operation.thread) else {
            continue;
        };
        let is_call = place == operation.called;
        let mut step = Step::new(*lane, if is_call { "call" } else { "return" })
            .key(part.call(operation).to_string());
        if let (false, Some(result)) = (is_call, part.result(operation)) {
            step = step.value(result.to_string());
        }
        let recorded = if is_call { operation.call_line } else { operation.return_line };
        if recorded > 0 {
            step = step.at(Span::line(file, recorded));
        }
        if Some(index) == explanation.culprit && !is_call {
            step = step.offending();
        }
        let step = builder.step(step);
        if is_call {
            begun.push((index, step));
        } else if let Some((_, first)) = begun.iter().find(|(begun, _)| *begun == index) {
            let outcome =
                part.result(operation).map_or(Outcome::ok(""), |it| Outcome::ok(it.to_string()));
            builder.call(*first, step, part.call(operation).to_string(), Some(outcome));
            begun.retain(|(begun, _)| *begun != index);
        }
    }
    for (index, step) in begun {
        let call = part.call(&operations[index as usize]).to_string();
        builder.call(step, step, call, None);
    }
    builder.finish()
}

fn explained(explanation: &Explanation) -> Json {
    let part = &explanation.part;
    let operation = |index: u32| {
        let operation = &part.operations()[index as usize];
        json!({
            "thread": part.thread_name(operation),
            "call": part.call(operation).to_string(),
            "result": part.result(operation).map(data::of_value),
            "call_line": operation.call_line,
            "return_line": operation.return_line,
        })
    };
    json!({
        "operation": explanation.culprit.map(operation),
        "prefix": explanation.prefix.iter().map(|&index| operation(index)).collect::<Vec<_>>(),
        "possible_results": explanation
            .possible
            .iter()
            .map(|(answer, _)| data::of_value(answer))
            .collect::<Vec<_>>(),
        "possible_results_complete": explanation.possible_is_complete,
        "contradiction": explanation.pattern.as_ref().map(|pattern| json!({
            "reason": pattern.reason,
            "operations": pattern.operations.iter().map(|&index| operation(index)).collect::<Vec<_>>(),
        })),
    })
}
