//! An execution that people can follow.

use std::fmt;

use aplomb_explore::{Choice, Schedule};
use aplomb_jvm::{Event, Location, Machine, State, ThreadId};

use super::convert;
use crate::{
    Value,
    sequential::{Outcome, RealTimeOrder},
};

/// One execution of a client, step by step.
#[derive(Clone, Debug)]
pub struct Witness {
    /// What to paste to see it again.
    pub schedule: Schedule,
    /// What happened.
    pub steps: Vec<WitnessStep>,
    last: State,
}

/// One visible action, with what began before it and ended after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessStep {
    /// Who moved, counted from 0.
    pub thread: usize,
    /// Which of its calls this belongs to, counted from 0.
    pub call: Option<usize>,
    /// The call, as the client wrote it.
    pub label: String,
    /// What was done: `reads`, `writes`, `locks`, ...
    pub action: String,
    /// To what: an object, or a field or element with its object. `Node@s2` is an object that the
    /// constructor or the setup made, `Node@t0.1` one that thread 0 made.
    pub place: String,
    /// What was read or written.
    pub value: Option<String>,
    /// Where in the source, and the calls that led there, innermost first. The outermost is the
    /// method that the client called.
    pub stack: Vec<SourceLine>,
    /// What calls of this thread returned at the end of the step.
    pub returned: Vec<Value>,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceLine {
    /// The class, with dots.
    pub class: String,
    /// The method.
    pub method: String,
    /// The file, if the class file names it.
    pub file: Option<String>,
    /// The line, if the class file has line numbers.
    pub line: Option<u32>,
}

impl SourceLine {
    pub(super) fn new(location: &Location) -> SourceLine {
        SourceLine {
            class: location.class.clone(),
            method: location.method.clone(),
            file: location.file.clone(),
            line: location.line.map(u32::from),
        }
    }
}

impl SourceLine {
    /// Whether it is a line of a class that comes with Java.
    #[must_use]
    pub fn is_of_jdk(&self) -> bool {
        ["java.", "javax.", "jdk.", "sun.", "com.sun."]
            .iter()
            .any(|package| self.class.starts_with(package))
    }
}

impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_deref().unwrap_or(&self.class);
        match self.line {
            Some(line) => write!(f, "{file}:{line}"),
            None => f.write_str(file),
        }
    }
}

impl Witness {
    /// Runs a schedule and tells each step.
    pub(super) fn replay(machine: &Machine, schedule: &Schedule) -> Result<Witness, String> {
        let mut state = machine.initial_state().clone();
        let mut steps = Vec::with_capacity(schedule.steps.len());
        for (place, choice) in schedule.steps.iter().enumerate() {
            let thread = choice.process.index();
            let id = ThreadId::new(thread)
                .filter(|_| machine.is_enabled(&state, thread))
                .ok_or_else(|| format!("step {place}: thread {thread} cannot move there"))?;
            let (next, event) = machine.explain(&state, id);
            let before = state.outcomes(thread).len();
            let returned: Vec<Value> =
                next.outcomes(thread)[before..].iter().map(convert::value).collect();
            steps.push(WitnessStep::new(machine, thread, before, event, returned));
            state = next;
        }
        Ok(Witness { schedule: schedule.clone(), steps, last: state })
    }

    /// The state in which it ends.
    pub(super) fn last_state(&self) -> &State {
        &self.last
    }

    /// A schedule with the same outcome and fewer changes between threads:
    /// each run of steps is moved next to an earlier run of the same thread
    /// if the outcome stays the same.
    pub(super) fn simplify(machine: &Machine, schedule: Schedule) -> Schedule {
        let Some(wanted) = run(machine, &schedule.steps) else { return schedule };
        let mut runs: Vec<Vec<Choice>> =
            schedule.steps.chunk_by(|one, other| one == other).map(<[Choice]>::to_vec).collect();
        let mut attempts = MOST_ATTEMPTS;
        let mut index = 0;
        while index < runs.len() && attempts > 0 {
            // Bring a later run of the same thread here, or this one there.
            let same = |run: &Vec<Choice>| run[0] == runs[index][0];
            let Some(later) = (index + 2..runs.len()).find(|&later| same(&runs[later])) else {
                index += 1;
                continue;
            };
            let moved = [(index + 1, later), (later, index)].into_iter().find_map(|(to, from)| {
                attempts = attempts.saturating_sub(1);
                let mut candidate = runs.clone();
                let moved = candidate.remove(from);
                let to = if from < to { to - 1 } else { to };
                candidate.insert(to, moved);
                let steps: Vec<Choice> = candidate.into_iter().flatten().collect();
                (run(machine, &steps)? == wanted).then_some(steps)
            });
            match moved {
                Some(steps) => {
                    runs =
                        steps.chunk_by(|one, other| one == other).map(<[Choice]>::to_vec).collect();
                }
                None => index += 1,
            }
        }
        Schedule { steps: runs.into_iter().flatten().collect(), ..schedule }
    }
}

/// How many replays a simpler schedule is worth.
const MOST_ATTEMPTS: usize = 300;

/// Whether no thread can move any more.
pub(super) fn is_over(machine: &Machine, state: &State) -> bool {
    (0..state.thread_count()).all(|thread| !machine.is_enabled(state, thread))
}

/// The outcome and order of a run of the steps, if it is complete: a run that ends in a wait must
/// not become one that could go on.
fn run(machine: &Machine, steps: &[Choice]) -> Option<(Outcome, RealTimeOrder)> {
    let mut state = machine.initial_state().clone();
    for choice in steps {
        let thread = choice.process.index();
        if !machine.is_enabled(&state, thread) {
            return None;
        }
        state = machine.step(&state, ThreadId::new(thread)?);
    }
    if !is_over(machine, &state) {
        return None;
    }
    let order =
        (0..machine.client_count()).map(|thread| state.precedence(thread).to_vec()).collect();
    Some((convert::outcome(machine, &state), order))
}

impl WitnessStep {
    fn new(
        machine: &Machine,
        thread: usize,
        call: usize,
        event: Option<Event>,
        returned: Vec<Value>,
    ) -> WitnessStep {
        let label = machine.call_label(thread, call).unwrap_or_default().to_owned();
        let call = (thread < machine.client_count()).then_some(call);
        let Some(event) = event else {
            return WitnessStep {
                thread,
                call,
                label,
                action: "runs".to_owned(),
                place: String::new(),
                value: None,
                stack: Vec::new(),
                returned,
            };
        };
        WitnessStep {
            thread,
            call,
            label,
            action: verb(&event).to_owned(),
            place: format!("{}{}", event.label, event.member.as_deref().unwrap_or_default()),
            value: event.value.clone(),
            stack: event.stack.iter().map(SourceLine::new).collect(),
            returned,
        }
    }

    /// The innermost line that does not belong to the JDK, or else the innermost.
    #[must_use]
    pub fn location(&self) -> Option<&SourceLine> {
        self.stack.iter().find(|line| !line.is_of_jdk()).or(self.stack.first())
    }
}

/// What an action is called in a sentence.
fn verb(event: &Event) -> &'static str {
    use aplomb_jvm::ActionKind;
    match event.kind {
        ActionKind::Read => "reads",
        ActionKind::VolatileRead => "reads (volatile)",
        ActionKind::Write => "writes",
        ActionKind::VolatileWrite => "writes (volatile)",
        ActionKind::Update if event.writes() => "updates atomically",
        ActionKind::Update => "tries in vain to update",
        ActionKind::Copy => "copies",
        ActionKind::MonitorEnter => "enters the monitor of",
        ActionKind::MonitorExit => "leaves the monitor of",
        ActionKind::Wait => "waits on",
        ActionKind::Wake => "wakes up on",
        ActionKind::Notify => "notifies",
        ActionKind::Lock => "locks",
        ActionKind::TryLock => "tries to lock",
        ActionKind::Unlock => "unlocks",
        ActionKind::Await => "awaits",
        ActionKind::Resume => "resumes from",
        ActionKind::Signal => "signals",
        ActionKind::Park => "parks",
        ActionKind::Unpark => "unparks",
        ActionKind::Start => "starts",
        ActionKind::Join => "joins",
        ActionKind::End => "ends",
        ActionKind::Initialise => "initialises",
        ActionKind::Call => "calls",
        ActionKind::Result => "looks at the result, which has",
        ActionKind::Return => "returns",
    }
}
