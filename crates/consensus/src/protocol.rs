//! The one trait that a model of a protocol implements.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use aplomb_explore::{PendingActions, ProcessId};
use smallvec::SmallVec;

use crate::qtree::{Event, Snapshot, Version};

/// A process, numbered from 0 and printed from `p1`.
pub type Process = usize;

/// Which quorum tree an event belongs to: the sequence number of what is decided. Protocols that
/// decide one thing, or one sequence, have the instance 0 alone.
pub type Instance = u8;

/// What is proposed and decided; small, for what it is does not matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(pub u8);

impl Value {
    /// The command of Stoppable Paxos after which nothing may be decided.
    pub const STOP: Self = Self(u8::MAX);
}

/// `a`, `b`, ...; `stp` for [`Value::STOP`].
impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::STOP => f.pad("stp"),
            Self(number @ 0..26) => f.pad((b'a' + number).escape_ascii().to_string().as_str()),
            Self(number) => write!(f, "v{number}"),
        }
    }
}

/// A protocol as an explicit-state model: local states, the messages sent so far, and indivisible
/// steps, some of which are linearization points of the quorum tree.
///
/// Messages that were sent are never removed from the state, and a step may receive any of them at
/// any time, again or never. That covers loss, duplication, delay and reordering; a process that
/// has crashed is one that does not act, and one that restarts with its durable state is one that
/// was slow. So only two faults need steps of their own: durable state that gets lost, and what
/// Byzantine processes say. Those can sign whatever they like in their own name at any time, so
/// they have no state either: their messages are always available.
pub trait Protocol: Sync {
    /// Local states and messages. Equal states have equal futures.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A step of one process.
    type Action: Clone + Debug + Send + Sync;
    /// What names the nodes of the tree.
    type Round: Ord + Copy + Display + Debug + Send + Sync;

    /// Which quorum tree the protocol refines.
    fn version(&self) -> Version;

    /// How many processes there are.
    fn processes(&self) -> usize;

    /// Where runs begin.
    fn initial(&self) -> Self::State;

    /// Lists the steps that can be taken in `state`, in an order that depends on it alone.
    fn actions(&self, state: &Self::State, enabled: &mut Enabled<'_, Self::Action>);

    /// The state after one of these steps.
    fn next(&self, state: &Self::State, action: &Self::Action) -> Self::State;

    /// The linearization points of a step: what it adds and commits, and whether somebody decides.
    fn labels(&self, state: &Self::State, action: &Self::Action, labels: &mut Labels<Self::Round>);

    /// The tree of `instance`, read off the messages: what all labels so far have added and
    /// committed. Only asked while the laws hold.
    fn tree(
        &self,
        state: &Self::State,
        instance: Instance,
        tree: &mut Snapshot<Self::Round, Value>,
    );

    /// What has been decided, by whomever: for each instance values, or sequences of values.
    fn decisions(&self, state: &Self::State, decisions: &mut Decisions);

    /// Whether clients have asked for `value`.
    fn is_client_value(&self, value: Value) -> bool;

    /// What the protocol promises beyond agreement, if that is broken; one sentence.
    fn broken_promise(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The state that stands for all that differ from this one only in the names of processes and
    /// values, or `None` if it is this one.
    fn canonical(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// A step in words, for people.
    fn describe(&self, state: &Self::State, action: &Self::Action) -> Description;
}

/// The steps that can be taken in a state.
#[derive(Debug)]
pub struct Enabled<'a, A> {
    pending: &'a mut PendingActions<A>,
    has_urgent: bool,
}

impl<'a, A> Enabled<'a, A> {
    pub(crate) fn new(pending: &'a mut PendingActions<A>) -> Self {
        Self { pending, has_urgent: false }
    }

    /// `process` can take the step `action`.
    pub fn push(&mut self, process: Process, action: A) {
        self.pending.push(id(process), action);
    }

    /// `process` can take one of the steps `actions`. It takes one at once if that
    /// `rules_nothing_out`: whatever can be done until it takes one of them, or without, can be
    /// done after that one too (after any of them, if it takes none), to the same effect but for
    /// what the step itself does; and what breaks a law or an agreement then does so now.
    ///
    /// So all that it may ever choose from must be there, and nothing that depends on the choice
    /// may become impossible by it. What only adds a message that nobody is worse off for, or one
    /// that all others can do without, is such a choice of one.
    pub fn push_choice(
        &mut self,
        rules_nothing_out: bool,
        process: Process,
        actions: impl IntoIterator<Item = A>,
    ) {
        let is_urgent = rules_nothing_out && !self.has_urgent;
        for action in actions {
            let entry = self.pending.push(id(process), action);
            if is_urgent {
                self.has_urgent = true;
                entry.urgent();
            }
        }
    }
}

fn id(process: Process) -> ProcessId {
    ProcessId::new(process).expect("a process below the limit")
}

/// What a step does to the quorum trees.
#[derive(Clone, Debug)]
pub struct Labels<R> {
    /// Operations on trees, in order.
    pub events: SmallVec<[(Instance, Event<R, Value>); 2]>,
    /// Whether somebody learns a decision.
    pub decides: bool,
}

impl<R> Default for Labels<R> {
    fn default() -> Self {
        Self { events: SmallVec::new(), decides: false }
    }
}

impl<R> Labels<R> {
    /// `add(round, value, parent)`, in `instance`; `None` is the root.
    pub fn add(&mut self, instance: Instance, round: R, value: Value, parent: Option<R>) {
        self.events.push((instance, Event::add(round, value, parent)));
    }

    /// `commit(round)`, in `instance`.
    pub fn commit(&mut self, instance: Instance, round: R) {
        self.events.push((instance, Event::commit(round)));
    }
}

/// What has been decided in a state.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// Sequences of values, one for each decision and instance. Where a single value is to be
    /// decided they have length one.
    pub decided: SmallVec<[(Instance, SmallVec<[Value; 8]>); 4]>,
}

impl Decisions {
    /// Somebody has decided `value` for `instance`.
    pub fn value(&mut self, instance: Instance, value: Value) {
        let mut values = SmallVec::new();
        values.push(value);
        self.decided.push((instance, values));
    }

    /// Somebody has decided a sequence.
    pub fn sequence(&mut self, instance: Instance, values: impl IntoIterator<Item = Value>) {
        self.decided.push((instance, values.into_iter().collect()));
    }

    /// Two decisions of one instance of which neither continues the other.
    pub fn conflict(&self) -> Option<(Instance, &[Value], &[Value])> {
        if self.decided.len() < 2 {
            return None;
        }
        let decided = || self.decided.iter().map(|(instance, values)| (*instance, &values[..]));
        decided().enumerate().find_map(|(index, (instance, one))| {
            let others = decided().skip(index + 1).filter(|&(other, _)| other == instance);
            let mut others = others.map(|(_, other)| other);
            let other = others.find(|other| !one.starts_with(other) && !other.starts_with(one))?;
            Some((instance, one, other))
        })
    }
}

/// A message, as a person names it. Two with the same sender and text are the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Message {
    /// Who sends it.
    pub from: Process,
    /// Its kind and content: `JOIN(2)`.
    pub text: String,
}

/// A step, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// Who takes it.
    pub process: Process,
    /// The name of the action, as the thesis has it: `PROPOSE`.
    pub name: &'static str,
    /// Its content: `round 2: a`.
    pub content: String,
    /// What it sends, to everybody or to whom it concerns.
    pub sends: Option<Message>,
    /// What it receives. A message that nobody was seen to send (the start of a round, the lie of
    /// a Byzantine process) is shown where it is first received.
    pub receives: Vec<Message>,
}

impl Description {
    /// `process` takes the action `name`.
    pub fn new(process: Process, name: &'static str, content: impl Into<String>) -> Self {
        let (sends, receives) = (None, Vec::new());
        Self { process, name, content: content.into(), sends, receives }
    }

    /// It sends a message.
    pub fn sending(mut self, text: impl Into<String>) -> Self {
        self.sends = Some(Message { from: self.process, text: text.into() });
        self
    }

    /// It receives a message.
    pub fn receiving(mut self, from: Process, text: impl Into<String>) -> Self {
        self.receives.push(Message { from, text: text.into() });
        self
    }

    /// It receives the same message from several processes.
    pub fn receiving_from(
        self,
        senders: impl IntoIterator<Item = Process>,
        text: impl Fn(Process) -> String,
    ) -> Self {
        senders.into_iter().fold(self, |this, from| this.receiving(from, text(from)))
    }
}
