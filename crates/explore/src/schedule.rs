//! Schedules: an execution as a short string that can be printed, parsed and replayed.

use std::fmt;
use std::str::FromStr;

use crate::pending::{Access, ObjectId, PendingActions};
use crate::process::ProcessId;
use crate::system::System;

/// One step of a schedule: which process moves, and which of its possible next actions it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Choice {
    /// The process that moves.
    pub process: ProcessId,
    /// The position of the action among the pending actions of that process.
    pub alternative: u32,
}

/// An execution from an initial state, by what was chosen in each step.
///
/// Printed, it is a list of steps separated by dots: `0^3.1.0:2` lets process 0 move three times,
/// then process 1 once, then process 0 take the third of its possible actions. A leading `1/`
/// starts from the second initial state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Schedule {
    /// The position of the initial state among the system's.
    pub initial: usize,
    /// The steps.
    pub steps: Vec<Choice>,
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.initial != 0 {
            write!(f, "{}/", self.initial)?;
        }
        for (index, run) in self.steps.chunk_by(|a, b| a == b).enumerate() {
            if index != 0 {
                f.write_str(".")?;
            }
            write!(f, "{}", run[0].process)?;
            if run[0].alternative != 0 {
                write!(f, ":{}", run[0].alternative)?;
            }
            if run.len() > 1 {
                write!(f, "^{}", run.len())?;
            }
        }
        Ok(())
    }
}

/// Why a string is not a schedule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScheduleError {
    /// A part that should be a number is not one.
    #[error(
        "`{0}` in the schedule is not a number; a schedule looks like 0^3.1.0:2 (process, `:` and \
         alternative if not the first, `^` and how often)"
    )]
    Number(String),
    /// A process number is too large.
    #[error("process {0} in the schedule does not exist; there are at most {limit}", limit = ProcessId::LIMIT)]
    Process(usize),
    /// The schedule has more steps than can be meant.
    #[error("the schedule has more than {} steps", Schedule::LONGEST)]
    TooLong,
}

impl Schedule {
    /// The number of steps that a parsed schedule may have.
    pub const LONGEST: usize = 10_000_000;
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        fn number<T: FromStr>(text: &str) -> Result<T, ScheduleError> {
            text.parse().map_err(|_| ScheduleError::Number(text.to_owned()))
        }
        let text = text.trim();
        let (initial, text) = match text.split_once('/') {
            Some((initial, rest)) => (number(initial)?, rest),
            None => (0, text),
        };
        let mut steps = Vec::new();
        for run in text.split('.').filter(|_| !text.is_empty()) {
            let (choice, times) = match run.split_once('^') {
                Some((choice, times)) => (choice, number(times)?),
                None => (run, 1),
            };
            let (process, alternative) = match choice.split_once(':') {
                Some((process, alternative)) => (process, number(alternative)?),
                None => (choice, 0),
            };
            let process = number(process)?;
            let process = ProcessId::new(process).ok_or(ScheduleError::Process(process))?;
            if times > Self::LONGEST - steps.len() {
                return Err(ScheduleError::TooLong);
            }
            steps.extend(std::iter::repeat_n(Choice { process, alternative }, times));
        }
        Ok(Self { initial, steps })
    }
}

/// Why a schedule cannot be replayed on a system.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// There is no such initial state.
    #[error("the schedule starts from initial state {initial}, but the system has {states}")]
    Initial {
        /// The initial state asked for.
        initial: usize,
        /// How many the system has.
        states: usize,
    },
    /// The process has finished, or has no such alternative.
    #[error(
        "step {step} of the schedule: process {process} has no alternative {alternative} there; \
         was the schedule recorded for another program?",
        process = choice.process, alternative = choice.alternative
    )]
    NotPending {
        /// The step, counted from 0.
        step: usize,
        /// What the schedule says.
        choice: Choice,
    },
    /// The process has to wait.
    #[error(
        "step {step} of the schedule: process {process} is blocked there; was the schedule \
         recorded for another program?",
        process = choice.process
    )]
    Blocked {
        /// The step, counted from 0.
        step: usize,
        /// What the schedule says.
        choice: Choice,
    },
}

/// One step of a replayed execution.
#[derive(Clone, Debug)]
pub struct Step<S: System> {
    /// Who moved.
    pub process: ProcessId,
    /// What it did.
    pub action: S::Action,
    /// Whether other processes could notice.
    pub visible: bool,
    /// What it touched.
    pub footprint: Vec<(ObjectId, Access)>,
    /// The state after the step.
    pub state: S::State,
}

/// An execution with its states and actions.
#[derive(Clone, Debug)]
pub struct Execution<S: System> {
    /// The state in which it starts.
    pub initial: S::State,
    /// Its steps.
    pub steps: Vec<Step<S>>,
}

impl<S: System> Execution<S> {
    /// The state in which it ends.
    pub fn last_state(&self) -> &S::State {
        self.steps.last().map_or(&self.initial, |step| &step.state)
    }
}

/// Runs `system` along `schedule`.
///
/// # Errors
///
/// If the schedule asks for a step that the system cannot take.
pub fn replay<S: System>(system: &S, schedule: &Schedule) -> Result<Execution<S>, ReplayError> {
    let mut states = system.initial_states();
    if schedule.initial >= states.len() {
        return Err(ReplayError::Initial { initial: schedule.initial, states: states.len() });
    }
    let initial = states.swap_remove(schedule.initial);
    let mut state = initial.clone();
    let mut steps = Vec::with_capacity(schedule.steps.len());
    let mut pending = PendingActions::new();
    for (step, &choice) in schedule.steps.iter().enumerate() {
        pending.clear();
        system.pending(&state, &mut pending);
        let chosen = pending
            .iter()
            .filter(|candidate| candidate.process == choice.process)
            .nth(choice.alternative as usize)
            .ok_or(ReplayError::NotPending { step, choice })?;
        if !chosen.enabled {
            return Err(ReplayError::Blocked { step, choice });
        }
        state = system.next(&state, chosen.action);
        steps.push(Step {
            process: choice.process,
            action: chosen.action.clone(),
            visible: chosen.visible,
            footprint: chosen.footprint.to_vec(),
            state: state.clone(),
        });
    }
    Ok(Execution { initial, steps })
}
