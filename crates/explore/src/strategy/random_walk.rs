//! Random walks: executions that are followed at random, without remembering states.

use std::ops::ControlFlow;

use crate::exploration::{Exploration, Outcome, StopReason};
use crate::options::{Options, Order};
use crate::pending::PendingActions;
use crate::property::{Checked, Property};
use crate::schedule::{Choice, Schedule};
use crate::search::meter::Meter;
use crate::search::order::SplitMix64;
use crate::system::System;
use crate::visitor::{Terminal, Visit, Visitor, show};

/// Follows `walks` executions of at most `longest` steps each.
///
/// In each step every process that can move is as likely to do so as any other.
pub(crate) fn random_walks<S, P>(
    system: &S,
    walks: u64,
    longest: usize,
    property: &P,
    options: &Options<'_>,
    visitor: &mut dyn Visitor<S>,
) -> Checked
where
    S: System,
    P: Property<S>,
{
    let seed = match options.order {
        Order::Random(seed) => seed,
        Order::Guided | Order::Sequential(_) => 0,
    };
    let mut walker = Walker {
        system,
        property,
        violation: None,
        wants_every_state: visitor.wants_every_state(),
        visitor,
        random: SplitMix64(seed),
        pending: PendingActions::new(),
        meter: Meter::new(options),
    };
    let initial_states = system.initial_states();
    let mut result = Ok(());
    for _ in 0..if initial_states.is_empty() { 0 } else { walks } {
        let initial = walker.random.below(initial_states.len());
        result = walker.walk(initial, &initial_states[initial], longest);
        if result.is_err() {
            break;
        }
    }
    let reason = result.err().unwrap_or(StopReason::Sampling);
    let exploration = Exploration {
        outcome: Outcome::Stopped(reason),
        statistics: walker.meter.finish(),
        livelock: None,
    };
    Checked { exploration, violation: walker.violation }
}

struct Walker<'a, S: System, P> {
    system: &'a S,
    property: &'a P,
    violation: Option<Schedule>,
    visitor: &'a mut dyn Visitor<S>,
    wants_every_state: bool,
    random: SplitMix64,
    pending: PendingActions<S::Action>,
    meter: Meter<'a>,
}

impl<S: System, P: Property<S>> Walker<'_, S, P> {
    fn walk(&mut self, initial: usize, state: &S::State, longest: usize) -> Result<(), StopReason> {
        let mut schedule = Schedule { initial, steps: Vec::new() };
        let mut state = state.clone();
        if !self.property.state(&state) {
            return self.violated(schedule);
        }
        loop {
            let depth = schedule.steps.len();
            self.meter.state(depth)?;
            self.pending.clear();
            self.system.pending(&state, &mut self.pending);
            let enabled = self.pending.enabled_from(0);
            let terminal = Terminal::of(enabled.is_empty(), self.pending.is_empty());
            if let Some(terminal) = terminal {
                self.meter.terminal(terminal);
            }
            let path = || schedule.clone();
            let visit = Visit { state: &state, depth, path: &path };
            if let ControlFlow::Break(()) =
                show(self.visitor, self.wants_every_state, terminal, &visit)
            {
                return Err(StopReason::Visitor);
            }
            if terminal.is_some() || depth >= longest {
                return Ok(());
            }
            let (index, choice) = self.choose();
            self.meter.transitions(1, depth, || 0)?;
            let action = &self.pending.entry(index).action;
            let next = self.system.next(&state, action);
            schedule.steps.push(choice);
            if !self.property.step(&state, action, &next) || !self.property.state(&next) {
                return self.violated(schedule);
            }
            state = next;
        }
    }

    fn violated(&mut self, schedule: Schedule) -> Result<(), StopReason> {
        self.violation = Some(schedule);
        Err(StopReason::Visitor)
    }

    /// A process that can move, and one of its moves; not for terminal states.
    fn choose(&mut self) -> (usize, Choice) {
        let enabled = self.pending.enabled_from(0);
        let process = enabled.iter().nth(self.random.below(enabled.len()));
        let process = process.expect("some process can move");
        let moves = || self.pending.iter().enumerate().filter(|(_, p)| p.process == process);
        let possible = moves().filter(|(_, pending)| pending.enabled).count();
        let chosen = self.random.below(possible);
        let (alternative, (index, _)) = moves()
            .enumerate()
            .filter(|(_, (_, pending))| pending.enabled)
            .nth(chosen)
            .expect("the process has that many moves");
        (index, Choice { process, alternative: alternative as u32 })
    }
}
