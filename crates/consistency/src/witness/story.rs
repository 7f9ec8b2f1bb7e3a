//! Findings for the reader.

use aplomb_report::{
    ArrowKind, Cause, Code, FinalStates, Finding, LaneId, LaneKind, Outcome as Result, Replay,
    Step, StepId, Unconfirmed, Witness,
};
use rustc_hash::FxHashMap;

use super::anomaly::{Anomaly, Kind};
use super::dependency::{Dependencies, Dependency};
use super::timeline::{Moment, timeline};
use crate::check::{Verdict, Violation, judge};
use crate::execution::{Execution, History, Levels, Place, Source, TransactionSet, View, run};
use crate::model::Model;
use crate::program::{Lock, Program};
use crate::term::Symbol;

/// The finding for the verdict at a level.
pub fn finding(program: &Program, level: &str, verdict: &Verdict) -> Finding {
    let labels: Vec<&str> = program.invariants.iter().map(|i| i.label.as_str()).collect();
    let subject = labels.join("; ");
    match verdict {
        Verdict::Holds => Finding::holds(
            Code::INVARIANT_HOLDS,
            subject,
            format!("holds in every execution under {level}"),
        ),
        Verdict::Vacuous => Finding::unknown(
            Code::VACUOUS_CHECK,
            subject,
            "the assumptions contradict each other, so nothing was checked",
            "no parameters and initial values satisfy the assumptions",
        )
        .caused_by(Cause::Vacuous)
        .help("remove or correct an assumption"),
        Verdict::Unknown { cause, reason } => undecided(subject, level, *cause, reason),
        Verdict::Violated(violation) => {
            let anomaly = Anomaly::of(program, violation);
            let label = &program.invariants[violation.invariant].label;
            let title = format!("violated under {level}: {}", anomaly.kind.name());
            match (Definitions { program }).confirm(violation) {
                Ok(story) => Finding::violated(code(anomaly.kind), label.clone(), title, story),
                Err(why) => Finding::unconfirmed(
                    Code::INVARIANT_UNKNOWN,
                    label.clone(),
                    format!("could not be decided under {level}"),
                    &why,
                ),
            }
        }
    }
}

/// What is said of a question without an answer.
fn undecided(subject: String, level: &str, cause: Cause, reason: &str) -> Finding {
    let title = format!("could not be decided under {level}");
    let finding = Finding::unknown(Code::INVARIANT_UNKNOWN, subject, title, reason);
    let finding = finding.caused_by(cause);
    match cause {
        Cause::LimitReached => {
            finding.help("allow more time, or check fewer transactions or smaller invariants")
        }
        _ => finding,
    }
}

/// Judges by the definitions: a concrete interpreter runs the transactions, and every axiom
/// of the model is evaluated over who saw whom. Nothing of the encoding takes part.
struct Definitions<'a> {
    program: &'a Program,
}

impl Replay for Definitions<'_> {
    type Candidate = Violation;

    fn judge(&mut self, claimed: &Violation) -> std::result::Result<Witness, Unconfirmed> {
        let Violation { levels, invariant, execution, .. } = claimed;
        let outcome = judge(self.program, levels, *invariant, execution)?;
        let seen = Violation { outcome, ..claimed.clone() };
        Ok(witness(self.program, &seen, &Anomaly::of(self.program, &seen)))
    }
}

fn code(kind: Kind) -> Code {
    match kind {
        Kind::Serial | Kind::BetweenTransactions => Code::VIOLATED_SERIALLY,
        Kind::LostUpdate => Code::LOST_UPDATE,
        Kind::WriteSkew => Code::WRITE_SKEW,
        Kind::LongFork => Code::LONG_FORK,
        Kind::ReadOnlyAnomaly => Code::READ_ONLY_ANOMALY,
        Kind::FracturedRead | Kind::NonRepeatableRead | Kind::ReadSkew => Code::FRACTURED_READ,
        Kind::CausalityViolation | Kind::Cycle | Kind::StaleRead => Code::INVARIANT_VIOLATED,
    }
}

/// A sentence; the names of transactions stay as they are.
fn sentence(program: &Program, text: &str) -> String {
    if program.transactions.iter().any(|transaction| text.starts_with(&transaction.name)) {
        return format!("{text}.");
    }
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// The violation as a timeline: a lane per transaction.
fn witness(program: &Program, violation: &Violation, anomaly: &Anomaly) -> Witness {
    let mut story = Witness::builder(sentence(program, &anomaly.explanation));
    let mut lanes: FxHashMap<usize, LaneId> = FxHashMap::default();
    let committed = Dependencies::of(violation).committed;
    for &transaction in &committed {
        let name = title(program, violation, transaction);
        lanes.insert(transaction, story.lane(LaneKind::Transaction, name));
    }
    let mut steps: FxHashMap<(usize, usize), StepId> = FxHashMap::default();
    for moment in timeline(program, violation) {
        match moment {
            Moment::Commit { transaction } => {
                let ends = match violation.outcome.aborted.contains(transaction) {
                    true => "roll back",
                    false => "commit",
                };
                let mut step = Step::new(lanes[&transaction], ends);
                let returned = &violation.outcome.returned[transaction];
                if !returned.is_empty() && tells(program) {
                    let names = program.transactions[transaction].returns.iter();
                    let values = names.zip(returned).map(|((n, _), v)| format!("{n} = {v}"));
                    step = step.outcome(Result::ok(values.collect::<Vec<_>>().join(", ")));
                }
                story.step(step);
            }
            Moment::Event { transaction, event } => {
                let step = access(program, violation, lanes[&transaction], transaction, event);
                let takes_part = anomaly.transactions.contains(&transaction);
                let writes = violation.outcome.events[transaction][event]
                    .as_ref()
                    .is_some_and(|trace| trace.source.is_none());
                let step = if takes_part && writes && !anomaly.kind.is_serial() {
                    step.offending()
                } else {
                    step
                };
                steps.insert((transaction, event), story.step(step));
            }
        }
    }
    for (kind, from, to, text) in arrows(program, violation, anomaly, &steps) {
        story.arrow(kind, from, to, text);
    }
    story.final_states(final_states(program, violation, &committed));
    story.finish()
}

/// The transaction with its arguments.
fn title(program: &Program, violation: &Violation, transaction: usize) -> String {
    let values = program.params.iter().zip(&violation.execution.params);
    let own = values.filter(|(param, _)| param.owner == Some(transaction));
    let arguments: Vec<String> = own.map(|(p, value)| format!("{} = {value}", p.name)).collect();
    let name = &program.transactions[transaction].name;
    if arguments.is_empty() { name.clone() } else { format!("{name}({})", arguments.join(", ")) }
}

fn access(
    program: &Program,
    violation: &Violation,
    lane: LaneId,
    transaction: usize,
    event: usize,
) -> Step {
    let trace = violation.outcome.events[transaction][event].as_ref().expect("it happened");
    let operation = match (trace.source, trace.lock) {
        (None, _) => "write",
        (Some(_), Lock::Exclusive) => "read for update",
        (Some(_), Lock::Shared) => "read for share",
        (Some(_), Lock::No | Lock::Gap | Lock::Current | Lock::Glance | Lock::Probe) => "read",
    };
    let place = &trace.place;
    let step = Step::new(lane, operation).key(program.cell_name(
        place.table,
        place.key.as_ref(),
        place.column,
    ));
    let step = match trace.source {
        None => step.value(trace.value.to_string()),
        Some(_) => step.outcome(Result::ok(trace.value.to_string())),
    };
    match &program.transactions[transaction].statements[trace.statement].span {
        Some(span) => step.at(span.clone()),
        None => step,
    }
}

type Drawn = (ArrowKind, StepId, StepId, String);

/// Who reads from whom, and where those who take part miss each other.
fn arrows(
    program: &Program,
    violation: &Violation,
    anomaly: &Anomaly,
    steps: &FxHashMap<(usize, usize), StepId>,
) -> Vec<Drawn> {
    let mut arrows = Vec::new();
    let last_write = |transaction: usize, place: &Place| {
        let events = violation.outcome.events[transaction].iter().enumerate();
        let mut writes = events.filter(|(_, trace)| {
            trace.as_ref().is_some_and(|t| t.source.is_none() && t.place == *place)
        });
        writes.next_back().and_then(|(event, _)| steps.get(&(transaction, event)).copied())
    };
    let name = |place: &Place| program.cell_name(place.table, place.key.as_ref(), place.column);
    for (transaction, events) in violation.outcome.events.iter().enumerate() {
        for (event, trace) in events.iter().enumerate() {
            let Some(trace) = trace else { continue };
            let Some(Source::Transaction(writer)) = trace.source else { continue };
            if let (true, Some(from), Some(&to)) = (
                writer != transaction,
                last_write(writer, &trace.place),
                steps.get(&(transaction, event)),
            ) {
                arrows.push((ArrowKind::ReadFrom, from, to, name(&trace.place)));
            }
        }
    }
    let graph = Dependencies::of(violation);
    for edge in graph.edges.iter().filter(|edge| {
        anomaly.transactions.contains(&edge.from) && anomaly.transactions.contains(&edge.to)
    }) {
        let first_read = violation.outcome.events[edge.from].iter().position(|trace| {
            trace.as_ref().is_some_and(|t| t.source.is_some() && t.place == edge.place)
        });
        let read = first_read.and_then(|event| steps.get(&(edge.from, event)).copied());
        let (kind, from) = match edge.dependency {
            Dependency::OverwritesRead => (ArrowKind::Conflict, read),
            Dependency::Overwrites => (ArrowKind::Overwrites, last_write(edge.from, &edge.place)),
            Dependency::Reads => continue,
        };
        if let (Some(from), Some(to)) = (from, last_write(edge.to, &edge.place)) {
            arrows.push((kind, from, to, name(&edge.place)));
        }
    }
    arrows
}

/// What the execution left, against what the same order leaves serially.
fn final_states(program: &Program, violation: &Violation, committed: &[usize]) -> FinalStates {
    let observed = values(program, violation, &violation.outcome);
    let claim = format!("`{}` does not hold", program.invariants[violation.invariant].label);
    let states = FinalStates::observed("in this execution", observed.clone()).claim(claim);
    let serial = serial_outcome(program, violation, committed);
    match serial {
        Some(serial) => {
            let serial = values(program, violation, &serial).into_iter().map(|(_, value)| value);
            states.allowed("one by one, in this order", serial.collect::<Vec<_>>())
        }
        None => states,
    }
}

fn serial_outcome(
    program: &Program,
    violation: &Violation,
    committed: &[usize],
) -> Option<crate::execution::Outcome> {
    let mut views = vec![View::Whole(TransactionSet::EMPTY); program.transactions.len()];
    for (position, &transaction) in committed.iter().enumerate() {
        views[transaction] = View::Whole(committed[..position].iter().copied().collect());
    }
    let history = History::Transactions { order: committed.to_vec(), views };
    let execution = Execution { history, ..violation.execution.clone() };
    let outcome = run(program, &Levels::uniform(Model::SER), &execution).ok()?;
    // Only worth showing if the invariant holds there.
    (!outcome.violated.contains(&violation.invariant)).then_some(outcome)
}

/// Whether what transactions return says something: of code that speaks SQL it is what its
/// statements have read, cell by cell, which the steps show.
fn tells(program: &Program) -> bool {
    program.script.is_none()
}

/// The places that were written and the returned values that the invariant
/// mentions, with their values.
fn values(
    program: &Program,
    violation: &Violation,
    outcome: &crate::execution::Outcome,
) -> Vec<(String, String)> {
    let places = violation.outcome.written.keys();
    let unwritten = |place: &Place| violation.execution.initial_value(program, place);
    let mut values: Vec<(String, String)> = places
        .map(|place| {
            let value = outcome.written.get(place).cloned().unwrap_or_else(|| unwritten(place));
            let name = program.cell_name(place.table, place.key.as_ref(), place.column);
            (name, value.to_string())
        })
        .collect();
    if !tells(program) {
        return values;
    }
    let holds = program.invariants[violation.invariant].holds;
    for symbol in program.terms.symbols([holds]) {
        if let Symbol::Returned { transaction, value } = symbol
            && let Some(observed) = violation.outcome.returned[transaction].get(value)
        {
            let returned = outcome.returned[transaction].get(value).unwrap_or(observed);
            let code = &program.transactions[transaction];
            values.push((format!("{}.{}", code.name, code.returns[value].0), returned.to_string()));
        }
    }
    values
}
