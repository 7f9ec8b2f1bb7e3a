//! What was found out about a client.

use std::{collections::BTreeSet, fmt, time::Duration};

use aplomb_explore::{Schedule, StopReason, Strategy};
use aplomb_jvm::{Event, JvmError};

use super::{Mode, SourceLine, Witness};
use crate::{Call, Client, sequential::Outcome};

/// What was found out about a client.
#[derive(Clone, Debug)]
pub struct ClientReport {
    /// The client.
    pub client: Client,
    /// The answer.
    pub verdict: ClientVerdict,
    /// The strategy that gave it.
    pub strategy: Strategy,
    /// The outcomes of all sequential runs; nothing if there are too many.
    pub expected: Option<Vec<Outcome>>,
    /// How many of them occurred.
    pub observed: usize,
    /// What is wrong, one entry for each outcome that is.
    pub problems: Vec<Problem>,
    /// Calls that threw something in every execution, and what.
    pub thrown: Vec<(Call, String)>,
    /// Methods whose results are compared only by class, wholly or in part, and that class.
    pub opaque: BTreeSet<(String, String)>,
    /// Whether some outcome would be wrong in another order of the calls.
    pub(crate) order_matters: bool,
    /// Some executions that return what they should, but leave the object as no sequential run does.
    pub(crate) odd_ends: Vec<Schedule>,
    /// Accesses that nothing orders. A class that has them may do more on a
    /// real machine than was explored here.
    pub races: Vec<DataRace>,
    /// Whether everything was explored.
    pub complete: bool,
    /// How many ends of executions were reached.
    pub executions: u64,
    /// How many states were visited.
    pub states: u64,
    /// How many steps were taken.
    pub transitions: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// With hash compaction, how likely it is that a state was missed.
    pub collision_probability: Option<f64>,
}

impl ClientReport {
    /// Whether every call threw in every execution, so that nothing was shown.
    #[must_use]
    pub fn is_no_evidence(&self) -> bool {
        self.thrown.len() == self.client.operations()
    }

    /// What is known after some executions were sampled, because there are too many.
    pub(super) fn or_else(mut self, sampled: ClientReport) -> ClientReport {
        if sampled.verdict == ClientVerdict::Violated {
            self.verdict = ClientVerdict::Violated;
            self.problems = sampled.problems;
        }
        self.add_work(sampled.states, sampled.transitions, sampled.elapsed);
        self
    }

    /// What is known after steps were taken that showed nothing.
    pub(super) fn after_more_steps(mut self, steps: u64) -> ClientReport {
        self.transitions += steps;
        self
    }

    fn add_work(&mut self, states: u64, transitions: u64, elapsed: Duration) {
        self.states += states;
        self.transitions += transitions;
        self.elapsed += elapsed;
    }

    /// What is known after a second search, which saw the calls in real-time order.
    pub(super) fn and_then(mut self, second: ClientReport) -> ClientReport {
        let in_time = second.problems.into_iter();
        self.problems.extend(in_time.filter(|it| it.kind == ProblemKind::RealTimeViolation));
        self.verdict = match self.problems.is_empty() {
            true => second.verdict,
            false => ClientVerdict::Violated,
        };
        self.complete &= second.complete;
        self.executions = second.executions;
        self.add_work(second.states, second.transitions, second.elapsed);
        let probabilities = [self.collision_probability, second.collision_probability];
        self.collision_probability = probabilities.into_iter().flatten().reduce(f64::max);
        self
    }
}

/// The answer for a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientVerdict {
    /// Every execution is right.
    Holds,
    /// Some execution is wrong.
    Violated,
    /// Executions were sampled, and those were right.
    NothingFound,
    /// A call returned, or others saw it wait, that waits in every sequential run, because it needs a
    /// partner that calls at the same time: sequential runs say nothing about it.
    NotComparable(Call),
    /// Not decided, and why.
    Unknown(Undecided),
}

/// Why it is not known whether a client is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The search was stopped before its end.
    Stopped(StopReason),
    /// Some execution cannot be followed to its end.
    Failed(JvmError),
    /// The search found what a fresh run did not confirm, and why.
    Unconfirmed(ProblemKind, String),
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(reason) => reason.fmt(f),
            Self::Failed(error) => error.fmt(f),
            Self::Unconfirmed(kind, why) => {
                write!(f, "an execution in which {kind} was found, but not confirmed: {why}")
            }
        }
    }
}

/// Something that is wrong, and how it comes about.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// What the calls returned, if the execution has an end.
    pub outcome: Option<Outcome>,
    /// How it comes about.
    pub witness: Witness,
    /// Whether calls and returns are steps of the schedule.
    pub mode: Mode,
}

/// What can be wrong with an execution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// No sequential order of the calls returns this.
    NotLinearizable,
    /// Only an order against real time returns this.
    RealTimeViolation,
    /// Threads wait forever where the sequential object does not.
    Deadlock,
    /// Threads run forever, whatever is scheduled.
    Livelock,
    /// A call throws what the sequential object never throws there.
    UncaughtException {
        /// What is thrown.
        class: String,
    },
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::NotLinearizable => f.write_str("no sequential order returns this"),
            ProblemKind::RealTimeViolation => {
                f.write_str("only an order against real time returns this")
            }
            ProblemKind::Deadlock => f.write_str("threads wait for each other forever"),
            ProblemKind::Livelock => f.write_str("threads run forever and nothing gets done"),
            ProblemKind::UncaughtException { class } => {
                write!(f, "{class} is thrown, which never happens sequentially")
            }
        }
    }
}

/// Two accesses to one place that nothing orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataRace {
    /// The field or element, with the class that has it.
    pub place: String,
    /// Where the accesses are.
    pub lines: [Option<SourceLine>; 2],
}

impl DataRace {
    pub(super) fn new(first: &Event, second: &Event) -> DataRace {
        let member = first.member.as_deref().unwrap_or_default();
        let mut lines = [first, second].map(|event| event.location().map(SourceLine::new));
        lines.sort();
        DataRace { place: format!("{}{member}", first.class), lines }
    }
}

impl fmt::Display for DataRace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is accessed without synchronisation", self.place)?;
        if let [Some(one), Some(other)] = &self.lines {
            write!(f, " at {one} and {other}")?;
        }
        Ok(())
    }
}
