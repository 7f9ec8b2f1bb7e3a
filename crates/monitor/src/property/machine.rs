//! The compiled form of a state machine: numbers for states and events, one table
//! per letter.

use super::{document::Place, guard::Expression};

/// A state of a property, as an index into its states.
pub type StateId = u16;

/// An event together with the truth of its conditions: what the machine reads.
pub(crate) type LetterId = u16;

/// Where every instance starts.
pub(crate) const INITIAL: StateId = 0;
/// The property is violated.
pub(crate) const FAILURE: StateId = 1;
/// Nothing can violate the property any more.
pub(crate) const SUCCESS: StateId = 2;
/// The states that every property has.
pub(crate) const RESERVED: [&str; 3] = ["INITIAL", "FAILURE", "SUCCESS"];

/// What an event does in a state; drawings and explanations are made of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The state it leaves.
    pub from: StateId,
    /// The event that causes it.
    pub event: String,
    /// The condition under which it is taken, besides that of the event.
    pub condition: Option<String>,
    /// The state it enters.
    pub to: StateId,
    /// It counts as a success, and the instance stays where it is and is watched on.
    pub continues: bool,
    /// Where it stands in the file.
    pub place: Place,
}

/// What a property does with events of one name.
#[derive(Clone, Debug)]
pub(crate) struct EventRule {
    pub name: String,
    /// Variables and the parameters that bind them, by variable.
    pub binds: Vec<(usize, String)>,
    /// Which of [`Machine::projections`] the event belongs to.
    pub projection: usize,
    /// Events for which this does not hold are not for this property.
    pub guard: Option<Expression>,
    /// The conditions of its transitions; their truth chooses the letter.
    pub conditions: Vec<Expression>,
    /// The letter for "no condition holds"; the others follow.
    pub first_letter: LetterId,
}

/// What a letter does.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    /// Which event it is.
    pub event: usize,
    /// The next state for every state.
    pub next: Box<[StateId]>,
    /// The first letter that does the same.
    pub effect: LetterId,
    /// Some state of a live instance goes to FAILURE or SUCCESS.
    pub terminal: bool,
}

/// A state machine over letters.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub states: Vec<String>,
    pub events: Vec<EventRule>,
    pub letters: Vec<Letter>,
    pub transitions: Vec<Transition>,
    /// Sets of variables (sorted) that events bind; the first one has all.
    pub projections: Vec<Vec<usize>>,
}

impl Machine {
    /// The state after a letter.
    #[inline]
    pub fn next(&self, state: StateId, letter: LetterId) -> StateId {
        self.letters[usize::from(letter)].next[usize::from(state)]
    }

    /// The first letter that does the same as this one.
    pub fn effect(&self, letter: LetterId) -> LetterId {
        self.letters[usize::from(letter)].effect
    }

    /// The event that a letter stands for.
    pub fn event_of(&self, letter: LetterId) -> &EventRule {
        &self.events[self.letters[usize::from(letter)].event]
    }

    /// The states that can be reached from INITIAL.
    pub fn reachable(&self) -> Vec<bool> {
        let mut seen = vec![false; self.states.len()];
        let mut open = vec![INITIAL];
        seen[usize::from(INITIAL)] = true;
        while let Some(state) = open.pop() {
            for letter in &self.letters {
                let next = letter.next[usize::from(state)];
                if !std::mem::replace(&mut seen[usize::from(next)], true) {
                    open.push(next);
                }
            }
        }
        seen
    }
}
