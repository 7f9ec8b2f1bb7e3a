//! What may still happen after each state: summaries in place of re-traversals.
//!
//! For every state that a depth-first search has finished with, [`Futures`] knows which objects
//! each process may still read or write on the explored executions from there, including what
//! processes wait for in vain. States of a cycle share one summary, found with Tarjan's algorithm;
//! as long as the search is inside the cycle, the future of its states is unknown.
//!
//! A summary has the names of objects in its state. Where the search comes to an equal state with
//! other names, the summary is translated. On a cycle that changes names, each time round the same
//! object has another one: what is done to one of the objects that changed theirs is taken to be
//! done to all of them.

use rustc_hash::FxHashMap;

use crate::dependence::access_sets::{AccessSets, SliceId, Slices};
use crate::pending::Footprint;
use crate::process::{ProcessId, ProcessSet};
use crate::search::depth_first::Top;
use crate::search::names::{NamesId, Renaming};
use crate::search::store::StateId;

/// What is known about the future of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// The state is on the stack.
    Open,
    /// The search has left the state, but can get from it to states that are on the stack.
    Cyclic,
    /// All executions from the state have been explored, with this row of access sets.
    Closed(SliceId),
}

const OPEN: u32 = u32::MAX;
const CYCLIC: u32 = u32::MAX - 1;

/// No state from which the search has yet to return.
const NONE: StateId = StateId::MAX;

/// A state on the stack.
struct Level {
    /// The first state, in the order of discovery, that is open or cyclic and can be reached from
    /// here: Tarjan's low link.
    lowest: StateId,
    /// Whether the moves of the process being explored lead to open or cyclic states.
    moves_are_cyclic: bool,
    /// How many states were cyclic when this state was entered.
    cyclic_before: u32,
    /// The names that are changed on the way to open or cyclic states.
    changing: Vec<u32>,
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
    /// The same, but what was found so far after the closest state below on the stack from which
    /// something has been explored: a guess at what is going to be found.
    guessed: Vec<SliceId>,
    /// Finished states that can reach a state on the stack.
    cyclic: Vec<StateId>,
    /// Rows with other names.
    renamed: FxHashMap<(SliceId, (NamesId, NamesId)), SliceId>,
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
            guessed: Vec::new(),
            cyclic: Vec::new(),
            renamed: FxHashMap::default(),
        }
    }

    pub(crate) fn status(&self, state: StateId) -> Status {
        match self.status[state as usize] {
            OPEN => Status::Open,
            CYCLIC => Status::Cyclic,
            row => Status::Closed(row),
        }
    }

    /// A new state was pushed.
    pub(crate) fn enter<A>(&mut self, top: &Top<'_, A>) {
        debug_assert_eq!(self.status.len(), top.frame.state as usize);
        self.status.push(OPEN);
        let pending = top.pending.entries(top.start(), top.end());
        let width = pending.iter().map(|entry| entry.process.index() + 1).max().unwrap_or(0);
        if width > self.width {
            self.widen(width);
        }
        self.levels.push(Level {
            lowest: NONE,
            moves_are_cyclic: false,
            cyclic_before: self.cyclic.len() as u32,
            changing: Vec::new(),
        });
        self.guess();
        self.found.resize(self.levels.len() * self.width, 0);
        self.found_by_moves.resize(self.levels.len() * self.width, 0);
    }

    /// The moves of a process are going to be explored from the top state.
    pub(crate) fn begin(&mut self) {
        let start = self.found_by_moves.len() - self.width;
        self.found_by_moves[start..].fill(0);
        self.level().moves_are_cyclic = false;
    }

    /// A move from the top state led to a state seen before. Tells what is known about it, in the
    /// names of the top state.
    pub(crate) fn arrive(&mut self, target: StateId, renaming: Option<&Renaming<'_>>) -> Status {
        match (self.status(target), renaming) {
            (Status::Closed(row), renaming) => {
                let row = renaming.map_or(row, |renaming| self.rename(row, renaming));
                self.find(row);
                Status::Closed(row)
            }
            (status, renaming) => {
                self.reach(target);
                let names = renaming.into_iter().flat_map(Renaming::changes);
                self.level().changing.extend(names.flat_map(|(before, after)| [before, after]));
                status
            }
        }
    }

    /// A row with the names of another state.
    fn rename(&mut self, row: SliceId, renaming: &Renaming<'_>) -> SliceId {
        let id = (row, renaming.id());
        if let Some(&renamed) = self.renamed.get(&id) {
            return renamed;
        }
        let changes: FxHashMap<u32, u32> = renaming.changes().collect();
        let rename = |name| changes.get(&name).copied().unwrap_or(name);
        let mut sets = self.rows.get(row).to_vec();
        for set in &mut sets {
            *set = self.accesses.renamed(*set, rename);
        }
        let renamed = self.rows.intern(&sets);
        self.renamed.insert(id, renamed);
        renamed
    }

    /// The processes that may do something, after the moves just explored, that conflicts with
    /// what `process` may do in the top state. `None` if the moves lead to states whose future is
    /// not known yet.
    pub(crate) fn conflicting<A>(
        &self,
        top: &Top<'_, A>,
        process: ProcessId,
    ) -> Option<ProcessSet> {
        if self.levels.last().expect("a state on the stack").moves_are_cyclic {
            return None;
        }
        Some(self.conflicting_in(self.top_row(&self.found_by_moves), top, process))
    }

    /// Those of `candidates` that are likely to be part of a small persistent set of the top state,
    /// judged by what has been found there or near it.
    pub(crate) fn promising<A>(&self, top: &Top<'_, A>, candidates: ProcessSet) -> ProcessSet {
        let found = self.top_row(&self.found);
        let likely = if is_empty(found) { self.top_row(&self.guessed) } else { found };
        let mut promising = ProcessSet::EMPTY;
        let mut smallest = usize::MAX;
        for candidate in candidates.iter() {
            let size = self.closure(likely, top, candidate).len();
            if size < smallest {
                smallest = size;
                promising = ProcessSet::EMPTY;
            }
            if size == smallest {
                promising.insert(candidate);
            }
        }
        promising
    }

    /// The smallest persistent set with `process` in it if `row` were the future; all processes if
    /// there is none.
    fn closure<A>(&self, row: &[SliceId], top: &Top<'_, A>, process: ProcessId) -> ProcessSet {
        let mut closure = ProcessSet::only(process);
        let mut closed = ProcessSet::EMPTY;
        while let Some(process) = closure.difference(closed).iter().next() {
            closed.insert(process);
            closure = closure.union(self.conflicting_in(row, top, process));
            if !closure.is_subset(top.frame.safe) {
                return ProcessSet::ALL;
            }
        }
        closure
    }

    /// The processes that do something in `row` that conflicts with what `process` may do in the
    /// top state.
    fn conflicting_in<A>(
        &self,
        row: &[SliceId],
        top: &Top<'_, A>,
        process: ProcessId,
    ) -> ProcessSet {
        let mut conflicting = ProcessSet::EMPTY;
        for (other, &set) in row.iter().enumerate() {
            let other = ProcessId::new(other).expect("rows are for processes");
            let conflicts = |footprint| self.accesses.conflicts(set, footprint);
            if other != process && top.pending_of(process).any(conflicts) {
                conflicting.insert(other);
            }
        }
        conflicting
    }

    fn top_row<'a>(&self, rows: &'a [SliceId]) -> &'a [SliceId] {
        &rows[rows.len() - self.width..]
    }

    /// The accesses in a row: who may touch what.
    pub(crate) fn accesses(&self, row: SliceId) -> impl Iterator<Item = (ProcessId, &Footprint)> {
        self.rows.get(row).iter().enumerate().map(|(process, &set)| {
            let process = ProcessId::new(process).expect("rows are for processes");
            (process, self.accesses.get(set))
        })
    }

    /// The top state is about to be popped. Tells what is now known about it.
    pub(crate) fn leave<A>(&mut self, top: &Top<'_, A>) -> Status {
        self.include_pending(top);
        let mut level = self.levels.pop().expect("the state to leave");
        let start = self.levels.len() * self.width;
        let state = top.frame.state;
        let cyclic = level.lowest < state;
        if !cyclic && !level.changing.is_empty() {
            level.changing.sort_unstable();
            level.changing.dedup();
            for set in &mut self.found[start..] {
                *set = self.accesses.blurred(*set, &level.changing);
            }
        }
        let row = self.rows.intern(trimmed(&self.found[start..]));
        self.found.truncate(start);
        self.found_by_moves.truncate(start);
        self.guessed.truncate(start);
        if cyclic {
            self.status[state as usize] = CYCLIC;
            self.cyclic.push(state);
        } else {
            // What leads back to this state has the same future.
            for state in self.cyclic.drain(level.cyclic_before as usize..) {
                self.status[state as usize] = row;
            }
            self.status[state as usize] = row;
        }
        if !self.levels.is_empty() {
            self.find(row);
            if cyclic {
                self.reach(level.lowest);
                self.level().changing.append(&mut level.changing);
            }
        }
        self.status(state)
    }

    /// Guesses the future of a new state from what has been found at the state below it.
    fn guess(&mut self) {
        if self.levels.len() == 1 {
            self.guessed.resize(self.width, 0);
        } else if is_empty(self.top_row(&self.found)) {
            self.guessed.extend_from_within(self.guessed.len() - self.width..);
        } else {
            self.guessed.extend_from_slice(&self.found[self.found.len() - self.width..]);
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

    /// The moves being explored from the top state lead to a state that is open or cyclic.
    fn reach(&mut self, state: StateId) {
        let level = self.level();
        level.lowest = level.lowest.min(state);
        level.moves_are_cyclic = true;
    }

    fn level(&mut self) -> &mut Level {
        self.levels.last_mut().expect("a state on the stack")
    }

    /// Makes room for more processes in the rows of all levels.
    fn widen(&mut self, width: usize) {
        for rows in [&mut self.found, &mut self.found_by_moves, &mut self.guessed] {
            let old = std::mem::take(rows);
            for level in 0..self.levels.len() {
                rows.extend_from_slice(&old[level * self.width..(level + 1) * self.width]);
                rows.resize((level + 1) * width, 0);
            }
        }
        self.width = width;
    }
}

fn is_empty(row: &[SliceId]) -> bool {
    row.iter().all(|&set| set == 0)
}

/// A row without the processes at its end that do nothing, so that it does not depend on how many
/// processes the search knew of.
fn trimmed(row: &[SliceId]) -> &[SliceId] {
    &row[..row.iter().rposition(|&set| set != 0).map_or(0, |last| last + 1)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::*;
    use crate::search::depth_first::{Reduction, depth_first};
    use crate::search::order::SplitMix64;
    use crate::{ObjectId, Options, Outcome, PendingActions, System, Terminal, Visit, Visitor};

    /// One process that walks on a graph; each step touches the node that it leaves.
    struct Graph(Vec<Vec<usize>>);

    impl Graph {
        fn random(random: &mut SplitMix64) -> Self {
            let nodes = 2 + random.below(10);
            let edges = |random: &mut SplitMix64| {
                (0..random.below(4)).map(|_| random.below(nodes)).collect()
            };
            Self((0..nodes).map(|_| edges(random)).collect())
        }

        /// The nodes that are left by some path from `node`.
        fn left_from(&self, node: usize) -> BTreeSet<u64> {
            let mut left = BTreeSet::new();
            let mut work = vec![node];
            while let Some(node) = work.pop() {
                if !self.0[node].is_empty() && left.insert(node as u64) {
                    work.extend(&self.0[node]);
                }
            }
            left
        }
    }

    impl System for Graph {
        type State = usize;
        type Action = usize;

        fn initial_states(&self) -> Vec<usize> {
            vec![0, 1]
        }

        fn pending(&self, &node: &usize, pending: &mut PendingActions<usize>) {
            let walker = ProcessId::new(0).expect("a process");
            for &target in &self.0[node] {
                pending.push(walker, target).reads(ObjectId(node as u64));
            }
        }

        fn next(&self, _node: &usize, &target: &usize) -> usize {
            target
        }
    }

    /// Explores everything, and keeps the futures.
    struct Probe(Futures);

    impl<A> Reduction<A> for &mut Probe {
        fn enter(&mut self, top: &Top<'_, A>) {
            self.0.enter(top);
        }

        fn begin(&mut self, _top: &Top<'_, A>, _process: ProcessId) {
            self.0.begin();
        }

        fn arrive(
            &mut self,
            _top: &Top<'_, A>,
            target: StateId,
            renaming: Option<&Renaming<'_>>,
        ) -> bool {
            self.0.arrive(target, renaming) == Status::Open
        }

        fn remaining(&mut self, top: &Top<'_, A>) -> ProcessSet {
            top.frame.enabled.difference(top.frame.done)
        }

        fn leave(&mut self, top: &Top<'_, A>) {
            self.0.leave(top);
        }
    }

    /// Nodes in the order of discovery.
    struct Discovered(Vec<usize>);

    impl Visitor<Graph> for Discovered {
        fn terminal(&mut self, _: Terminal, _: &Visit<'_, Graph>) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn wants_every_state(&self) -> bool {
            true
        }

        fn state(&mut self, visit: &Visit<'_, Graph>) -> ControlFlow<()> {
            self.0.push(*visit.state);
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn futures_are_what_can_be_reached_also_in_cycles() {
        for seed in 0..2000 {
            let graph = Graph::random(&mut SplitMix64(seed));
            let mut probe = Probe(Futures::new());
            let mut discovered = Discovered(Vec::new());
            let exploration = depth_first(&graph, &mut probe, &Options::default(), &mut discovered);
            assert_eq!(exploration.outcome, Outcome::Complete);
            for (state, &node) in discovered.0.iter().enumerate() {
                let Status::Closed(row) = probe.0.status(state as StateId) else {
                    panic!("seed {seed}: nothing is open after the search");
                };
                let found: BTreeSet<u64> = probe
                    .0
                    .accesses(row)
                    .flat_map(|(_, accesses)| accesses.iter().map(|(object, _)| object.0))
                    .collect();
                assert_eq!(found, graph.left_from(node), "seed {seed}: {:?}", graph.0);
            }
        }
    }
}
