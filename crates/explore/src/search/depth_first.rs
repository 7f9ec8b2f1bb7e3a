//! Depth-first search, the frame of all strategies that look back along the current execution.
//!
//! The search keeps its own stack, so that deep state spaces cannot overflow that of the thread.

use std::ops::ControlFlow;

use crate::exploration::{Exploration, Outcome, StopReason};
use crate::graph::GraphStep;
use crate::options::{Options, Order};
use crate::pending::{Footprint, PendingActions};
use crate::process::{ProcessId, ProcessSet};
use crate::schedule::Choice;
use crate::search::livelock::Transitions;
use crate::search::meter::Meter;
use crate::search::names::{Names, NamesId, Renaming};
use crate::search::order::Picker;
use crate::search::store::{StateId, Store, key, schedule};
use crate::system::System;
use crate::visitor::{Terminal, Visit, Visitor, show};

/// A state on the stack of a depth-first search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) state: StateId,
    /// Where the pending actions of the state are in the list that all frames share.
    pub(crate) pending_start: u32,
    pub(crate) pending_end: u32,
    /// The processes that can move.
    pub(crate) enabled: ProcessSet,
    /// The thesis's safeSet(s): a process that can only move invisibly, or else all that can move.
    pub(crate) safe: ProcessSet,
    /// Whether a single invisible process was chosen as the safe set.
    pub(crate) reducible: bool,
    /// The processes all of whose moves have been explored.
    pub(crate) done: ProcessSet,
    /// The process whose moves are being explored.
    moving: Option<ProcessId>,
    /// The next pending action to look at.
    cursor: u32,
    /// How many pending actions of the moving process come before the cursor.
    alternative: u32,
}

/// The state on top of the stack, as a [`Reduction`] sees it.
pub(crate) struct Top<'a, A> {
    pub(crate) frame: &'a Frame,
    /// How many states are below it on the stack.
    pub(crate) depth: usize,
    /// The pending actions of all states on the stack.
    pub(crate) pending: &'a PendingActions<A>,
}

impl<A> Top<'_, A> {
    /// Where the pending actions of the state begin.
    pub(crate) fn start(&self) -> usize {
        self.frame.pending_start as usize
    }

    /// Where the pending actions of the state end.
    pub(crate) fn end(&self) -> usize {
        self.frame.pending_end as usize
    }

    /// What `process` may touch next.
    pub(crate) fn pending_of(&self, process: ProcessId) -> impl Iterator<Item = &Footprint> {
        (self.start()..self.end())
            .filter(move |&index| self.pending.entry(index).process == process)
            .map(|index| self.pending.footprint(index))
    }
}

/// Decides which processes of a state need to move. One for each strategy.
///
/// For every state, `enter` is called first and `leave` last. In between, as long as `remaining`
/// names some process, one of those is chosen; after `begin`, its moves lead to new states (`enter`
/// ... `leave`) or to known ones (`arrive`); `explored` closes the account.
pub(crate) trait Reduction<A> {
    /// Whether invisible moves take precedence (S-POR).
    const SAFE_SETS: bool = true;

    /// Whether [`Reduction::only_seen_left`] is to be called.
    const LOOKS_AHEAD: bool = false;

    /// Whether the strategy compares what is touched in one state with what is touched in others,
    /// so that it has to be told what has another name there.
    const FOLLOWS_NAMES: bool = true;

    /// A new state was pushed.
    fn enter(&mut self, _top: &Top<'_, A>) {}

    /// The moves of `process` are going to be explored from the top state.
    fn begin(&mut self, _top: &Top<'_, A>, _process: ProcessId) {}

    /// A move from the top state led to a state seen before, in which objects may have other names.
    /// Tells whether it is on the stack.
    fn arrive(
        &mut self,
        top: &Top<'_, A>,
        target: StateId,
        renaming: Option<&Renaming<'_>>,
    ) -> bool;

    /// All moves of the processes of the safe set that are not done lead to states seen before,
    /// `targets`, under the same names. Tells whether to regard them as explored.
    fn only_seen_left(&mut self, _top: &Top<'_, A>, _targets: &[StateId]) -> bool {
        false
    }

    /// All moves of `process` from the top state have been explored.
    fn explored(&mut self, _top: &Top<'_, A>, _process: ProcessId) {}

    /// The processes that still have to be explored from the top state; none of them is done.
    fn remaining(&mut self, top: &Top<'_, A>) -> ProcessSet;

    /// Those of `candidates`, at least two, that are best explored next.
    fn promising(&mut self, _top: &Top<'_, A>, candidates: ProcessSet) -> ProcessSet {
        candidates
    }

    /// The top state is about to be popped.
    fn leave(&mut self, _top: &Top<'_, A>) {}
}

/// A depth-first search of `system` guided by `reduction`.
pub(crate) fn depth_first<S, R>(
    system: &S,
    reduction: R,
    options: &Options<'_>,
    visitor: &mut dyn Visitor<S>,
) -> Exploration
where
    S: System,
    R: Reduction<S::Action>,
{
    Search::new(system, reduction, options, visitor).finish().0
}

/// As [`depth_first`], and the states and steps of the search. The states must be stored exactly.
pub(crate) fn depth_first_recorded<S, R>(
    system: &S,
    reduction: R,
    options: &Options<'_>,
    visitor: &mut dyn Visitor<S>,
) -> (Exploration, Vec<S::State>, Vec<GraphStep>)
where
    S: System,
    R: Reduction<S::Action>,
{
    let mut search = Search::new(system, reduction, options, visitor);
    search.record = Some(Vec::new());
    let (exploration, store, record) = search.finish();
    (exploration, store.into_states(), record)
}

struct Search<'a, S: System, R> {
    system: &'a S,
    visitor: &'a mut dyn Visitor<S>,
    wants_every_state: bool,
    reduction: R,
    hash_compaction: bool,
    compact_beyond: Option<u64>,
    store: Store<S::State>,
    names: Names,
    roots: Vec<StateId>,
    stack: Vec<Frame>,
    pending: PendingActions<S::Action>,
    guided: bool,
    picker: Picker,
    meter: Meter<'a>,
    transitions: Option<Transitions>,
    /// The steps taken, if somebody wants them.
    record: Option<Vec<GraphStep>>,
}

impl<'a, S, R> Search<'a, S, R>
where
    S: System,
    R: Reduction<S::Action>,
{
    fn new(
        system: &'a S,
        reduction: R,
        options: &'a Options<'a>,
        visitor: &'a mut dyn Visitor<S>,
    ) -> Self {
        Search {
            system,
            wants_every_state: visitor.wants_every_state(),
            visitor,
            reduction,
            hash_compaction: options.hash_compaction,
            compact_beyond: options.compact_beyond,
            store: Store::new(options.hash_compaction),
            names: Names::new(),
            roots: Vec::new(),
            stack: Vec::new(),
            pending: PendingActions::new(),
            guided: options.order == Order::Guided,
            picker: Picker::new(&options.order),
            meter: Meter::new(options),
            transitions: options.livelocks.then(Transitions::default),
            record: None,
        }
    }

    /// Runs the search and sums up: also what it stored, and the steps if they were recorded.
    fn finish(mut self) -> (Exploration, Store<S::State>, Vec<GraphStep>) {
        let outcome = match self.run() {
            Ok(()) => Outcome::Complete,
            Err(reason) => Outcome::Stopped(reason),
        };
        let livelock = match (&self.transitions, outcome) {
            (Some(transitions), Outcome::Complete) => transitions
                .livelock(self.store.len(), |state| {
                    schedule(state, &self.roots, |id| self.store.origin(id))
                }),
            _ => None,
        };
        let exploration = Exploration { outcome, statistics: self.meter.finish(), livelock };
        (exploration, self.store, self.record.unwrap_or_default())
    }

    /// Notes a step for those who want to know.
    fn note(&mut self, source: StateId, choice: Choice, target: StateId) {
        if let Some(transitions) = &mut self.transitions {
            transitions.add(source, target);
        }
        if let Some(record) = &mut self.record {
            record.push(GraphStep { source: source as usize, choice, target: target as usize });
        }
    }

    fn run(&mut self) -> Result<(), StopReason> {
        for state in self.system.initial_states() {
            let key = key(&state, self.hash_compaction);
            let named = self.names_of(&state);
            let (id, new) = self.store.intern(key, state, None);
            self.roots.push(id);
            if new {
                self.names.add(named);
                self.push(id)?;
                while !self.stack.is_empty() {
                    self.step()?;
                }
            }
        }
        Ok(())
    }

    /// Enters a new state.
    fn push(&mut self, id: StateId) -> Result<(), StopReason> {
        let depth = self.stack.len();
        self.meter.state(depth)?;
        let start = self.pending.len();
        self.system.pending(self.store.state(id), &mut self.pending);
        let enabled = self.pending.enabled_from(start);
        let invisible = if R::SAFE_SETS { self.invisible_from(start) } else { None };
        self.stack.push(Frame {
            state: id,
            pending_start: start as u32,
            pending_end: self.pending.len() as u32,
            enabled,
            safe: invisible.map_or(enabled, ProcessSet::only),
            reducible: invisible.is_some(),
            done: ProcessSet::EMPTY,
            moving: None,
            cursor: 0,
            alternative: 0,
        });
        self.reduction.enter(&top(&self.stack, &self.pending));
        let terminal = Terminal::of(enabled.is_empty(), self.pending.len() == start);
        self.show(id, depth, terminal)
    }

    /// Shows a new state to the visitor.
    fn show(
        &mut self,
        id: StateId,
        depth: usize,
        terminal: Option<Terminal>,
    ) -> Result<(), StopReason> {
        if let Some(terminal) = terminal {
            self.meter.terminal(terminal);
            if let Some(transitions) = &mut self.transitions {
                transitions.end(id);
            }
        }
        if terminal.is_none() && !self.wants_every_state {
            return Ok(());
        }
        let path = || schedule(id, &self.roots, |id| self.store.origin(id));
        let visit = Visit { state: self.store.state(id), depth, path: &path };
        match show(self.visitor, self.wants_every_state, terminal, &visit) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StopReason::Visitor),
        }
    }

    /// A process all of whose pending actions are enabled and invisible.
    fn invisible_from(&mut self, start: usize) -> Option<ProcessId> {
        let mut invisible = ProcessSet::EMPTY;
        let mut other = ProcessSet::EMPTY;
        for entry in self.pending.entries(start, self.pending.len()) {
            let set = if entry.enabled && !entry.visible { &mut invisible } else { &mut other };
            set.insert(entry.process);
        }
        self.picker.pick(invisible.difference(other))
    }

    /// Takes the next move from the top state, or leaves it.
    fn step(&mut self) -> Result<(), StopReason> {
        if let Some((index, choice)) = self.next_move() {
            return self.take(index, choice);
        }
        let depth = self.stack.len() - 1;
        if let Some(process) = self.stack[depth].moving.take() {
            self.stack[depth].done.insert(process);
            if R::LOOKS_AHEAD {
                self.look_ahead();
            }
            self.reduction.explored(&top(&self.stack, &self.pending), process);
        }
        let top_state = top(&self.stack, &self.pending);
        let mut remaining = self.reduction.remaining(&top_state);
        if self.guided && remaining.len() > 1 {
            remaining = self.reduction.promising(&top_state, remaining);
        }
        if let Some(process) = self.picker.pick(remaining) {
            let frame = &mut self.stack[depth];
            frame.moving = Some(process);
            frame.cursor = frame.pending_start;
            frame.alternative = 0;
            self.reduction.begin(&top(&self.stack, &self.pending), process);
        } else {
            self.reduction.leave(&top(&self.stack, &self.pending));
            let frame = self.stack.pop().expect("the state to leave");
            self.pending.truncate(frame.pending_start as usize);
            self.store.retire(frame.state);
        }
        Ok(())
    }

    /// Skips what is left of the safe set of the top state if the reduction says that it may.
    fn look_ahead(&mut self) {
        let frame = self.stack.last().expect("a state on the stack");
        let left = frame.safe.difference(frame.done);
        let (source, start) = (frame.state, frame.pending_start as usize);
        let mut targets = Vec::new();
        let mut choices = Vec::new();
        for index in start..frame.pending_end as usize {
            let entry = self.pending.entry(index);
            if entry.enabled && left.contains(entry.process) {
                let state = self.system.next(self.store.state(source), &entry.action);
                let named = self.names_of(&state);
                match self.store.find(key(&state, self.hash_compaction), &state) {
                    Some(target) if self.names.renaming(target, named).is_none() => {
                        targets.push(target);
                    }
                    _ => return,
                }
                choices.push(self.choice(start, index));
            }
        }
        let top = top(&self.stack, &self.pending);
        if !left.is_empty() && self.reduction.only_seen_left(&top, &targets) {
            let frame = self.stack.last_mut().expect("a state on the stack");
            frame.done = frame.safe;
            self.meter.statistics.transitions += targets.len() as u64;
            for (choice, target) in choices.into_iter().zip(targets) {
                self.note(source, choice, target);
            }
        }
    }

    /// The choice that a pending action is, among those from `start` on.
    fn choice(&self, start: usize, index: usize) -> Choice {
        let process = self.pending.entry(index).process;
        let before = self.pending.entries(start, index).iter();
        let alternative = before.filter(|entry| entry.process == process).count() as u32;
        Choice { process, alternative }
    }

    /// The next enabled action of the moving process of the top state.
    fn next_move(&mut self) -> Option<(usize, Choice)> {
        let frame = self.stack.last_mut().expect("a state on the stack");
        let process = frame.moving?;
        while frame.cursor < frame.pending_end {
            let index = frame.cursor as usize;
            frame.cursor += 1;
            let entry = self.pending.entry(index);
            if entry.process == process {
                let alternative = frame.alternative;
                frame.alternative += 1;
                if entry.enabled {
                    return Some((index, Choice { process, alternative }));
                }
            }
        }
        None
    }

    /// Keeps only fingerprints from now on, if there are too many states to keep them all.
    fn compact_if_many(&mut self) {
        let is_many = self.compact_beyond.is_some_and(|most| self.store.len() as u64 >= most);
        if is_many && !self.hash_compaction && self.record.is_none() {
            self.store.compact(self.stack.iter().map(|frame| frame.state));
            self.hash_compaction = true;
            self.meter.compacted = true;
        }
    }

    /// The names of a state, if the reduction wants to know them.
    fn names_of(&mut self, state: &S::State) -> NamesId {
        if R::FOLLOWS_NAMES {
            self.names.intern(|names| self.system.names(state, names))
        } else {
            NamesId::default()
        }
    }

    fn take(&mut self, index: usize, choice: Choice) -> Result<(), StopReason> {
        self.compact_if_many();
        let depth = self.stack.len() - 1;
        let source = self.stack[depth].state;
        self.meter.transitions(1, depth, || self.store.bytes())?;
        let state = self.system.next(self.store.state(source), &self.pending.entry(index).action);
        let key = key(&state, self.hash_compaction);
        let named = self.names_of(&state);
        let (target, new) = self.store.intern(key, state, Some((source, choice)));
        self.note(source, choice, target);
        if new {
            self.names.add(named);
            return self.push(target);
        }
        let renaming = self.names.renaming(target, named);
        let top = top(&self.stack, &self.pending);
        let on_stack = self.reduction.arrive(&top, target, renaming.as_ref());
        let frame = &mut self.stack[depth];
        if on_stack && frame.reducible {
            // The proviso against ignoring: along a cycle of invisible moves, the other processes
            // would never get their turn.
            frame.reducible = false;
            frame.safe = frame.enabled;
        }
        Ok(())
    }
}

fn top<'a, A>(stack: &'a [Frame], pending: &'a PendingActions<A>) -> Top<'a, A> {
    let depth = stack.len() - 1;
    Top { frame: &stack[depth], depth, pending }
}
