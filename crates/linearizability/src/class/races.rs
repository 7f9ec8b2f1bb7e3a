//! Looks for data races: two threads in front of conflicting accesses, one of them plain.
//!
//! A reduced search sees them all: whatever two actions conflict in some execution, both are next
//! in some state that it visits. (The tests of the search hold it to that on random programs.)

use aplomb_jvm::{Access, Action, Machine, Place, State, ThreadId};
use rustc_hash::FxHashSet;

use super::DataRace;

/// More races than this are not told apart.
const MOST_RACES: usize = 50;

/// The races that a search has seen.
#[derive(Default)]
pub(super) struct Races {
    pub found: Vec<DataRace>,
    known: FxHashSet<(Place, u8, u8)>,
}

impl Races {
    /// Looks at what the threads of a state are about to do.
    pub fn look(&mut self, machine: &Machine, state: &State) {
        for one in 0..state.thread_count() {
            let Some(first) = next_access(state, one) else { continue };
            for other in one + 1..state.thread_count() {
                let Some(second) = next_access(state, other) else { continue };
                if let Some(place) = raced_for(first, second)
                    && self.known.insert((place, one as u8, other as u8))
                {
                    self.note(machine, state, one, other);
                }
            }
        }
    }

    fn note(&mut self, machine: &Machine, state: &State, one: usize, other: usize) {
        let event =
            |thread| ThreadId::new(thread).and_then(|thread| machine.explain(state, thread).1);
        if let (Some(first), Some(second)) = (event(one), event(other)) {
            let race = DataRace::new(&first, &second);
            if self.found.len() < MOST_RACES && !self.found.contains(&race) {
                self.found.push(race);
            }
        }
    }
}

/// The access to data in front of which a thread stands.
fn next_access(state: &State, thread: usize) -> Option<&Action> {
    state.pending(thread).filter(|action| action.kind().is_data())
}

/// The place for which two actions race.
fn raced_for(first: &Action, second: &Action) -> Option<Place> {
    if !first.kind().is_plain() && !second.kind().is_plain() {
        return None;
    }
    let conflict = first.accesses().find(|(place, access)| {
        second.accesses().any(|(other_place, other_access)| {
            *place == other_place && (*access == Access::Write || other_access == Access::Write)
        })
    });
    conflict.map(|(place, _)| place)
}
