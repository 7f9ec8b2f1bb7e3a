//! What must be true everywhere, and the search for where it is not.

use crate::exploration::{Exploration, Outcome, StopReason};
use crate::options::Options;
use crate::schedule::Schedule;
use crate::strategy::{First, breadth_first, random_walks};
use crate::system::System;

/// What must be true of every state and of every step.
///
/// Threads ask at the same time, without taking turns. If the system renames states
/// ([`System::canonical`]), the property must not depend on names either.
pub trait Property<S: System>: Sync {
    /// Whether `state` is as it must be. Asked once for each state.
    fn state(&self, _state: &S::State) -> bool {
        true
    }

    /// Whether no violation is lost when urgent actions
    /// ([`PendingEntry::urgent`](crate::PendingEntry::urgent)) are taken first: where a step would be
    /// a violation, it is one if such actions were taken before, or one of these was.
    fn allows_urgency(&self) -> bool {
        false
    }

    /// Whether `action` may lead from `before` to `after`. Asked for every step.
    fn step(&self, _before: &S::State, _action: &S::Action, _after: &S::State) -> bool {
        true
    }
}

/// True of everything.
impl<S: System> Property<S> for () {}

/// What a search for a violation has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// What the search did. It is complete if there is no violation at all.
    pub exploration: Exploration,
    /// An execution that ends with a step, or in a state, that is not as it must be.
    pub violation: Option<Schedule>,
}

/// Searches for a violation of `property` breadth first, on several threads: an execution that
/// violates it is as short as can be.
///
/// Which of several shortest ones several threads find is chance, and urgent actions that are
/// taken first make executions longer than they need to be. So that the answer is always the same,
/// one thread repeats a search that has found something, and takes all actions in every order.
pub fn check<S: System, P: Property<S>>(
    system: &S,
    property: &P,
    options: &Options<'_>,
) -> Checked {
    let first = match property.allows_urgency() {
        true => First::Urgent,
        false => First::Nothing,
    };
    let found = breadth_first(system, first, property, options, &mut ());
    if found.violation.is_none() || options.threads == 1 && first == First::Nothing {
        return found;
    }
    let again = Options { threads: 1, ..options.clone() };
    let again = breadth_first(system, First::Nothing, property, &again, &mut ());
    // A limit can end the second search before it gets there.
    if again.violation.is_some() { again } else { found }
}

/// Searches for a violation of `property` along `walks` random executions of at most `longest`
/// steps each. The seed is that of [`Order::Random`](crate::Order::Random), or else 0.
pub fn check_walks<S: System, P: Property<S>>(
    system: &S,
    property: &P,
    walks: u64,
    longest: usize,
    options: &Options<'_>,
) -> Checked {
    random_walks(system, walks, longest, property, options, &mut ())
}

impl Checked {
    /// Whether the search has seen everything, and everything is as it must be.
    pub fn holds(&self) -> bool {
        self.violation.is_none() && self.exploration.outcome == Outcome::Complete
    }

    /// What stopped the search, unless it was complete or found what it looked for.
    pub fn gave_up(&self) -> Option<StopReason> {
        match self.exploration.outcome {
            Outcome::Stopped(reason) if self.violation.is_none() => Some(reason),
            _ => None,
        }
    }
}
