//! Which model of which protocol, as the user says it, and as a report says it.

use aplomb_consensus::{
    Breach, Judge, Protocol, Watch, code,
    protocols::{self, Bounds, Entry, Setup, SetupError},
};
use aplomb_explore::{Checked, Schedule, Statistics};
use aplomb_report::{Code, Finding, Replay, counted};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::error::InputError;

/// Which model of which protocol.
#[derive(Debug, Args)]
#[command(next_help_heading = "Model")]
pub struct Model {
    /// The protocol
    #[arg(value_name = "PROTOCOL")]
    pub protocol: Option<String>,
    /// How many processes there are
    #[arg(long, value_name = "N")]
    pub processes: Option<usize>,
    /// How many rounds there are; terms, for Raft
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,
    /// How many values clients ask for
    #[arg(long, value_name = "N")]
    pub values: Option<usize>,
    /// How many things are decided: sequence numbers, or entries of a log
    #[arg(long, value_name = "N")]
    pub instances: Option<usize>,
    /// How many processes a quorum has, in the first and in the second phase, as in 3,2
    #[arg(long, value_name = "N,N", value_parser = quorums)]
    pub quorums: Option<(usize, usize)>,
    /// Which processes are Byzantine, as in p2 or p1,p4; none for nobody
    #[arg(long, value_name = "PROCESSES", value_parser = byzantine)]
    pub byzantine: Option<u64>,
    /// Check the protocol with this change instead
    #[arg(long, value_name = "NAME")]
    pub mutant: Option<String>,
    /// What can go wrong besides; messages are always lost, repeated and delayed, and processes
    /// always crash
    #[arg(long, value_name = "FAULTS", value_delimiter = ',')]
    pub faults: Vec<Fault>,
}

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Fault {
    /// Messages get lost: always possible
    Loss,
    /// Messages arrive twice: always possible
    Duplication,
    /// Messages overtake each other: always possible
    Reordering,
    /// Processes stop: always possible
    Crash,
    /// Processes restart with what they have written to disk: always possible
    Restart,
    /// One process restarts without what it has written to disk
    LostState,
}

fn quorums(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once(',').and_then(|(first, second)| {
        Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
    });
    parts.ok_or_else(|| "write two numbers, as in 3,2".to_owned())
}

fn byzantine(text: &str) -> Result<u64, String> {
    if text == "none" {
        return Ok(0);
    }
    text.split(',').try_fold(0, |mask, name| {
        let number = name.trim().strip_prefix('p').and_then(|number| number.parse().ok());
        match number {
            Some(number @ 1..=63_u32) => Ok(mask | 1 << (number - 1)),
            _ => Err(format!("`{name}` is no process; write p2, or p1,p4")),
        }
    })
}

impl Model {
    /// The protocol's entry in the list.
    pub fn entry(&self) -> Result<&'static Entry, InputError> {
        let Some(name) = &self.protocol else {
            return Err(InputError::refused(
                "name a protocol, as in `aplomb consensus paxos`; `aplomb consensus list` shows \
                 them",
            ));
        };
        protocols::find(name).map_err(|error| match (&error, self.nearest()) {
            (SetupError::Protocol(_), Some(nearest)) => {
                InputError::refused(format!("{error} (did you mean `{nearest}`?)"))
            }
            _ => InputError::refused(error),
        })
    }

    /// The name of the protocol, which is empty if the user gave none.
    pub fn name(&self) -> &str {
        self.protocol.as_deref().unwrap_or_default()
    }

    fn nearest(&self) -> Option<&'static str> {
        let distance = |name: &str| strsim::damerau_levenshtein(name, self.name());
        let names = protocols::ALL.iter().map(|entry| entry.name);
        names.min_by_key(|name| distance(name)).filter(|name| distance(name) <= 3)
    }

    /// The model: where the user says nothing, bounds within which the mutant shows, or those of
    /// the protocol.
    pub fn setup(&self, symmetry: bool) -> Result<Setup<'_>, InputError> {
        let entry = self.entry()?;
        let mutant = self.mutant.as_deref();
        let known = entry.mutants.iter().find(|known| Some(known.name) == mutant);
        let defaults = known.map_or(entry.bounds, |mutant| mutant.bounds);
        let processes = self.processes.unwrap_or(defaults.processes);
        // Quorums that fit the number of processes in the list do not fit another one.
        let unchanged = processes == defaults.processes;
        let bounds = Bounds {
            processes,
            rounds: self.rounds.unwrap_or(defaults.rounds),
            values: self.values.unwrap_or(defaults.values),
            instances: self.instances.unwrap_or(defaults.instances),
            quorums: self.quorums.or(defaults.quorums.filter(|_| unchanged)),
            byzantine: self.byzantine.unwrap_or(defaults.byzantine),
        };
        let loses_state = self.faults.contains(&Fault::LostState);
        Ok(Setup { mutant, loses_state, symmetry, ..Setup::new(bounds) })
    }

    /// What a finding is about.
    pub fn subject(&self) -> String {
        match &self.mutant {
            Some(mutant) => format!("{} ({mutant})", self.name()),
            None => self.name().to_owned(),
        }
    }

    /// The options that lead to this model again.
    pub fn again(&self, setup: &Setup<'_>, schedule: &Schedule, watch: Watch) -> String {
        let Bounds { processes, rounds, values, instances, quorums, byzantine } = setup.bounds;
        let mut command = format!(
            "aplomb consensus {} --processes {processes} --rounds {rounds} --values {values} \
             --instances {instances}",
            self.name()
        );
        if let Some((first, second)) = quorums {
            command.push_str(&format!(" --quorums {first},{second}"));
        }
        if byzantine != 0 {
            command.push_str(&format!(" --byzantine {}", liars(byzantine)));
        }
        if let Some(mutant) = &self.mutant {
            command.push_str(&format!(" --mutant {mutant}"));
        }
        if setup.loses_state {
            command.push_str(" --faults lost-state");
        }
        if watch == Watch::DecisionsOnly {
            command.push_str(" --decisions-only");
        }
        format!("{command} --schedule {schedule}")
    }
}

/// `p1,p4`.
fn liars(byzantine: u64) -> String {
    let members = (0..u64::BITS).filter(|process| byzantine & 1 << process != 0);
    members.map(|process| format!("p{}", process + 1)).collect::<Vec<_>>().join(",")
}

/// The bounds in words.
pub fn bounds_in_words(bounds: &Bounds) -> String {
    let mut words = format!(
        "{}, {}, {}, {}",
        counted(bounds.processes, "process"),
        counted(bounds.rounds, "round"),
        counted(bounds.values, "value"),
        counted(bounds.instances, "instance"),
    );
    if let Some((first, second)) = bounds.quorums {
        words.push_str(&format!(", quorums of {first} and {second}"));
    }
    if bounds.byzantine != 0 {
        words.push_str(&format!(", {} Byzantine", liars(bounds.byzantine)));
    }
    words
}

/// A violation, if the judge agrees.
pub fn violated<P: Protocol>(
    model: &Model,
    setup: &Setup<'_>,
    protocol: &P,
    schedule: &Schedule,
    watch: Watch,
) -> (Finding, Option<String>) {
    let mut judge = Judge::new(protocol, model.again(setup, schedule, watch)).watching(watch);
    let confirmed = judge.confirm(schedule);
    match (confirmed, judge.breach()) {
        (Ok(witness), Some(breach)) => {
            let law = breach.law().map(|law| law.to_string());
            let mut title = breach.to_string();
            title[..1].make_ascii_uppercase();
            let finding = Finding::violated(code_of(breach), model.subject(), title, witness);
            (explained(finding, breach, model), law)
        }
        (Err(why), _) => {
            let title = "a violation was found, but not confirmed";
            let code = Code::CONSENSUS_UNKNOWN;
            (Finding::unconfirmed(code, model.subject(), title, &why), None)
        }
        (Ok(_), None) => unreachable!("who confirms a breach has seen it"),
    }
}

fn code_of<R>(breach: &Breach<R>) -> Code {
    match breach {
        Breach::Law { violation, .. } => code(violation.law()),
        Breach::Agreement { .. } => Code::DISAGREEMENT,
        Breach::Validity { .. } => Code::NO_CLIENT_ASKED,
        Breach::Promise(_) => Code::PROMISE_BROKEN,
    }
}

fn explained<R>(finding: Finding, breach: &Breach<R>, model: &Model) -> Finding {
    let finding = match breach.law() {
        Some(law) => finding.because(format!("This breaks law {law}: {}.", law.statement())),
        None => finding,
    };
    let mutants = model.entry().map_or(&[][..], |entry| entry.mutants);
    match mutants.iter().find(|mutant| Some(mutant.name) == model.mutant.as_deref()) {
        Some(mutant) => finding.because(format!("The change to the protocol: {}", mutant.what)),
        None => finding,
    }
}

/// The figures of a search, for programs.
pub fn data(
    model: &Model,
    setup: &Setup<'_>,
    checked: &Checked,
    verdict: &str,
    law: Option<String>,
) -> Value {
    let Statistics { states, transitions, depth, .. } = checked.exploration.statistics;
    let Bounds { processes, rounds, values, instances, quorums, byzantine } = setup.bounds;
    json!({
        "protocol": model.name(),
        "mutant": model.mutant,
        "bounds": {
            "processes": processes,
            "rounds": rounds,
            "values": values,
            "instances": instances,
            "quorums": quorums.map(|(first, second)| [first, second]),
            "byzantine": byzantine.count_ones(),
        },
        "symmetry": setup.symmetry,
        "reduction": setup.reduction,
        "states": states,
        "transitions": transitions,
        "depth": depth,
        "verdict": verdict,
        "law": law,
        "schedule": checked.violation.as_ref().map(Schedule::to_string),
    })
}
