//! What may still happen after each state: summaries in place of re-traversals.
//!
//! For every state that a depth-first search has finished with, [`Futures`] knows which objects
//! each process may still read or write on the explored executions from there, including what
//! processes wait for in vain. States of a cycle share one summary, found with Tarjan's algorithm;
//! as long as the search is inside the cycle, the future of its states is unknown.

use crate::access_sets::{AccessSets, SliceId, Slices};
use crate::depth_first::Top;
use crate::pending::Footprint;
use crate::process::{ProcessId, ProcessSet};
use crate::store::StateId;

/// No state on the stack can be reached.
const NONE: u32 = u32::MAX;

/// What is known about the future of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// The state is on the stack at this depth.
    Open(u32),
    /// The state is finished, but can reach the state on the stack at this depth.
    Cyclic(u32),
    /// All executions from the state have been explored, with this row of access sets.
    Closed(SliceId),
}

/// The two highest bits of a packed status.
const CYCLIC: u32 = 1 << 30;
const CLOSED: u32 = 2 << 30;

impl Status {
    fn pack(self) -> u32 {
        match self {
            Self::Open(depth) => depth,
            Self::Cyclic(depth) => CYCLIC | depth,
            Self::Closed(row) => CLOSED | row,
        }
    }

    fn unpack(packed: u32) -> Self {
        let number = packed & (CYCLIC - 1);
        match packed & (3 << 30) {
            0 => Self::Open(number),
            CYCLIC => Self::Cyclic(number),
            _ => Self::Closed(number),
        }
    }
}

/// A state on the stack.
struct Level {
    /// The lowest state on the stack that can be reached from here.
    lowest: u32,
    /// The same, by the moves of the process being explored.
    lowest_of_moves: u32,
    /// How many states were cyclic when this state was entered.
    cyclic_before: u32,
}

/// What may still happen after each state.
pub(crate) struct Futures {
    accesses: AccessSets,
    /// For each finished state, one access set per process.
    rows: Slices<SliceId>,
    status: Vec<u32>,
    levels: Vec<Level>,
    /// How many processes a row has room for.
    width: usize,
    /// For each level, one access set per process: what has been found after the state.
    found: Vec<SliceId>,
    /// The same, only after the moves of the process being explored.
    found_by_moves: Vec<SliceId>,
    /// Finished states that can reach a state on the stack.
    cyclic: Vec<StateId>,
}

impl Futures {
    pub(crate) fn new() -> Self {
        Self {
            accesses: AccessSets::new(),
            rows: Slices::new(),
            status: Vec::new(),
            levels: Vec::new(),
            width: 0,
            found: Vec::new(),
            found_by_moves: Vec::new(),
            cyclic: Vec::new(),
        }
    }

    pub(crate) fn status(&self, state: StateId) -> Status {
        Status::unpack(self.status[state as usize])
    }

    /// A new state was pushed.
    pub(crate) fn enter<A>(&mut self, top: &Top<'_, A>) {
        debug_assert_eq!(self.status.len(), top.frame.state as usize);
        self.status.push(Status::Open(top.depth as u32).pack());
        let pending = top.pending.entries(top.start(), top.end());
        let width = pending.iter().map(|entry| entry.process.index() + 1).max().unwrap_or(0);
        if width > self.width {
            self.widen(width);
        }
        self.levels.push(Level {
            lowest: NONE,
            lowest_of_moves: NONE,
            cyclic_before: self.cyclic.len() as u32,
        });
        self.found.resize(self.levels.len() * self.width, 0);
        self.found_by_moves.resize(self.levels.len() * self.width, 0);
    }

    /// The moves of a process are going to be explored from the top state.
    pub(crate) fn begin(&mut self) {
        let start = self.found_by_moves.len() - self.width;
        self.found_by_moves[start..].fill(0);
        self.level().lowest_of_moves = NONE;
    }

    /// A move from the top state led to a state seen before.
    pub(crate) fn arrive(&mut self, target: StateId) -> Status {
        let status = self.status(target);
        match status {
            Status::Open(depth) | Status::Cyclic(depth) => self.reach(depth),
            Status::Closed(row) => self.find(row),
        }
        status
    }

    /// The processes that may do something, after the moves just explored, that conflicts with
    /// what `process` may do in the top state. `None` if the moves lead to states whose future is
    /// not known yet.
    pub(crate) fn conflicting<A>(
        &self,
        top: &Top<'_, A>,
        process: ProcessId,
    ) -> Option<ProcessSet> {
        if self.levels.last().expect("a level").lowest_of_moves != NONE {
            return None;
        }
        let row = &self.found_by_moves[self.found_by_moves.len() - self.width..];
        let mut conflicting = ProcessSet::EMPTY;
        for (other, &set) in row.iter().enumerate() {
            let other = ProcessId::new(other).expect("rows are for processes");
            if other != process && self.conflicts(set, top, process) {
                conflicting.insert(other);
            }
        }
        Some(conflicting)
    }

    fn conflicts<A>(&self, set: SliceId, top: &Top<'_, A>, process: ProcessId) -> bool {
        top.pending_of(process).any(|footprint| self.accesses.conflicts(set, footprint))
    }

    /// The accesses in a row: who may touch what.
    pub(crate) fn accesses(&self, row: SliceId) -> impl Iterator<Item = (ProcessId, &Footprint)> {
        self.rows.get(row).iter().enumerate().map(|(process, &set)| {
            let process = ProcessId::new(process).expect("rows are for processes");
            (process, self.accesses.get(set))
        })
    }

    /// The top state is about to be popped. Tells which state on the stack it can reach, if any.
    pub(crate) fn leave<A>(&mut self, top: &Top<'_, A>) {
        self.include_pending(top);
        let level = self.levels.pop().expect("the level to leave");
        let start = self.levels.len() * self.width;
        let row = trimmed(&self.found[start..]);
        let row = self.rows.intern(row);
        self.found.truncate(start);
        self.found_by_moves.truncate(start);
        if level.lowest < top.depth as u32 {
            self.set_status(top.frame.state, Status::Cyclic(level.lowest));
            self.cyclic.push(top.frame.state);
            self.reach(level.lowest);
        } else {
            // What can be reached from here, and leads back to here, is finished with it.
            for state in self.cyclic.split_off(level.cyclic_before as usize) {
                self.set_status(state, Status::Closed(row));
            }
            self.set_status(top.frame.state, Status::Closed(row));
        }
        if !self.levels.is_empty() {
            self.find(row);
        }
    }

    /// Adds what every process is about to do in the top state.
    fn include_pending<A>(&mut self, top: &Top<'_, A>) {
        let start = self.found.len() - self.width;
        for index in top.start()..top.end() {
            let set = &mut self.found[start + top.pending.entry(index).process.index()];
            *set = self.accesses.include(*set, top.pending.footprint(index));
        }
    }

    /// The moves being explored from the top state lead to what `row` tells.
    fn find(&mut self, row: SliceId) {
        let start = self.found.len() - self.width;
        for (process, &set) in self.rows.get(row).iter().enumerate() {
            let found = &mut self.found[start + process];
            *found = self.accesses.union(*found, set);
            let found = &mut self.found_by_moves[start + process];
            *found = self.accesses.union(*found, set);
        }
    }

    /// The moves being explored from the top state lead to the state on the stack at `depth`.
    fn reach(&mut self, depth: u32) {
        if let Some(level) = self.levels.last_mut() {
            level.lowest = level.lowest.min(depth);
            level.lowest_of_moves = level.lowest_of_moves.min(depth);
        }
    }

    fn level(&mut self) -> &mut Level {
        self.levels.last_mut().expect("a state on the stack")
    }

    fn set_status(&mut self, state: StateId, status: Status) {
        self.status[state as usize] = status.pack();
    }

    /// Makes room for more processes in the rows of all levels.
    fn widen(&mut self, width: usize) {
        for rows in [&mut self.found, &mut self.found_by_moves] {
            let old = std::mem::take(rows);
            for level in 0..self.levels.len() {
                rows.extend_from_slice(&old[level * self.width..(level + 1) * self.width]);
                rows.resize((level + 1) * width, 0);
            }
        }
        self.width = width;
    }
}

/// A row without the processes at its end that do nothing, so that it does not depend on how many
/// processes the search knew of.
fn trimmed(row: &[SliceId]) -> &[SliceId] {
    &row[..row.iter().rposition(|&set| set != 0).map_or(0, |last| last + 1)]
}
