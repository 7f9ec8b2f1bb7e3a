//! Executions of clients as the report draws them.

use std::ops::Range;

use aplomb_linearizability::{
    Client, ClientReport, Outcome, Value,
    class::{Cause, Problem, ProblemKind, SourceLine, WitnessStep},
};
use aplomb_report::{
    ArrowKind, FinalStates, LaneId, LaneKind, Outcome as StepOutcome, Span, Step, StepId, Witness,
};

use super::sources::SourceFolders;

/// How many expected outcomes are listed.
const MOST_ALTERNATIVES: usize = 6;

/// An execution of a client, as the report draws it.
pub struct Execution<'a> {
    pub client: &'a Client,
    pub steps: &'a [WitnessStep],
    /// What is wrong with it, and what the calls returned if they did.
    pub problem: Option<(&'a ProblemKind, Option<&'a Outcome>)>,
    /// What the calls may return.
    pub expected: Option<&'a [Outcome]>,
    /// What comes between what should be atomic.
    pub cause: Option<&'a Cause>,
}

impl<'a> Execution<'a> {
    /// The execution behind a problem.
    pub fn of(problem: &'a Problem, client: &'a ClientReport) -> Execution<'a> {
        Execution {
            client: &client.client,
            steps: &problem.witness.steps,
            problem: Some((&problem.kind, problem.outcome.as_ref())),
            expected: client.expected.as_deref(),
            cause: None,
        }
    }
}

/// Draws an execution.
pub fn draw(execution: &Execution<'_>, sources: &SourceFolders, replay: String) -> Witness {
    let mut builder = Witness::builder(caption(execution));
    let lanes: Vec<LaneId> = (0..lane_count(execution))
        .map(|thread| builder.lane(LaneKind::Thread, format!("thread {thread}")))
        .collect();
    let mut open: Vec<Option<OpenCall>> = lanes.iter().map(|_| None).collect();
    let mut steps: Vec<StepId> = Vec::new();
    for stretch in stretches(execution.steps) {
        let told = &execution.steps[stretch.end - 1];
        let drawn = match stretch.len() {
            1 => step(told, lanes[told.thread], sources),
            count => inside_library(told, count, lanes[told.thread], sources),
        };
        let step = builder.step(drawn);
        steps.extend(stretch.map(|_| step));
        let call = told.call.unwrap_or_default();
        let current = &mut open[told.thread];
        if current.as_ref().is_none_or(|open| open.call != call) {
            *current = Some(OpenCall { call, first: step, last: step, label: told.label.clone() });
        }
        if let Some(open) = current {
            open.last = step;
            if let Some(result) = told.returned.first() {
                builder.call(open.first, step, &open.label, Some(outcome(result)));
                *current = None;
            }
        }
    }
    for open in open.into_iter().flatten() {
        builder.call(open.first, open.last, open.label, None);
    }
    for &(from, to) in execution.cause.iter().flat_map(|cause| &cause.conflicts) {
        if let (Some(from), Some(to)) = (steps.get(from), steps.get(to)) {
            builder.arrow(ArrowKind::Conflict, *from, *to, "");
        }
    }
    for &(first, last) in execution.cause.iter().flat_map(|cause| &cause.segments) {
        if let (Some(first), Some(last)) = (steps.get(first), steps.get(last)) {
            builder.stretch(*first, *last);
        }
    }
    if let Some((kind, Some(outcome))) = execution.problem {
        builder.final_states(final_states(execution, kind, outcome));
    }
    builder.replay(replay);
    builder.finish()
}

/// Steps that are drawn as one: those that a thread takes inside one call of the library.
fn stretches(steps: &[WitnessStep]) -> Vec<Range<usize>> {
    let mut stretches: Vec<Range<usize>> = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| &steps[before]);
        let goes_on = before.is_some_and(|before| {
            let is_inside = library_call(step).is_some();
            is_inside
                && (before.thread, before.call) == (step.thread, step.call)
                && before.returned.is_empty()
                && library_call(before) == library_call(step)
        });
        match stretches.last_mut() {
            Some(last) if goes_on => last.end = place + 1,
            _ => stretches.push(place..place + 1),
        }
    }
    stretches
}

/// The call of the library that a step belongs to: where it was made, the class and the method.
fn library_call(step: &WitnessStep) -> Option<(&SourceLine, &str, &str)> {
    let caller = step.stack.iter().position(|line| !line.is_of_jdk())?;
    let called = &step.stack[caller.checked_sub(1)?];
    Some((&step.stack[caller], &called.class, &called.method))
}

fn inside_library(told: &WitnessStep, count: usize, lane: LaneId, sources: &SourceFolders) -> Step {
    let place = library_call(told).map_or_else(String::new, |(_, class, method)| {
        let class = class.rsplit('.').next().unwrap_or(class);
        format!("{class}.{method}")
    });
    let step = Step::new(lane, format!("takes {count} steps inside")).key(place);
    match told.location().and_then(|line| sources.span(line)) {
        Some(span) => step.at(span),
        None => step,
    }
}

struct OpenCall {
    call: usize,
    first: StepId,
    last: StepId,
    label: String,
}

fn lane_count(execution: &Execution<'_>) -> usize {
    let started = execution.steps.iter().map(|step| step.thread + 1).max().unwrap_or(0);
    started.max(execution.client.threads.len())
}

fn step(told: &WitnessStep, lane: LaneId, sources: &SourceFolders) -> Step {
    let mut step = Step::new(lane, &told.action);
    if !told.place.is_empty() {
        step = step.key(&told.place);
    }
    if let Some(value) = &told.value {
        step = step.value(value);
    }
    match told.location().and_then(|line| sources.span(line)) {
        Some(span) => step.at(span),
        None => step,
    }
}

fn outcome(result: &Value) -> StepOutcome {
    match result {
        Value::Unit => StepOutcome::ok(""),
        Value::Exception(class) => StepOutcome::failed(&**class),
        other => StepOutcome::ok(other.to_string()),
    }
}

/// What happens, in a sentence.
fn caption(execution: &Execution<'_>) -> String {
    let client = execution.client;
    let switches =
        execution.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count();
    let times = match switches {
        0 => return client.to_string(),
        1 => "once".to_owned(),
        switches => format!("{switches} times"),
    };
    let what = match execution.problem {
        None => return format!("{client}, changing threads {times}"),
        Some((ProblemKind::NotLinearizable, _)) => {
            "the calls return what no sequential order returns"
        }
        Some((ProblemKind::RealTimeViolation, _)) => {
            "a call does not see what another did before it began"
        }
        Some((ProblemKind::Deadlock, _)) => "the threads wait for each other forever",
        Some((ProblemKind::Livelock, _)) => "nothing is ever finished from here on",
        Some((ProblemKind::UncaughtException { .. }, _)) => {
            "a call throws what it never throws alone"
        }
    };
    format!("{client}: after changing threads {times}, {what}")
}

fn final_states(execution: &Execution<'_>, kind: &ProblemKind, observed: &Outcome) -> FinalStates {
    let client = execution.client;
    let names = client.threads.iter().enumerate().flat_map(|(thread, calls)| {
        calls.iter().map(move |call| format!("thread {thread}: {call}"))
    });
    let values = |outcome: &Outcome| -> Vec<String> {
        let of_thread = |(thread, calls): (usize, &Vec<_>)| {
            let shown = |call: usize| match outcome[thread].get(call) {
                Some(Value::Unit) => "returned".to_owned(),
                Some(value) => value.to_string(),
                None => "waits".to_owned(),
            };
            (0..calls.len()).map(shown).collect::<Vec<String>>()
        };
        client.threads.iter().enumerate().flat_map(of_thread).collect()
    };
    let mut states =
        FinalStates::observed("this schedule", names.zip(values(observed))).claim(kind.to_string());
    // Nearest first: those that differ in few places help most.
    let mut alternatives: Vec<Vec<String>> =
        execution.expected.unwrap_or_default().iter().map(values).collect();
    let actual = values(observed);
    alternatives.sort_by_key(|values| values.iter().zip(&actual).filter(|(a, b)| a != b).count());
    let more = alternatives.len().saturating_sub(MOST_ALTERNATIVES);
    for values in alternatives.into_iter().take(MOST_ALTERNATIVES) {
        states = states.allowed("one after another", values);
    }
    states.more(more)
}

/// The lines to look at first, and why.
pub fn labels(execution: &Execution<'_>, sources: &SourceFolders) -> Vec<(Span, String)> {
    let standing = match execution.problem {
        Some((ProblemKind::Deadlock, _)) => standstill(execution, sources, "waits"),
        Some((ProblemKind::Livelock, _)) => standstill(execution, sources, "runs in circles"),
        _ => Vec::new(),
    };
    if standing.is_empty() { interruption(execution.steps, sources) } else { standing }
}

fn span(step: &WitnessStep, sources: &SourceFolders) -> Option<Span> {
    step.location().and_then(|line| sources.span(line))
}

/// The last step of each thread that is in the middle of a call.
fn standstill(
    execution: &Execution<'_>,
    sources: &SourceFolders,
    what: &str,
) -> Vec<(Span, String)> {
    let last = |thread| {
        let step = execution.steps.iter().rfind(|step| step.thread == thread)?;
        let label = format!("thread {thread} {what} after this");
        step.returned.is_empty().then_some((span(step, sources)?, label))
    };
    (0..lane_count(execution)).filter_map(last).collect()
}

/// Where a thread is interrupted in the middle of a call, and where another
/// comes in between.
fn interruption(steps: &[WitnessStep], sources: &SourceFolders) -> Vec<(Span, String)> {
    let found = (1..steps.len()).find_map(|place| {
        let (before, after) = (&steps[place - 1], &steps[place]);
        let goes_on = steps[place..]
            .iter()
            .find(|step| step.thread == before.thread)
            .is_some_and(|next| next.call == before.call && before.returned.is_empty());
        if before.thread == after.thread || !goes_on {
            return None;
        }
        let interrupted = format!("thread {} is interrupted after this", before.thread);
        let other = format!("thread {} comes in between from here", after.thread);
        Some([(span(before, sources)?, interrupted), (span(after, sources)?, other)])
    });
    found.into_iter().flatten().collect()
}
