//! Which states can a transition system reach?
//!
//! A [`System`] consists of processes that take atomic actions on shared objects. [`explore`]
//! visits its states with a [`Strategy`] and shows every final state and every deadlock to a
//! [`Visitor`]. Full exploration visits all interleavings; partial order reduction leaves out those
//! that differ only in the order of independent actions, and still reaches every final state and
//! every deadlock.
//!
//! Two processes increment a shared counter, each by a read followed by a write:
//!
//! ```
//! use std::collections::BTreeSet;
//! use std::ops::ControlFlow;
//!
//! use aplomb_explore::*;
//!
//! struct Increment;
//!
//! /// The counter, and what each process has read; `None` once it has written.
//! #[derive(Clone, PartialEq, Eq, Hash)]
//! struct Counter {
//!     value: u8,
//!     processes: [Phase; 2],
//! }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash)]
//! enum Phase {
//!     Reading,
//!     Writing(u8),
//!     Finished,
//! }
//!
//! impl System for Increment {
//!     type State = Counter;
//!     /// The process that moves.
//!     type Action = usize;
//!
//!     fn initial_states(&self) -> Vec<Counter> {
//!         vec![Counter { value: 0, processes: [Phase::Reading; 2] }]
//!     }
//!
//!     fn pending(&self, state: &Counter, pending: &mut PendingActions<usize>) {
//!         const COUNTER: ObjectId = ObjectId(0);
//!         for (index, phase) in state.processes.iter().enumerate() {
//!             let process = ProcessId::new(index).unwrap();
//!             match phase {
//!                 Phase::Reading => _ = pending.push(process, index).reads(COUNTER),
//!                 Phase::Writing(_) => _ = pending.push(process, index).writes(COUNTER),
//!                 Phase::Finished => {}
//!             }
//!         }
//!     }
//!
//!     fn next(&self, state: &Counter, &index: &usize) -> Counter {
//!         let mut next = state.clone();
//!         next.processes[index] = match state.processes[index] {
//!             Phase::Reading => Phase::Writing(state.value),
//!             Phase::Writing(read) => {
//!                 next.value = read + 1;
//!                 Phase::Finished
//!             }
//!             Phase::Finished => unreachable!("a finished process has nothing pending"),
//!         };
//!         next
//!     }
//! }
//!
//! let mut lost_update = None;
//! let mut visitor = on_terminal(|_, visit: &Visit<'_, Increment>| {
//!     if visit.state.value == 1 {
//!         lost_update = Some(visit.schedule());
//!         return ControlFlow::Break(());
//!     }
//!     ControlFlow::Continue(())
//! });
//! explore(&Increment, Strategy::SafeSet, &Options::default(), &mut visitor);
//! let schedule = lost_update.expect("an update can be lost");
//! assert_eq!(schedule.to_string(), "0.1.0.1");
//! assert_eq!(replay(&Increment, &schedule)?.last_state().value, 1);
//! # Ok::<(), ReplayError>(())
//! ```
//!
//! # Invariants
//!
//! - A search that reports [`Outcome::Complete`] has shown every final state and every deadlock of
//!   the system, whatever the strategy, provided the system keeps the promises of [`System`].
//! - Nothing here knows what a state or an action means.
//! - No search recurses: deep state spaces do not overflow the stack.
//! - A schedule replays on the system for which it was recorded.
//! - [`check`] shows every state and every step to a [`Property`], or says that it did not. One
//!   that allows urgent actions to come first is shown enough of them to miss no violation.

mod dependence;
mod exploration;
mod graph;
mod options;
mod pending;
mod process;
mod property;
mod schedule;
mod search;
mod strategy;
mod system;
mod visitor;

pub use exploration::{Exploration, Livelock, Outcome, Statistics, StopReason};
pub use graph::{ExecutionLimits, Executions, Graph, GraphStep, explore_graph};
pub use options::{Limits, Options, Order, Progress};
pub use pending::{Access, Footprint, ObjectId, Pending, PendingActions, PendingEntry, conflicts};
pub use process::{ProcessId, ProcessSet};
pub use property::{Checked, Property, check, check_walks};
pub use schedule::{Choice, Execution, ReplayError, Schedule, ScheduleError, Step, replay};
pub use search::meter::{available_memory, resident_memory};
pub use strategy::{Strategy, UnknownStrategy, Winner, portfolio};
pub use system::System;
pub use visitor::{OnTerminal, Terminal, Visit, Visitor, on_terminal};

/// Explores `system` and shows what is found to `visitor`.
pub fn explore<S: System, V: Visitor<S>>(
    system: &S,
    strategy: Strategy,
    options: &Options<'_>,
    visitor: &mut V,
) -> Exploration {
    strategy.run(system, options, visitor)
}
