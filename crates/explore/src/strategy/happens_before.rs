//! O-DPOR: source sets by happens-before, after Abdulla, Aronis, Jonsson and Sagonas, with states
//! that are matched, on top of S-POR and without wakeup trees, as in the thesis's evaluation.

use crate::dependence::futures::Status;
use crate::pending::Pending;
use crate::process::{ProcessId, ProcessSet};
use crate::search::depth_first::{Reduction, Top};
use crate::search::names::Renaming;
use crate::search::store::StateId;
use crate::strategy::eager::Eager;

/// What has to be explored from a state on the stack.
struct Level {
    /// The processes that were chosen so far.
    begun: ProcessSet,
    /// The processes that reverse a race with a move from this state.
    required: ProcessSet,
    /// Whether everything that conflicts with the moves from this state was a race whose reversal
    /// is known exactly.
    exact: bool,
}

/// Explores source sets that reverse the races between the moves of an execution.
///
/// A pending action e of process r races with a move m on the stack if they conflict and what r did
/// last does not happen after m. The execution is reversed by what follows m without happening
/// after it, and then e; some process that can begin this has to be explored from where m was
/// taken. That is exact only where
///
/// - e is enabled, and was not blocked by m and set free by a later move: no later move that
///   conflicts with e happens after m; and if e touches several objects, none conflicts at all;
/// - the future is seen action by action, not as the summary of a matched state;
/// - every process is deterministic.
///
/// States with other conflicts are explored like [`Eager`] does.
pub(crate) struct HappensBefore {
    eager: Eager,
    levels: Vec<Level>,
    clocks: Clocks,
    /// Whether no process had several alternatives so far.
    deterministic: bool,
    /// The depths of the moves that conflict with an action.
    conflicting: Vec<u32>,
}

impl HappensBefore {
    pub(crate) fn new() -> Self {
        Self {
            eager: Eager::new(),
            levels: Vec::new(),
            clocks: Clocks::new(),
            deterministic: true,
            conflicting: Vec::new(),
        }
    }

    /// Reverses the races of an action that is pending in the top state.
    fn reverse_races<A>(&mut self, pending: &Pending<'_, A>) {
        self.conflicting.clear();
        let past = self.eager.execution.conflicting(pending.process, pending.footprint);
        self.conflicting.extend(past.map(|past| past.depth() as u32));
        self.conflicting.sort_unstable();
        self.conflicting.dedup();
        let several_objects = pending.footprint.iter().any(|(o, _)| *o != pending.footprint[0].0);
        for (index, &past) in self.conflicting.iter().enumerate() {
            let last = self.clocks.last_of(pending.process);
            if last.is_some_and(|last| self.clocks.happens_before(past, last)) {
                continue;
            }
            let mut later = self.conflicting[index + 1..].iter();
            let freed =
                later.any(|&later| several_objects || self.clocks.happens_before(past, later));
            let level = &mut self.levels[past as usize];
            if !pending.enabled || freed {
                level.exact = false;
                continue;
            }
            let enabled = self.eager.source_sets.enabled(past as usize);
            let initials = self.clocks.initials(past, pending.process, &self.conflicting);
            let initials = initials.intersection(enabled);
            if initials.intersection(level.begun.union(level.required)).is_empty() {
                let preferred = ProcessSet::only(pending.process).intersection(initials);
                let chosen = preferred.iter().chain(initials.iter()).next();
                level.required = chosen.map_or(level.required, |process| {
                    level.required.union(ProcessSet::only(process))
                });
            }
        }
    }
}

impl<A> Reduction<A> for HappensBefore {
    fn enter(&mut self, top: &Top<'_, A>) {
        let mut seen = ProcessSet::EMPTY;
        for pending in top.pending.range(top.start(), top.end()) {
            self.deterministic &= !seen.contains(pending.process);
            seen.insert(pending.process);
        }
        if self.deterministic {
            for pending in top.pending.range(top.start(), top.end()) {
                self.reverse_races(&pending);
            }
        }
        self.eager.enter(top);
        self.levels.push(Level {
            begun: ProcessSet::EMPTY,
            required: ProcessSet::EMPTY,
            exact: true,
        });
    }

    fn begin(&mut self, top: &Top<'_, A>, process: ProcessId) {
        self.levels[top.depth].begun.insert(process);
        self.clocks.start(process);
        for footprint in top.pending_of(process) {
            for past in self.eager.execution.conflicting(process, footprint) {
                self.clocks.join(past.depth() as u32);
            }
        }
        self.eager.begin(top, process);
    }

    fn arrive(
        &mut self,
        top: &Top<'_, A>,
        target: StateId,
        renaming: Option<&Renaming<'_>>,
    ) -> bool {
        let status = self.eager.look_up(top, target, renaming);
        match (status, renaming) {
            (Status::Closed(row), _) => {
                for (process, footprint) in self.eager.futures.accesses(row) {
                    for past in self.eager.execution.conflicting(process, footprint) {
                        self.levels[past.depth()].exact = false;
                    }
                }
            }
            (_, None) => self.levels[top.depth].exact = false,
            (_, Some(_)) => self.levels.iter_mut().for_each(|level| level.exact = false),
        }
        status == Status::Open
    }

    fn explored(&mut self, top: &Top<'_, A>, process: ProcessId) {
        self.clocks.pop();
        self.eager.explored(top, process);
    }

    fn promising(&mut self, top: &Top<'_, A>, candidates: ProcessSet) -> ProcessSet {
        self.eager.promising(top, candidates)
    }

    fn remaining(&mut self, top: &Top<'_, A>) -> ProcessSet {
        let eager = self.eager.remaining(top);
        let level = &self.levels[top.depth];
        if eager.is_empty() || top.frame.done.is_empty() || top.frame.reducible {
            eager
        } else if level.exact && self.deterministic {
            level.required.difference(top.frame.done)
        } else {
            eager.union(level.required.difference(top.frame.done))
        }
    }

    fn leave(&mut self, top: &Top<'_, A>) {
        self.eager.leave(top);
        self.levels.pop();
        if self.eager.futures.status(top.frame.state) == Status::Cyclic {
            self.levels[top.depth - 1].exact = false;
        }
    }
}

/// No move of that process.
const NONE: u32 = u32::MAX;

/// Vector clocks of the moves on the stack: which of them happen before which.
struct Clocks {
    moves: Vec<Move>,
    /// The last move of each process.
    last: [u32; ProcessId::LIMIT],
    /// For each move, one entry per process: one more than the depth of the last move of that
    /// process that happens before, or is, this move.
    clocks: Vec<[u32; ProcessId::LIMIT]>,
}

/// A move on the stack.
struct Move {
    process: ProcessId,
    /// The move of the same process before it.
    previous: u32,
}

impl Clocks {
    fn new() -> Self {
        Self { moves: Vec::new(), last: [NONE; ProcessId::LIMIT], clocks: Vec::new() }
    }

    /// Whether the move at `earlier` happens before that at `later`.
    fn happens_before(&self, earlier: u32, later: u32) -> bool {
        let process = self.moves[earlier as usize].process.index();
        self.clocks[later as usize][process] > earlier
    }

    /// The depth of the last move of `process`.
    fn last_of(&self, process: ProcessId) -> Option<u32> {
        Some(self.last[process.index()]).filter(|&last| last != NONE)
    }

    /// `process` moves next.
    fn start(&mut self, process: ProcessId) {
        let last = self.last_of(process).map(|last| self.clocks[last as usize]);
        let mut clock = last.unwrap_or([0; ProcessId::LIMIT]);
        clock[process.index()] = self.moves.len() as u32 + 1;
        self.clocks.push(clock);
        let depth = self.moves.len() as u32;
        let previous = std::mem::replace(&mut self.last[process.index()], depth);
        self.moves.push(Move { process, previous });
    }

    /// The move started last happens after the one at `earlier`.
    fn join(&mut self, earlier: u32) {
        let (last, before) = self.clocks.split_last_mut().expect("a move was started");
        for (mine, theirs) in last.iter_mut().zip(&before[earlier as usize]) {
            *mine = (*mine).max(*theirs);
        }
    }

    fn pop(&mut self) {
        self.clocks.pop();
        let undone = self.moves.pop().expect("a move to undo");
        self.last[undone.process.index()] = undone.previous;
    }

    /// The processes that can begin what follows the move at `past` without happening after it,
    /// and then the pending action of `process`, which conflicts with the moves at `conflicting`.
    fn initials(&self, past: u32, process: ProcessId, conflicting: &[u32]) -> ProcessSet {
        // For each process, one more than the depth of its first move that follows.
        let mut first = [u32::MAX; ProcessId::LIMIT];
        let mut initials = ProcessSet::EMPTY;
        for later in past + 1..self.moves.len() as u32 {
            let mover = self.moves[later as usize].process;
            if first[mover.index()] != u32::MAX || self.happens_before(past, later) {
                continue;
            }
            let clock = &self.clocks[later as usize];
            if clock.iter().zip(&first).all(|(known, first)| known < first) {
                initials.insert(mover);
            }
            first[mover.index()] = later + 1;
        }
        let mut later = conflicting.iter().filter(|&&later| later > past);
        if first[process.index()] == u32::MAX && later.all(|&l| self.happens_before(past, l)) {
            initials.insert(process);
        }
        initials
    }
}
