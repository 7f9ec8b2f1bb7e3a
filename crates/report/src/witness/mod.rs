//! A witness: one execution, told as a timeline.
//!
//! Lanes run side by side (attempts, transactions, threads ...); steps happen
//! one after the other, each in one lane; markers say where a crash or a retry
//! falls; arrows say which step depends on which; the final states say what is
//! wrong with the end. A [`Witness`] is built with a [`WitnessBuilder`] and is
//! well-formed by construction: every lane and step it mentions exists.

mod builder;
mod check;
mod outcome;
mod rows;
mod states;
mod tree;
mod words;

pub use builder::WitnessBuilder;
pub use check::WitnessError;
pub use outcome::{Outcome, OutcomeKind};
pub use rows::Row;
pub use states::{Alternative, FinalStates};
pub use tree::{Frame, NodeStatus, Tree, TreeNode};

use serde::{Deserialize, Serialize};

use crate::Span;

/// One execution, told as a timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "check::Unchecked")]
pub struct Witness {
    caption: String,
    lanes: Vec<Lane>,
    steps: Vec<Step>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<Call>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    markers: Vec<Marker>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arrows: Vec<Arrow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stretches: Vec<Stretch>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trees: Vec<Tree>,
    #[serde(skip_serializing_if = "Option::is_none")]
    final_states: Option<FinalStates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<String>,
}

impl Witness {
    /// Starts a witness; the caption is one sentence that says what happens.
    pub fn builder(caption: impl Into<String>) -> WitnessBuilder {
        WitnessBuilder::new(caption.into())
    }

    /// One sentence that says what happens.
    pub fn caption(&self) -> &str {
        &self.caption
    }

    /// The lanes, in the order in which they are drawn.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The steps, in time order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The calls that enclose steps.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The markers, in time order.
    pub fn markers(&self) -> &[Marker] {
        &self.markers
    }

    /// The arrows between steps.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// Steps that must be one, and are not.
    pub fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// Whether a step is one of those that must be one with others of its lane.
    pub fn is_in_a_stretch(&self, step: StepId) -> bool {
        let lane = self.step(step).lane;
        let mut stretches = self.stretches.iter();
        stretches.any(|it| it.lane == lane && (it.first..=it.last).contains(&step))
    }

    /// Trees that grow along the execution.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// What the execution ended with, against what it may end with.
    pub fn final_states(&self) -> Option<&FinalStates> {
        self.final_states.as_ref()
    }

    /// What to run, or to pass to the tool, to see this execution again.
    pub fn replay(&self) -> Option<&str> {
        self.replay.as_deref()
    }

    /// The lane with this identifier.
    pub fn lane(&self, lane: LaneId) -> &Lane {
        &self.lanes[lane.0]
    }

    /// The step with this identifier.
    pub fn step(&self, step: StepId) -> &Step {
        &self.steps[step.0]
    }
}

/// Names a lane of one witness: its position in [`Witness::lanes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LaneId(usize);

/// Names a step of one witness: its position in [`Witness::steps`], and so its
/// place in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StepId(usize);

impl LaneId {
    /// The position in [`Witness::lanes`].
    pub fn index(self) -> usize {
        self.0
    }
}

impl StepId {
    /// The position in [`Witness::steps`].
    pub fn index(self) -> usize {
        self.0
    }
}

/// Something that runs by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lane {
    /// What sort of thing runs.
    pub kind: LaneKind,
    /// Its name, e.g. `attempt 1`, `T2`, `withdraw(10)`.
    pub name: String,
    /// What it belongs to, e.g. the function instance of several attempts.
    /// Neighbouring lanes with the same group are drawn together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// What sort of thing runs in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LaneKind {
    /// An instance of a function.
    Instance,
    /// One attempt of an instance that is retried.
    Attempt,
    /// A thread.
    Thread,
    /// A database transaction.
    Transaction,
    /// A process of a distributed protocol.
    Process,
}

impl LaneKind {
    /// The word a report uses.
    pub fn word(self) -> &'static str {
        match self {
            LaneKind::Instance => "instance",
            LaneKind::Attempt => "attempt",
            LaneKind::Thread => "thread",
            LaneKind::Transaction => "transaction",
            LaneKind::Process => "process",
        }
    }
}

/// One operation of one lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Where it happens.
    pub lane: LaneId,
    /// What is done: `put`, `read`, `lock`, `send`.
    pub operation: String,
    /// To what: `users["u1"].balance`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// With which value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The source that performs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// Whether this is one of the steps that break the property.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offending: bool,
}

impl Step {
    /// A step that does `operation` in `lane`.
    pub fn new(lane: LaneId, operation: impl Into<String>) -> Step {
        Step {
            lane,
            operation: operation.into(),
            key: None,
            value: None,
            outcome: None,
            span: None,
            offending: false,
        }
    }

    /// Says to what it is done.
    pub fn key(mut self, key: impl Into<String>) -> Step {
        self.key = Some(key.into());
        self
    }

    /// Says with which value it is done.
    pub fn value(mut self, value: impl Into<String>) -> Step {
        self.value = Some(value.into());
        self
    }

    /// Says what came of it.
    pub fn outcome(mut self, outcome: Outcome) -> Step {
        self.outcome = Some(outcome);
        self
    }

    /// Says which source performs it.
    pub fn at(mut self, span: Span) -> Step {
        self.span = Some(span);
        self
    }

    /// Marks it as one of the steps that break the property.
    pub fn offending(mut self) -> Step {
        self.offending = true;
        self
    }
}

/// A call that encloses the steps of its lane from `first` to `last`: a method
/// of a concurrent object, a statement of a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Where it runs.
    pub lane: LaneId,
    /// What is called: `add(1)`.
    pub name: String,
    /// Its first step.
    pub first: StepId,
    /// Its last step.
    pub last: StepId,
    /// What it returned; a call without an outcome never returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Something that happens to a lane between two steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// What happens.
    pub kind: MarkerKind,
    /// To which lane.
    pub lane: LaneId,
    /// When: after this many steps of the witness.
    pub after: usize,
    /// A short phrase for the reader; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// What a [`Marker`] marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkerKind {
    /// The lane dies here.
    Crash,
    /// The platform starts the lane again here, with the same input.
    Retry,
    /// Another function comes in between here.
    Concurrent,
}

impl MarkerKind {
    /// The words a report uses.
    pub fn words(self) -> &'static str {
        match self {
            MarkerKind::Crash => "crash",
            MarkerKind::Retry => "retry",
            MarkerKind::Concurrent => "concurrent function",
        }
    }

    /// The name used in JSON and in HTML classes.
    pub fn slug(self) -> &'static str {
        match self {
            MarkerKind::Crash => "crash",
            MarkerKind::Retry => "retry",
            MarkerKind::Concurrent => "concurrent",
        }
    }
}

/// A dependency between two steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrow {
    /// Which dependency.
    pub kind: ArrowKind,
    /// The earlier end of the story; not necessarily earlier in time.
    pub from: StepId,
    /// The step that depends on it.
    pub to: StepId,
    /// A short phrase for the reader; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// Steps of a lane that must be one step, from `first` to `last`: what other lanes do in between
/// breaks the property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// Whose steps they are.
    pub lane: LaneId,
    /// The first of them.
    pub first: StepId,
    /// The last of them.
    pub last: StepId,
}

/// Which dependency an [`Arrow`] shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArrowKind {
    /// The target reads what the source wrote.
    ReadFrom,
    /// The target overwrites what the source wrote.
    Overwrites,
    /// Both touch the same thing and neither knows of the other.
    Conflict,
    /// The target sees the effects of the source.
    Visibility,
    /// The target receives what the source sent.
    Message,
}

impl ArrowKind {
    /// All kinds, in the order in which legends list them.
    pub const ALL: [ArrowKind; 5] = [
        ArrowKind::ReadFrom,
        ArrowKind::Overwrites,
        ArrowKind::Conflict,
        ArrowKind::Visibility,
        ArrowKind::Message,
    ];

    /// The verb a report uses: the target *reads from* the source.
    pub fn words(self) -> &'static str {
        match self {
            ArrowKind::ReadFrom => "reads from",
            ArrowKind::Overwrites => "overwrites",
            ArrowKind::Conflict => "conflicts with",
            ArrowKind::Visibility => "sees",
            ArrowKind::Message => "receives from",
        }
    }

    /// The name used in JSON and in HTML classes.
    pub fn slug(self) -> &'static str {
        match self {
            ArrowKind::ReadFrom => "read-from",
            ArrowKind::Overwrites => "overwrites",
            ArrowKind::Conflict => "conflict",
            ArrowKind::Visibility => "visibility",
            ArrowKind::Message => "message",
        }
    }
}
