//! What the command adds to the report for programs that read it.

use aplomb_linearizability::{
    ClientReport, ClientVerdict, Outcome, Value,
    class::{DataRace, Problem, ProblemKind, SourceLine, WitnessStep},
};
use serde_json::{Value as Json, json};

/// One client: verdict, outcomes, size of the search, and what is wrong.
pub fn of_client(report: &ClientReport, lists_outcomes: bool) -> Json {
    let (verdict, reason) = match &report.verdict {
        ClientVerdict::Holds => ("holds", None),
        ClientVerdict::Violated => ("violated", None),
        ClientVerdict::NothingFound => ("unknown", Some("executions were only sampled".into())),
        ClientVerdict::NotComparable(_) => {
            ("unknown", Some("not comparable with sequential runs".into()))
        }
        ClientVerdict::Unknown(why) => ("unknown", Some(why.to_string())),
    };
    let unexpected = report.problems.iter().filter_map(|problem| problem.outcome.as_ref());
    let mut outcomes = json!({
        "expected": report.expected.as_ref().map(Vec::len),
        "observed": report.observed,
        "unexpected": unexpected.map(of_outcome).collect::<Vec<_>>(),
    });
    if lists_outcomes && let Some(expected) = &report.expected {
        outcomes["expected_outcomes"] = expected.iter().map(of_outcome).collect();
    }
    let mut client = json!({
        "client": report.client.to_string(),
        "verdict": verdict,
        "strategy": report.strategy.name(),
        "complete": report.complete,
        "outcomes": outcomes,
        "executions": report.executions,
        "states": report.states,
        "transitions": report.transitions,
        "time_ms": (report.elapsed.as_secs_f64() * 1e6).round() / 1e3,
        "problems": report.problems.iter().map(of_problem).collect::<Vec<_>>(),
        "races": report.races.iter().map(of_race).collect::<Vec<_>>(),
    });
    if let Some(reason) = reason {
        client["reason"] = reason.into();
    }
    if let Some(probability) = report.collision_probability {
        client["collision_probability"] = probability.into();
    }
    client
}

/// The word for a problem.
pub fn kind(kind: &ProblemKind) -> &'static str {
    match kind {
        ProblemKind::NotLinearizable => "not-linearizable",
        ProblemKind::RealTimeViolation => "real-time-violation",
        ProblemKind::Deadlock => "deadlock",
        ProblemKind::Livelock => "livelock",
        ProblemKind::UncaughtException { .. } => "uncaught-exception",
    }
}

fn of_problem(problem: &Problem) -> Json {
    json!({
        "kind": kind(&problem.kind),
        "outcome": problem.outcome.as_ref().map(of_outcome),
        "schedule": problem.witness.schedule.to_string(),
        "steps": problem.witness.steps.iter().map(of_step).collect::<Vec<_>>(),
    })
}

/// The steps of an execution.
pub fn of_step(step: &WitnessStep) -> Json {
    json!({
        "thread": step.thread,
        "call": step.label,
        "action": step.action,
        "place": step.place,
        "value": step.value,
        "method": step.location().map(|line| format!("{}.{}", line.class, line.method)),
        "file": step.location().and_then(|line| line.file.clone()),
        "line": step.location().and_then(|line| line.line),
        "stack": step.stack.iter().map(of_line).collect::<Vec<_>>(),
        "returned": step.returned.iter().map(of_value).collect::<Vec<_>>(),
    })
}

fn of_line(line: &SourceLine) -> Json {
    json!({
        "method": format!("{}.{}", line.class, line.method),
        "file": line.file,
        "line": line.line,
    })
}

fn of_race(race: &DataRace) -> Json {
    json!({
        "place": race.place,
        "accesses": race.lines.iter().flatten().map(of_line).collect::<Vec<_>>(),
    })
}

/// What the calls of each thread returned.
pub fn of_outcome(outcome: &Outcome) -> Json {
    outcome.iter().map(|results| results.iter().map(of_value).collect::<Json>()).collect()
}

/// A value; an exception is an object that names it.
pub fn of_value(value: &Value) -> Json {
    match value {
        Value::Unit | Value::Null => Json::Null,
        Value::Boolean(truth) => (*truth).into(),
        Value::Integer(number) => (*number).into(),
        Value::Text(text) => (**text).into(),
        Value::List(items) => items.iter().map(of_value).collect(),
        Value::Exception(class) => json!({ "exception": **class }),
        Value::Made(made) => made.to_string().into(),
    }
}
