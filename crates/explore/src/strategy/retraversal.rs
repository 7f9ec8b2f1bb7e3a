//! DL-S-POR as the thesis has it: the explored states are traversed again, with every optimisation
//! of its section 2.2.2.1. Kept for comparison with [`Lazy`](super::Lazy).

use crate::dependence::source_sets::SourceSets;
use crate::pending::{Access, ObjectId, conflicts};
use crate::process::{ProcessId, ProcessSet};
use crate::search::depth_first::{Reduction, Top};
use crate::search::names::Renaming;
use crate::search::store::StateId;

const NO_EDGE: u32 = u32::MAX;

/// A state of the explored graph.
struct Node {
    /// Where its pending accesses end; they begin where those of the node before end.
    accesses_end: u32,
    /// The transition from it that was explored last.
    last_edge: u32,
    on_stack: bool,
    /// The traversal that came by last.
    traversed: u32,
}

struct Edge {
    /// `None` if objects have other names there.
    target: Option<StateId>,
    /// The transition from the same state that was explored before.
    previous: u32,
}

/// A state on the stack.
struct Level {
    state: StateId,
    /// The last transition from the state before the moving process was chosen.
    edge_before: u32,
}

/// Explores source sets that are computed lazily, by traversing the explored graph again.
#[derive(Default)]
pub(crate) struct Retraversal {
    source_sets: SourceSets,
    levels: Vec<Level>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    accesses: Vec<(ProcessId, (ObjectId, Access))>,
    /// How many traversals there have been.
    traversals: u32,
    /// The states that a traversal still has to look at.
    work: Vec<Option<StateId>>,
}

impl Retraversal {
    fn connect(&mut self, source: StateId, target: Option<StateId>) {
        let last_edge = &mut self.nodes[source as usize].last_edge;
        self.edges.push(Edge { target, previous: *last_edge });
        *last_edge = self.edges.len() as u32 - 1;
    }

    /// `current[process]`: the processes that do something, after the moves of `process` just
    /// explored from the top state, that conflicts with these moves.
    ///
    /// The traversal ends as soon as its result makes no difference: when it names every process
    /// of the safe set, or one outside of it.
    fn traverse<A>(&mut self, top: &Top<'_, A>, process: ProcessId) -> ProcessSet {
        self.traversals += 1;
        self.work.clear();
        let last_edge = self.nodes[top.frame.state as usize].last_edge;
        self.look_at_targets(last_edge, self.levels[top.depth].edge_before);
        let mut current = ProcessSet::only(process);
        while let Some(state) = self.work.pop() {
            let known = state.filter(|state| !self.nodes[*state as usize].on_stack);
            let Some(state) = known else {
                // What happens after that state is not known yet, or not in the names of this one.
                return ProcessSet::ALL;
            };
            let node = &mut self.nodes[state as usize];
            if std::mem::replace(&mut node.traversed, self.traversals) == self.traversals {
                continue;
            }
            let last_edge = node.last_edge;
            for (other, access) in self.accesses_of(state) {
                let access = std::slice::from_ref(access);
                if !current.contains(*other)
                    && top.pending_of(process).any(|footprint| conflicts(footprint, access))
                {
                    current.insert(*other);
                }
            }
            if top.frame.safe.is_subset(current) || !current.is_subset(top.frame.safe) {
                return current;
            }
            self.look_at_targets(last_edge, NO_EDGE);
        }
        current
    }

    /// Puts the targets of the transitions from `last`, back to `end`, on the list of work.
    fn look_at_targets(&mut self, last: u32, end: u32) {
        let mut edge = last;
        while edge != end {
            let Edge { target, previous } = self.edges[edge as usize];
            self.work.push(target);
            edge = previous;
        }
    }

    fn accesses_of(&self, state: StateId) -> &[(ProcessId, (ObjectId, Access))] {
        let state = state as usize;
        let start = if state == 0 { 0 } else { self.nodes[state - 1].accesses_end };
        &self.accesses[start as usize..self.nodes[state].accesses_end as usize]
    }
}

impl<A> Reduction<A> for Retraversal {
    const LOOKS_AHEAD: bool = true;

    fn enter(&mut self, top: &Top<'_, A>) {
        if let Some(&Level { state, .. }) = self.levels.last() {
            self.connect(state, Some(top.frame.state));
        }
        self.levels.push(Level { state: top.frame.state, edge_before: NO_EDGE });
        for pending in top.pending.range(top.start(), top.end()) {
            let accesses = pending.footprint.iter().map(|&access| (pending.process, access));
            self.accesses.extend(accesses);
        }
        self.nodes.push(Node {
            accesses_end: self.accesses.len() as u32,
            last_edge: NO_EDGE,
            on_stack: true,
            traversed: 0,
        });
        self.source_sets.enter(top.frame);
    }

    fn begin(&mut self, top: &Top<'_, A>, _process: ProcessId) {
        self.levels[top.depth].edge_before = self.nodes[top.frame.state as usize].last_edge;
    }

    fn arrive(
        &mut self,
        top: &Top<'_, A>,
        target: StateId,
        renaming: Option<&Renaming<'_>>,
    ) -> bool {
        self.connect(top.frame.state, Some(target).filter(|_| renaming.is_none()));
        self.nodes[target as usize].on_stack
    }

    fn explored(&mut self, top: &Top<'_, A>, process: ProcessId) {
        // No traversal from the last successor: there is nothing left to decide.
        if !top.frame.safe.is_subset(top.frame.done) {
            let current = self.traverse(top, process);
            *self.source_sets.current(top.depth, process) = current;
            self.source_sets.update_backtrack(top, process);
        }
    }

    fn only_seen_left(&mut self, top: &Top<'_, A>, targets: &[StateId]) -> bool {
        if targets.iter().any(|&target| self.nodes[target as usize].on_stack) {
            return false;
        }
        for &target in targets {
            self.connect(top.frame.state, Some(target));
        }
        true
    }

    fn remaining(&mut self, top: &Top<'_, A>) -> ProcessSet {
        self.source_sets.remaining(top.frame)
    }

    fn leave(&mut self, top: &Top<'_, A>) {
        self.nodes[top.frame.state as usize].on_stack = false;
        self.levels.pop();
        self.source_sets.leave();
    }
}
