//! What the command adds to the report for programs that read it.

use std::time::Duration;

use aplomb_consistency::execution::History;
use aplomb_consistency::question::inductive::Inductive;
use aplomb_consistency::witness::Anomaly;
use aplomb_consistency::{Program, Value, Verdict, Violation};
use serde_json::{Map, Value as Json, json};

use super::level::Level;
use super::model::Loaded;

/// What was checked.
pub fn of_program(loaded: &Loaded) -> Json {
    let program = &loaded.summary.program;
    let transactions: Vec<&str> = program.transactions.iter().map(|it| it.name.as_str()).collect();
    let invariants: Vec<&str> = program.invariants.iter().map(|it| it.label.as_str()).collect();
    json!({ "file": loaded.file, "transactions": transactions, "invariants": invariants })
}

fn of_level(level: &Level, verdict: &str, elapsed: Duration) -> Json {
    let mut row = json!({
        "model": level.isolation.model.to_string(),
        "isolation": level.isolation.to_string(),
        "verdict": verdict,
        "time_ms": (elapsed.as_secs_f64() * 1e6).round() / 1e3,
    });
    if let Some(database) = &level.database {
        row["database"] = database.name.into();
    }
    row
}

/// The verdict at one level.
pub fn of_verdict(program: &Program, level: &Level, verdict: &Verdict, elapsed: Duration) -> Json {
    match verdict {
        Verdict::Holds => of_level(level, "holds", elapsed),
        Verdict::Vacuous => of_level(level, "vacuous", elapsed),
        Verdict::Unknown { reason, .. } => {
            let mut row = of_level(level, "unknown", elapsed);
            row["reason"] = reason.as_str().into();
            row
        }
        Verdict::Violated(violation) => {
            let mut row = of_level(level, "violated", elapsed);
            row["invariant"] = program.invariants[violation.invariant].label.as_str().into();
            row["anomaly"] = Anomaly::of(program, violation).kind.name().into();
            row["execution"] = of_execution(program, violation);
            row
        }
    }
}

/// What came of an induction.
pub fn of_induction(level: &Level, answer: &Inductive, elapsed: Duration) -> Json {
    let reason = match answer {
        Inductive::Holds => None,
        Inductive::InitiallyViolated => Some("not true at the start".to_owned()),
        Inductive::NotPreserved { transaction } => Some(format!("not preserved by {transaction}")),
        Inductive::NotApplicable { reason } | Inductive::Unknown { reason, .. } => {
            Some(reason.clone())
        }
    };
    let mut row = of_level(level, if reason.is_none() { "holds" } else { "unknown" }, elapsed);
    row["inductive"] = true.into();
    if let Some(reason) = reason {
        row["reason"] = reason.into();
    }
    row
}

/// An execution: parameters, who saw whom, and what came of it.
fn of_execution(program: &Program, violation: &Violation) -> Json {
    let name = |transaction: usize| program.transactions[transaction].name.as_str();
    let execution = &violation.execution;
    let params = program.params.iter().zip(&execution.params);
    let params: Map<String, Json> =
        params.map(|(param, value)| (param.name.clone(), of_value(value))).collect();
    let mut json = json!({ "parameters": params });
    if let History::Transactions { order, views } = &execution.history {
        let arbitration: Vec<&str> = order.iter().map(|&transaction| name(transaction)).collect();
        let sees: Map<String, Json> = order
            .iter()
            .map(|&transaction| {
                let seen = views[transaction].union();
                let seen: Vec<&str> = seen.iter().map(name).collect();
                (name(transaction).to_owned(), json!(seen))
            })
            .collect();
        json["arbitration"] = json!(arbitration);
        json["sees"] = json!(sees);
    }
    let written: Map<String, Json> = violation
        .outcome
        .written
        .iter()
        .map(|(place, value)| {
            let cell = program.cell_name(place.table, place.key.as_ref(), place.column);
            (cell, of_value(value))
        })
        .collect();
    json["written"] = json!(written);
    json
}

fn of_value(value: &Value) -> Json {
    match value {
        Value::Bool(value) => json!(value),
        // Larger numbers than JSON readers can hold are written as text.
        Value::Int(value) => match i64::try_from(*value) {
            Ok(value) if value.unsigned_abs() < 1 << 53 => json!(value),
            _ => json!(value.to_string()),
        },
        Value::Atom(value) => json!(&**value),
    }
}
