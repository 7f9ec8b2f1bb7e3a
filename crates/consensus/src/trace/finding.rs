//! What a report says about a trace.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::PathBuf,
};

use aplomb_report::{
    Cause, Code, Diagnostic, Finding, LaneKind, Replay, Report, Step, Suggestion, Unconfirmed,
    Witness,
};
use serde_json::json;

use super::{
    line::{self, Instance, Round, Value},
    reader::{Broken, Trace, each_line},
};
use crate::qtree::{Event, Law, Snapshot, Version, Violation, judge};

/// What is taken for granted of a trace that keeps the laws.
pub const WHOLE_TRACE: &str = "the trace has all events, in the order of the run";

/// What is taken for granted of a trace that is not one of consensus on a single value.
pub const VALUES_OF_ROUNDS: &str =
    "rounds have values of their own: --single-decree checks law P3a too";

/// Where a trace comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file, which can be read again.
    File(PathBuf),
    /// Standard input, which cannot.
    Stream,
}

impl Source {
    /// Its name.
    pub fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::Stream => "standard input".to_owned(),
        }
    }
}

impl Trace {
    /// Puts everything that is known about the trace into a report.
    pub fn report(&self, source: &Source, report: &mut Report) {
        let summary = self.summary();
        for broken in &summary.broken {
            report.push(self.violated(source, broken));
        }
        if summary.violations == 0 {
            report.push(self.lawful_or_unknown(source));
        }
        for (line, problem) in &summary.problems {
            let message = format!("{}: line {line} is not an event: {problem}", source.name());
            report.diagnose(Diagnostic::warning(message));
        }
        let broken = summary.violations - summary.broken.len() as u64;
        let malformed = summary.malformed - summary.problems.len() as u64;
        let more = [
            (broken, "event that breaks a law is", "events that break a law are"),
            (malformed, "line that is not an event is", "lines that are not events are"),
        ];
        for (count, one, several) in more.into_iter().filter(|(count, ..)| *count > 0) {
            let what = if count == 1 { one } else { several };
            let message = format!("{count} more {what} not shown");
            report.diagnose(Diagnostic::note(message).help("show more with --limit"));
        }
        report.set_data(json!({
            "lines": summary.lines,
            "events": summary.events,
            "violations": summary.violations,
            "notJudged": summary.forgotten,
            "malformed": summary.malformed,
            "remembered": self.remembered(),
        }));
    }

    fn lawful_or_unknown(&self, source: &Source) -> Finding {
        let summary = self.summary();
        let name = source.name();
        let unknown = |cause: Cause, reason: String| {
            let title = "no event that could be judged breaks a law";
            Finding::unknown(Code::CONSENSUS_UNKNOWN, &name, title, reason).caused_by(cause)
        };
        if summary.malformed > 0 {
            let reason = match summary.malformed {
                1 => "1 line is not an event".to_owned(),
                lines => format!("{lines} lines are not events"),
            };
            return unknown(Cause::Unread, reason)
                .help("see the warnings: each names a line and what is wrong with it");
        }
        if let Some(line) = summary.first_forgotten {
            let reason = match summary.forgotten {
                1 => format!("the event in line {line} speaks of a round that is forgotten"),
                events => format!(
                    "{events} events speak of rounds that are forgotten, the first in line {line}"
                ),
            };
            return unknown(Cause::LimitReached, reason)
                .help("remember more rounds with --remember");
        }
        let bound = match summary.events {
            1 => "the only event of the trace".to_owned(),
            events => format!("the {events} events of the trace"),
        };
        let title = "every event keeps the laws of the quorum tree";
        let finding = Finding::holds_within_bounds(Code::CONSENSUS_SAFE, &name, title, bound);
        let finding = finding.assuming(WHOLE_TRACE);
        match self.settings().version {
            Version::SingleDecree => finding,
            Version::StateMachineReplication => finding.assuming(VALUES_OF_ROUNDS),
        }
    }

    fn violated(&self, source: &Source, broken: &Broken) -> Finding {
        let law = broken.violation.law();
        let title = format!("law {law} is broken in line {}: {}", broken.line, law.statement());
        let subject = match &broken.instance {
            Instance::Only => source.name(),
            instance => format!("{}, {instance}", source.name()),
        };
        let mut judge = TraceJudge { source, version: self.settings().version };
        match judge.confirm(broken) {
            Ok(witness) => {
                let finding = Finding::violated(crate::code(law), subject, title, witness);
                let finding = finding.because(broken.violation.to_string());
                cause_in_the_trace(&broken.violation)
                    .map(Suggestion::new)
                    .into_iter()
                    .fold(finding, Finding::suggest)
            }
            Err(why) => Finding::unconfirmed(crate::code(law), subject, title, &why),
        }
    }
}

/// What may be wrong with the trace instead of the run.
fn cause_in_the_trace(violation: &Violation<Round, Value>) -> Option<&'static str> {
    match violation {
        Violation::AddedTwice { value, before, .. } if value == before => {
            Some("if the trace repeats events, leave the repetitions out")
        }
        Violation::CommittedTwice { .. } => Some(
            "a commit is written once, when the round is decided; leave out what others learn later",
        ),
        Violation::CommittedUnadded { .. } | Violation::ParentNotAdded { .. } => Some(
            "if the trace has a gap or begins in the middle of a run, complete it; what continues a \
             snapshot is a child of the root",
        ),
        _ => None,
    }
}

/// Judges a violation again: a file is read again from its beginning, the events of the
/// rounds in question are collected, and the law is evaluated over them by enumeration.
/// Only the reading of a line is shared with the first pass.
struct TraceJudge<'t> {
    source: &'t Source,
    version: Version,
}

impl Replay for TraceJudge<'_> {
    type Candidate = Broken;

    fn judge(&mut self, broken: &Broken) -> Result<Witness, Unconfirmed> {
        let events = match self.source {
            Source::File(path) => {
                let read = File::open(path).and_then(|file| collect(BufReader::new(file), broken));
                read.map_err(|error| Unconfirmed::new(format!("the trace changed: {error}")))?
            }
            Source::Stream => recollect(&broken.violation),
        };
        let Some((last, earlier)) = events.split_last() else {
            return Err(Unconfirmed::new("the events are not there"));
        };
        let mut past = Snapshot::new();
        earlier.iter().for_each(|event| past.push(event.clone()));
        let law = match judge(&past, self.version, last) {
            Err(violation) => violation.law(),
            Ok(()) => return Err(Unconfirmed::new("the events keep the laws")),
        };
        match law == broken.violation.law() {
            true => Ok(witness(broken, law, &events)),
            false => Err(Unconfirmed::new(format!("they break law {law}"))),
        }
    }
}

/// The events of a trace that a violation is about, up to the one that breaks the law.
fn collect(input: impl BufRead, broken: &Broken) -> io::Result<Vec<Event<Round, Value>>> {
    let rounds = broken.violation.rounds();
    let mut events = Vec::new();
    each_line(input, |number, text| {
        if let Some(Ok((instance, event))) = text.map(|text| line::read(text, number)) {
            let concerned = instance == broken.instance && rounds.contains(&event.round());
            // What broke a law before has not happened, as far as later events are concerned.
            if concerned && (number == broken.line || !repeats(&events, &event)) {
                events.push(event);
            }
        }
        number < broken.line
    })?;
    Ok(events)
}

/// Whether the round has done so already.
fn repeats(events: &[Event<Round, Value>], event: &Event<Round, Value>) -> bool {
    let same = |other: &Event<Round, Value>| {
        std::mem::discriminant(other) == std::mem::discriminant(event)
            && other.round() == event.round()
    };
    events.iter().any(same)
}

/// The events that a violation is about, as far as it tells.
fn recollect(violation: &Violation<Round, Value>) -> Vec<Event<Round, Value>> {
    let nothing = Value::nothing;
    let at = |round: &Round, line: u64| round.at(line);
    match violation.clone() {
        Violation::AddedTwice { round, value, before } => {
            vec![Event::add(at(&round, before.line), before, None), Event::add(round, value, None)]
        }
        Violation::CommittedTwice { round } => vec![
            Event::add(at(&round, 0), nothing(), None),
            Event::commit(at(&round, 0)),
            Event::commit(round),
        ],
        Violation::CommittedUnadded { round } => vec![Event::commit(round)],
        Violation::ParentNotBelow { round, parent }
        | Violation::ParentNotAdded { round, parent } => {
            vec![Event::add(round, nothing(), Some(parent))]
        }
        Violation::ValueDiffers { round, value, parent, inherited } => vec![
            Event::add(at(&parent, inherited.line), inherited, None),
            Event::add(round, value, Some(parent)),
        ],
        Violation::PassesByCommitted { round, parent, committed } => {
            let below = parent.map(|parent| Event::add(at(&parent, 0), nothing(), None));
            let decided =
                [Event::add(at(&committed, 0), nothing(), None), Event::commit(committed)];
            let last = Event::add(round, nothing(), parent);
            below.into_iter().chain(decided).chain([last]).collect()
        }
        Violation::CommitsPassedBy { round, child, parent } => vec![
            Event::add(at(&round, 0), nothing(), None),
            Event::add(child, nothing(), parent),
            Event::commit(round),
        ],
    }
}

fn witness(broken: &Broken, law: Law, events: &[Event<Round, Value>]) -> Witness {
    let mut witness = Witness::builder(format!("these events break law {law}"));
    let lane = witness.lane(LaneKind::Process, broken.instance.to_string());
    for (position, event) in events.iter().enumerate() {
        let mut step = Step::new(lane, event.to_string());
        if event.round().line > 0 {
            step = step.value(format!("line {}", event.round().line));
        }
        if position + 1 == events.len() {
            step = step.offending();
        }
        witness.step(step);
    }
    witness.finish()
}
