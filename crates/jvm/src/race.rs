//! Data races of one execution, by vector clocks.
//!
//! Two accesses to one place race if one writes, at least one is plain, and
//! nothing orders them: no lock, no volatile variable, no start or join. A
//! program with a race may behave in ways that sequential consistency does not
//! show.

use rustc_hash::FxHashMap;

use crate::action::{Access, Place};
use crate::machine::{Machine, ThreadId};
use crate::state::State;
use crate::trace::Event;

/// Two accesses that nothing orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Race {
    /// The access that came first in this execution.
    pub first: Event,
    /// The other one.
    pub second: Event,
}

type Clock = Vec<u32>;

fn join(one: &mut Clock, two: &Clock) {
    if one.len() < two.len() {
        one.resize(two.len(), 0);
    }
    for (time, other) in one.iter_mut().zip(two) {
        *time = (*time).max(*other);
    }
}

/// The last accesses to a place: by whom, at what time of theirs, in which event.
#[derive(Default)]
struct History {
    last: Vec<(usize, u32, Access, usize)>,
}

/// Runs a schedule from the initial state and reports each pair of source
/// positions that race. Steps that are not possible end the run.
#[must_use]
pub fn races(machine: &Machine, schedule: &[ThreadId]) -> Vec<Race> {
    let mut detector = Detector::default();
    let mut state: State = machine.initial_state().clone();
    for thread in schedule {
        if !machine.is_enabled(&state, thread.number()) {
            break;
        }
        let (next, event) = machine.explain(&state, *thread);
        if let Some(event) = event {
            detector.observe(event);
        }
        state = next;
    }
    detector.races
}

#[derive(Default)]
struct Detector {
    threads: Vec<Clock>,
    /// What each synchronization place or volatile variable has seen.
    released: FxHashMap<Place, Clock>,
    histories: FxHashMap<Place, History>,
    events: Vec<Event>,
    races: Vec<Race>,
}

impl Detector {
    fn observe(&mut self, event: Event) {
        let thread = event.thread;
        if self.threads.len() <= thread {
            self.threads.resize(thread + 1, Vec::new());
        }
        let clock = &mut self.threads[thread];
        if clock.len() <= thread {
            clock.resize(thread + 1, 0);
        }
        clock[thread] += 1;
        let index = self.events.len();
        let plain = event.kind.is_plain();
        if !plain {
            // Everything that synchronizes both takes up and passes on: under
            // sequential consistency the order of the actions is the order of the locks.
            for (place, _) in &event.accesses {
                if let Some(seen) = self.released.get(place) {
                    join(&mut self.threads[thread], seen);
                }
            }
            for (place, access) in &event.accesses {
                if *access == Access::Write || !event.kind.is_data() {
                    let clock = self.threads[thread].clone();
                    join(self.released.entry(*place).or_default(), &clock);
                }
            }
        }
        if event.kind.is_data() {
            for (place, access) in event.accesses.clone() {
                self.check(&event, place, access, index, plain);
            }
        }
        self.events.push(event);
    }

    fn check(&mut self, event: &Event, place: Place, access: Access, index: usize, plain: bool) {
        let clock = &self.threads[event.thread];
        let history = self.histories.entry(place).or_default();
        for (other, time, earlier, at) in &history.last {
            let ordered = clock.get(*other).copied().unwrap_or(0) >= *time;
            let conflicting = access == Access::Write || *earlier == Access::Write;
            let first = &self.events[*at];
            if *other != event.thread && conflicting && !ordered && (plain || first.kind.is_plain())
            {
                let known = self.races.iter().any(|race| {
                    race.first.location() == first.location()
                        && race.second.location() == event.location()
                });
                if !known {
                    self.races.push(Race { first: first.clone(), second: event.clone() });
                }
            }
        }
        history.last.retain(|entry| entry.0 != event.thread || entry.2 != access);
        history.last.push((event.thread, clock[event.thread], access, index));
    }
}
