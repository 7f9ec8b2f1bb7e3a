//! What a search shows to those who look on.

use std::fmt;
use std::ops::ControlFlow;

use crate::schedule::Schedule;
use crate::system::System;

/// How an execution ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Terminal {
    /// Every process has finished.
    Final,
    /// Some process has not finished, and none can move.
    Deadlock,
}

impl Terminal {
    /// How executions end in a state in which nothing is enabled, or nothing is even pending.
    pub(crate) fn of(nothing_enabled: bool, nothing_pending: bool) -> Option<Self> {
        match (nothing_enabled, nothing_pending) {
            (false, _) => None,
            (true, true) => Some(Self::Final),
            (true, false) => Some(Self::Deadlock),
        }
    }
}

/// A state that was reached for the first time, and how.
pub struct Visit<'a, S: System> {
    /// The state.
    pub state: &'a S::State,
    /// How many steps led to it.
    pub depth: usize,
    pub(crate) path: &'a dyn Path,
}

impl<S: System> Visit<'_, S> {
    /// The steps that led to the state.
    pub fn schedule(&self) -> Schedule {
        self.path.schedule()
    }
}

impl<S: System> fmt::Debug for Visit<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visit").field("depth", &self.depth).finish_non_exhaustive()
    }
}

/// Where a schedule can be read off, should somebody ask for it.
pub(crate) trait Path {
    fn schedule(&self) -> Schedule;
}

impl<F: Fn() -> Schedule> Path for F {
    fn schedule(&self) -> Schedule {
        self()
    }
}

/// Looks at what a search finds, and may stop it by returning [`ControlFlow::Break`].
///
/// Every state is shown once per search, when it is reached first.
pub trait Visitor<S: System>: Send {
    /// An execution has ended here.
    fn terminal(&mut self, terminal: Terminal, visit: &Visit<'_, S>) -> ControlFlow<()>;

    /// Whether [`Visitor::state`] is to be called at all: parallel searches must take turns to
    /// call it.
    fn wants_every_state(&self) -> bool {
        false
    }

    /// A state (terminal or not) was reached.
    ///
    /// A reduced search does not show all states. It shows every local state of each process, but
    /// not in all combinations with the local states of others: only for two actions that conflict
    /// it shows a state in which both are next, if there is one.
    fn state(&mut self, _visit: &Visit<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Shows a state to a visitor.
pub(crate) fn show<S: System>(
    visitor: &mut dyn Visitor<S>,
    wants_every_state: bool,
    terminal: Option<Terminal>,
    visit: &Visit<'_, S>,
) -> ControlFlow<()> {
    if wants_every_state {
        visitor.state(visit)?;
    }
    match terminal {
        Some(terminal) => visitor.terminal(terminal, visit),
        None => ControlFlow::Continue(()),
    }
}

/// Looks at nothing; statistics are kept anyway.
impl<S: System> Visitor<S> for () {
    fn terminal(&mut self, _terminal: Terminal, _visit: &Visit<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A visitor that shows the ends of executions to a function. See [`on_terminal`].
#[derive(Clone, Debug)]
pub struct OnTerminal<F>(F);

/// A visitor that calls `look` for every final state and every deadlock.
pub fn on_terminal<S, F>(look: F) -> OnTerminal<F>
where
    S: System,
    F: FnMut(Terminal, &Visit<'_, S>) -> ControlFlow<()> + Send,
{
    OnTerminal(look)
}

impl<S, F> Visitor<S> for OnTerminal<F>
where
    S: System,
    F: FnMut(Terminal, &Visit<'_, S>) -> ControlFlow<()> + Send,
{
    fn terminal(&mut self, terminal: Terminal, visit: &Visit<'_, S>) -> ControlFlow<()> {
        self.0(terminal, visit)
    }
}
