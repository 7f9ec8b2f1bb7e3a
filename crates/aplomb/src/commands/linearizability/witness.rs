//! Executions of clients as the report draws them.

use aplomb_linearizability::{
    Client, Outcome, Value,
    class::{Problem, ProblemKind, WitnessStep},
};
use aplomb_report::{
    FinalStates, LaneId, LaneKind, Outcome as StepOutcome, Span, Step, StepId, Witness,
};

use super::sources::SourceFolders;

/// How many expected outcomes are listed.
const MOST_ALTERNATIVES: usize = 6;

/// The execution behind a problem.
pub fn of_problem(
    problem: &Problem,
    client: &Client,
    expected: Option<&[Outcome]>,
    sources: &SourceFolders,
    replay: String,
) -> Witness {
    let mut builder = Witness::builder(caption(problem, client));
    let lanes: Vec<LaneId> = (0..lane_count(problem, client))
        .map(|thread| builder.lane(LaneKind::Thread, format!("thread {thread}")))
        .collect();
    let mut open: Vec<Option<OpenCall>> = lanes.iter().map(|_| None).collect();
    for told in &problem.witness.steps {
        let step = builder.step(step(told, lanes[told.thread], sources));
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
    if let Some(outcome) = &problem.outcome {
        builder.final_states(final_states(problem, client, outcome, expected));
    }
    builder.replay(replay);
    builder.finish()
}

struct OpenCall {
    call: usize,
    first: StepId,
    last: StepId,
    label: String,
}

fn lane_count(problem: &Problem, client: &Client) -> usize {
    let started = problem.witness.steps.iter().map(|step| step.thread + 1).max().unwrap_or(0);
    started.max(client.threads.len())
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
fn caption(problem: &Problem, client: &Client) -> String {
    let switches =
        problem.witness.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count();
    let what = match &problem.kind {
        ProblemKind::NotLinearizable => "the calls return what no sequential order returns",
        ProblemKind::RealTimeViolation => "a call does not see what another did before it began",
        ProblemKind::Deadlock => "the threads wait for each other forever",
        ProblemKind::Livelock => "from here on, nothing is ever finished",
        ProblemKind::UncaughtException { .. } => "a call throws what it never throws alone",
    };
    let times = if switches == 1 { "once" } else { &format!("{switches} times") };
    format!("{client}: after changing threads {times}, {what}")
}

fn final_states(
    problem: &Problem,
    client: &Client,
    observed: &Outcome,
    expected: Option<&[Outcome]>,
) -> FinalStates {
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
    let mut states = FinalStates::observed("this schedule", names.zip(values(observed)))
        .claim(problem.kind.to_string());
    // Nearest first: those that differ in few places help most.
    let mut alternatives: Vec<Vec<String>> =
        expected.unwrap_or_default().iter().map(values).collect();
    let actual = values(observed);
    alternatives.sort_by_key(|values| values.iter().zip(&actual).filter(|(a, b)| a != b).count());
    let more = alternatives.len().saturating_sub(MOST_ALTERNATIVES);
    for values in alternatives.into_iter().take(MOST_ALTERNATIVES) {
        states = states.allowed("one after another", values);
    }
    states.more(more)
}

/// Where a thread is interrupted in the middle of a call, and where another
/// comes in between: what to look at first.
pub fn interruption(problem: &Problem, sources: &SourceFolders) -> Option<[(Span, String); 2]> {
    let steps = &problem.witness.steps;
    let span = |step: &WitnessStep| step.location().and_then(|line| sources.span(line));
    (1..steps.len()).find_map(|place| {
        let (before, after) = (&steps[place - 1], &steps[place]);
        let goes_on = steps[place..]
            .iter()
            .find(|step| step.thread == before.thread)
            .filter(|next| next.call == before.call && before.returned.is_empty());
        if before.thread == after.thread || goes_on.is_none() {
            return None;
        }
        let interrupted = format!("thread {} is interrupted after this", before.thread);
        let other = format!("thread {} comes in between from here", after.thread);
        Some([(span(before)?, interrupted), (span(after)?, other)])
    })
}
