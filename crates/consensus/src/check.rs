//! Does every run of a model keep the laws, agree, and decide only what clients asked for?

use std::fmt;

use aplomb_explore::{Checked, Options, PendingActions, Property, System, check, check_walks};

use crate::protocol::{Decisions, Enabled, Instance, Labels, Protocol, Value};
use crate::qtree::{Law, Snapshot, Violation, judge};

/// How a run is not as it must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Breach<R> {
    /// A step breaks a law of the quorum tree.
    Law {
        /// On which tree.
        instance: Instance,
        /// How.
        violation: Violation<R, Value>,
    },
    /// Two processes have decided differently.
    Agreement {
        /// What was to be decided.
        instance: Instance,
        /// What one has decided.
        one: Vec<Value>,
        /// What the other has decided.
        other: Vec<Value>,
    },
    /// Something was decided that no client asked for.
    Validity {
        /// What was to be decided.
        instance: Instance,
        /// What was decided.
        value: Value,
    },
    /// What the protocol promises beyond that is broken.
    Promise(String),
}

impl<R> Breach<R> {
    /// The law that is broken, if it is one.
    pub fn law(&self) -> Option<Law> {
        match self {
            Self::Law { violation, .. } => Some(violation.law()),
            _ => None,
        }
    }
}

impl<R: fmt::Display> fmt::Display for Breach<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |values: &[Value]| values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Self::Law { violation, .. } => violation.fmt(f),
            Self::Agreement { one, other, .. } => {
                write!(f, "one process has decided {}, another {}", list(one), list(other))
            }
            Self::Validity { value, .. } => {
                write!(f, "{value} is decided, although no client asked for it")
            }
            Self::Promise(promise) => f.write_str(promise),
        }
    }
}

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watch {
    /// The laws of the tree, agreement, validity and the protocol's own promise.
    Everything,
    /// Everything but the laws: what would be seen without the tree.
    DecisionsOnly,
}

/// Searches all runs of `protocol` for a breach, shortest runs first.
pub fn check_protocol<P: Protocol>(protocol: &P, watch: Watch, options: &Options<'_>) -> Checked {
    check(&Model(protocol), &Safety { protocol, watch }, options)
}

/// Searches `walks` random runs of `protocol` for a breach.
pub fn simulate<P: Protocol>(
    protocol: &P,
    walks: u64,
    longest: usize,
    options: &Options<'_>,
) -> Checked {
    let safety = Safety { protocol, watch: Watch::Everything };
    check_walks(&Model(protocol), &safety, walks, longest, options)
}

/// A protocol as a transition system.
pub(crate) struct Model<'a, P>(pub(crate) &'a P);

impl<P: Protocol> System for Model<'_, P> {
    type State = P::State;
    type Action = P::Action;

    fn initial_states(&self) -> Vec<P::State> {
        vec![self.0.initial()]
    }

    fn pending(&self, state: &P::State, pending: &mut PendingActions<P::Action>) {
        self.0.actions(state, &mut Enabled::new(pending));
    }

    #[inline]
    fn next(&self, state: &P::State, action: &P::Action) -> P::State {
        self.0.next(state, action)
    }

    #[inline]
    fn canonical(&self, state: &P::State) -> Option<P::State> {
        self.0.canonical(state)
    }
}

pub(crate) struct Safety<'a, P> {
    pub(crate) protocol: &'a P,
    pub(crate) watch: Watch,
}

impl<P: Protocol> Property<Model<'_, P>> for Safety<'_, P> {
    /// After urgent steps a tree has all that it has without them, and more may have been added
    /// and committed. A law that a step breaks is then broken as well, by that step or before,
    /// but for those that miss something, P2 and P3: protocols see to it that no urgent step adds
    /// what somebody could miss. And who disagrees goes on disagreeing.
    fn allows_urgency(&self) -> bool {
        true
    }

    fn step(&self, before: &P::State, action: &P::Action, after: &P::State) -> bool {
        let mut labels = Labels::default();
        self.protocol.labels(before, action, &mut labels);
        // Most steps are no linearization points.
        (labels.events.is_empty()
            || self.watch == Watch::DecisionsOnly
            || self.keeps_the_laws(before, &labels))
            && (!labels.decides || self.keeps_promises(after))
    }
}

impl<P: Protocol> Safety<'_, P> {
    #[inline(never)]
    fn keeps_promises(&self, after: &P::State) -> bool {
        decisions_breach(self.protocol, after).is_none()
    }

    /// Whether each event may happen on its tree. Events of one instance stand together.
    #[inline(never)]
    fn keeps_the_laws(&self, before: &P::State, labels: &Labels<P::Round>) -> bool {
        let mut tree = Snapshot::new();
        let mut last = None;
        labels.events.iter().all(|&(instance, event)| {
            match last.replace((instance, event)) {
                Some((same, earlier)) if same == instance => tree.push(earlier),
                _ => {
                    tree.clear();
                    self.protocol.tree(before, instance, &mut tree);
                }
            }
            judge(&tree, self.protocol.version(), &event).is_ok()
        })
    }
}

/// What is wrong with the decisions of a state.
pub(crate) fn decisions_breach<P: Protocol>(
    protocol: &P,
    state: &P::State,
) -> Option<Breach<P::Round>> {
    let mut decisions = Decisions::default();
    protocol.decisions(state, &mut decisions);
    if let Some((instance, one, other)) = decisions.conflict() {
        return Some(Breach::Agreement { instance, one: one.to_vec(), other: other.to_vec() });
    }
    for (instance, values) in &decisions.decided {
        if let Some(&value) = values.iter().find(|&&value| !protocol.is_client_value(value)) {
            return Some(Breach::Validity { instance: *instance, value });
        }
    }
    protocol.broken_promise(state).map(Breach::Promise)
}
