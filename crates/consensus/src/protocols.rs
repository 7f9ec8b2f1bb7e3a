//! The protocols, one file each, with the mistakes that one could make in them.

mod certificates;
mod cheap;
mod content;
mod fast;
mod flexible;
mod hotstuff;
mod multi_paxos;
mod paxos;
mod pbft;
mod raft;
// Unit tests do without: every search would be compiled for them once more.
#[cfg(not(test))]
mod searches;
mod stoppable;
mod synod;
#[cfg(test)]
mod urgency;

#[cfg(not(test))]
pub use searches::{check, simulate};

use crate::protocol::{Process, Protocol};
use crate::qtree::Law;

/// How large a model is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// How many processes there are.
    pub processes: usize,
    /// How many rounds (of Raft: terms) there are.
    pub rounds: usize,
    /// How many values clients ask for.
    pub values: usize,
    /// How many things are decided: sequence numbers, or entries of a log.
    pub instances: usize,
    /// How many processes a quorum has, in the first and in the second phase, if the protocol
    /// leaves a choice.
    pub quorums: Option<(usize, usize)>,
    /// Which processes are Byzantine, one bit each, if the protocol tolerates any.
    pub byzantine: u64,
}

impl Bounds {
    /// Bounds with the usual quorums.
    pub const fn new(processes: usize, rounds: usize, values: usize, instances: usize) -> Self {
        Self { processes, rounds, values, instances, quorums: None, byzantine: 0 }
    }

    /// The same with quorums of other sizes.
    pub const fn with_quorums(self, first: usize, second: usize) -> Self {
        Self { quorums: Some((first, second)), ..self }
    }

    /// The same with Byzantine processes, one bit each.
    pub const fn with_byzantine(self, byzantine: u64) -> Self {
        Self { byzantine, ..self }
    }

    /// How many processes are more than half of them.
    fn majority(&self) -> usize {
        self.processes / 2 + 1
    }

    /// 2f + 1 of 3f + 1 processes: two such sets have a correct process in common.
    fn byzantine_quorum(&self) -> usize {
        self.processes - (self.processes - 1) / 3
    }

    /// The process that leads a round, counted from 1.
    fn leader(&self, round: usize) -> Process {
        (round - 1) % self.processes
    }

    fn is_byzantine(&self, process: Process) -> bool {
        self.byzantine & 1 << process != 0
    }

    /// The processes that follow the protocol.
    fn correct(&self) -> impl Iterator<Item = Process> + use<> {
        let byzantine = self.byzantine;
        (0..self.processes).filter(move |process| byzantine & 1 << process == 0)
    }
}

/// What comes of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// It breaks a law.
    Law(Law),
    /// It keeps the laws and decides what no client asked for.
    Validity,
    /// It keeps the laws and breaks what the protocol promises beyond them.
    Promise,
    /// It keeps the laws and does not agree: the instrumentation hides it.
    Agreement,
    /// It is as good as the original.
    Harmless,
}

/// A protocol with one change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// What it is called by.
    pub name: &'static str,
    /// The change, in one sentence.
    pub what: &'static str,
    /// What comes of it.
    pub expected: Expected,
    /// Bounds within which that shows.
    pub bounds: Bounds,
}

/// What is known about a protocol before it is run.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is called by.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub what: &'static str,
    /// Bounds that are exhausted within seconds.
    pub bounds: Bounds,
    /// Its mutants.
    pub mutants: &'static [Mutant],
}

impl Entry {
    /// Whether the model knows steps that rule nothing out. That of Raft does not: who accepts a
    /// log votes for other candidates than before, and who decides tells others.
    pub fn has_reduction(&self) -> bool {
        self.name != raft::ENTRY.name
    }
}

/// Which model of a protocol to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup<'a> {
    /// How large it is.
    pub bounds: Bounds,
    /// The name of the mutant, if it is one.
    pub mutant: Option<&'a str>,
    /// Whether one process may restart without its durable state.
    pub loses_state: bool,
    /// Whether runs that differ in names only are explored once.
    pub symmetry: bool,
    /// Whether steps that rule nothing out are taken at once.
    pub reduction: bool,
    /// Whether starting a round is a step of its own, where that is a choice.
    pub start_is_a_step: bool,
}

impl Setup<'_> {
    /// The protocol as it should be.
    pub const fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            mutant: None,
            loses_state: false,
            symmetry: true,
            reduction: true,
            start_is_a_step: false,
        }
    }
}

/// Why there is no such model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// There is no such protocol.
    #[error("there is no protocol `{0}`; `aplomb consensus list` shows those that there are")]
    Protocol(String),
    /// The protocol has no such mutant.
    #[error("{protocol} has no mutant `{mutant}`; `aplomb consensus list` shows those that it has")]
    Mutant {
        /// The protocol.
        protocol: &'static str,
        /// What was asked for.
        mutant: String,
    },
    /// A bound makes no sense.
    #[error("{0}")]
    Bounds(String),
    /// The bounds are too large for any state.
    #[error("these bounds are too large for the states of {0}; try smaller ones")]
    TooLarge(&'static str),
}

/// Something to do with a protocol of whichever type. Searches are there already: `check` and
/// `simulate`.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<P: Protocol>(self, protocol: &P) -> Self::Output;
}

/// Every protocol.
pub const ALL: &[Entry] = &[
    paxos::ENTRY,
    multi_paxos::ENTRY,
    cheap::ENTRY,
    stoppable::ENTRY,
    fast::ENTRY,
    flexible::ENTRY,
    raft::ENTRY,
    pbft::ENTRY,
    hotstuff::ENTRY,
];

/// The protocol of that name.
pub fn find(name: &str) -> Result<&'static Entry, SetupError> {
    let found = ALL.iter().find(|entry| entry.name == name);
    found.ok_or_else(|| SetupError::Protocol(name.to_owned()))
}

/// Does the task with the model whose states have the fewest words: that is the fastest one.
macro_rules! smallest {
    ($entry:expr, $task:expr, $($model:ident)::+, $setup:expr) => {
        if let Some(model) = $($model)::+::<2>::new($setup) {
            Ok($task.run(&model))
        } else if let Some(model) = $($model)::+::<4>::new($setup) {
            Ok($task.run(&model))
        } else if let Some(model) = $($model)::+::<12>::new($setup) {
            Ok($task.run(&model))
        } else {
            Err(SetupError::TooLarge($entry.name))
        }
    };
}

/// Makes a model of the protocol of that name, and does something with it.
pub fn with<T: Task>(name: &str, setup: &Setup<'_>, task: T) -> Result<T::Output, SetupError> {
    let entry = find(name)?;
    check_setup(entry, setup)?;
    check_supported(entry, setup)?;
    match name {
        "paxos" => synod(entry, paxos::rules(setup), task),
        "multi-paxos" => synod(entry, multi_paxos::rules(setup), task),
        "cheap-paxos" => synod(entry, cheap::rules(setup), task),
        "stoppable-paxos" => synod(entry, stoppable::rules(setup), task),
        "flexible-paxos" => synod(entry, flexible::rules(setup), task),
        "fast-paxos" => smallest!(entry, task, fast::Fast, setup),
        "raft" => smallest!(entry, task, raft::Raft, setup),
        "pbft" => smallest!(entry, task, pbft::Pbft, setup),
        _ => smallest!(entry, task, hotstuff::HotStuff, setup),
    }
}

fn check_setup(entry: &Entry, setup: &Setup<'_>) -> Result<(), SetupError> {
    if let Some(mutant) = setup.mutant
        && !entry.mutants.iter().any(|known| known.name == mutant)
    {
        let (protocol, mutant) = (entry.name, mutant.to_owned());
        return Err(SetupError::Mutant { protocol, mutant });
    }
    let Bounds { processes, rounds, values, instances, quorums, byzantine } = setup.bounds;
    let ranges = [
        ("processes", processes, 1..=16),
        ("rounds", rounds, 1..=200),
        ("values", values, 1..=16),
        ("instances", instances, 1..=16),
    ];
    for (what, given, range) in ranges {
        if !range.contains(&given) {
            let (least, most) = range.into_inner();
            return Err(SetupError::Bounds(format!(
                "{given} {what} are not possible; use {least} to {most}"
            )));
        }
    }
    if let Some((first, second)) = quorums
        && (first == 0 || second == 0 || first > processes || second > processes)
    {
        return Err(SetupError::Bounds(format!(
            "quorums of {first} and {second} are not possible with {processes} processes"
        )));
    }
    let liars = byzantine.count_ones() as usize;
    let tolerates_liars = matches!(entry.name, "pbft" | "hotstuff");
    if liars > 0 && !tolerates_liars {
        return Err(SetupError::Bounds(format!(
            "the processes of {} do not sign their messages, so none can be Byzantine",
            entry.name
        )));
    }
    if byzantine >> processes != 0 {
        return Err(SetupError::Bounds(format!(
            "there is no process p{}; there are {processes}",
            byzantine.ilog2() + 1
        )));
    }
    let smallest_quorum = quorums.map_or(setup.bounds.byzantine_quorum(), |(quorum, _)| quorum);
    if liars > 0 && liars >= smallest_quorum {
        return Err(SetupError::Bounds(format!(
            "{liars} Byzantine processes out of {processes} would be a quorum by themselves"
        )));
    }
    Ok(())
}

/// Refuses what a model does not have: a bound that changes nothing would be said to be covered.
fn check_supported(entry: &Entry, setup: &Setup<'_>) -> Result<(), SetupError> {
    let Bounds { instances, quorums, .. } = setup.bounds;
    let name = entry.name;
    let refuse = |why: String| Err(SetupError::Bounds(why));
    if instances > 1
        && matches!(name, "paxos" | "flexible-paxos" | "fast-paxos" | "pbft" | "hotstuff")
    {
        return refuse(format!(
            "{instances} instances are not possible: the model of {name} has one"
        ));
    }
    match quorums {
        Some(_) if matches!(name, "cheap-paxos" | "fast-paxos") => refuse(format!(
            "the quorums of {name} follow from the number of processes, and have no other sizes"
        )),
        Some((first, second)) if first != second && matches!(name, "pbft" | "hotstuff") => {
            refuse(format!("all quorums of {name} have one size, as in {first},{first}"))
        }
        _ if setup.loses_state && matches!(name, "fast-paxos" | "pbft" | "hotstuff") => {
            refuse(format!("a process of {name} that restarts without its state is not supported"))
        }
        _ => Ok(()),
    }
}

fn synod<T: Task>(entry: &Entry, rules: synod::Rules, task: T) -> Result<T::Output, SetupError> {
    smallest!(entry, task, synod::Synod, &rules)
}
