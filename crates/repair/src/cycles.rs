//! Optimal eliminators of one execution: cycles that visit each process at most once.
//!
//! This is the enumeration of 2.3.4.1, with three changes.
//!
//! - A cycle may leave a process by the very action by which it came. The printed condition
//!   excludes that, and misses every cycle that goes through a single access (a read, a write of
//!   another process, a write).
//! - Of the conflicts from one process to another only those are followed that no other makes
//!   superfluous: one that starts no earlier and ends no later leads to smaller segments, whatever
//!   the rest of the cycle. The others would have chords.
//! - Where a cycle goes on forward, nothing has to be atomic in that process, so among the conflicts
//!   that it can go on with to another process the one that arrives first is enough.
//!
//! The bound of Theorem 7 holds all the more: at most `|cf|^|P|` sequences of conflicts are tried.

use std::ops::ControlFlow;

use crate::execution::Execution;
use crate::section::{Minimal, Repair, Section};

/// All minimal sets of stretches whose atomicity rules out the execution (Theorem 6), in ascending
/// order. Nothing if it is serializable with whole operations as transactions: then no block within
/// operations rules it out.
#[must_use]
pub fn optimal_eliminators(execution: &Execution) -> Vec<Repair> {
    let mut minimal = Minimal::default();
    Search::new(execution).run(&mut |segments, is_closed| {
        if minimal.has_below(segments) {
            return ControlFlow::Break(());
        }
        if is_closed {
            minimal.insert(Repair::new(segments.iter().copied()));
        }
        ControlFlow::Continue(())
    });
    minimal.into_sorted()
}

/// How many cycles there are to read eliminators off: for measurements.
#[must_use]
pub fn simple_cycles(execution: &Execution) -> usize {
    let mut count = 0;
    Search::new(execution).run(&mut |_, is_closed| {
        count += usize::from(is_closed);
        ControlFlow::Continue(())
    });
    count
}

/// A conflict, by the places of its actions.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
}

/// Told the segments collected so far, and whether the cycle is closed; may turn the search back.
type Visit<'a> = dyn FnMut(&[Section], bool) -> ControlFlow<()> + 'a;

struct Search<'a> {
    execution: &'a Execution,
    processes: usize,
    /// From each process to each other, in ascending order of both ends.
    edges: Vec<Vec<Edge>>,
    visited: Vec<bool>,
    segments: Vec<Section>,
}

impl<'a> Search<'a> {
    fn new(execution: &'a Execution) -> Self {
        let mut known: Vec<usize> =
            execution.actions().iter().map(|action| action.process).collect();
        known.sort_unstable();
        known.dedup();
        let processes = known.len();
        let number = |action: usize| {
            known.binary_search(&execution.actions()[action].process).unwrap_or_default()
        };
        let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); processes * processes];
        // From the last start to the first, the earliest end first.
        for group in execution.conflicts().chunk_by(|one, other| one.0 == other.0).rev() {
            for &(from, to) in group {
                let between = &mut edges[number(from) * processes + number(to)];
                if between.last().is_none_or(|last| to < last.to) {
                    between.push(Edge { from, to });
                }
            }
        }
        edges.iter_mut().for_each(|between| between.reverse());
        Self { execution, processes, edges, visited: vec![false; processes], segments: Vec::new() }
    }

    /// Every cycle is found from its lowest process.
    fn run(mut self, visit: &mut Visit<'_>) {
        for start in 0..self.processes {
            self.visited[start] = true;
            for next in start + 1..self.processes {
                for place in 0..self.between(start, next).len() {
                    let edge = self.between(start, next)[place];
                    self.visited[next] = true;
                    self.extend(start, edge.from, next, edge.to, visit);
                    self.visited[next] = false;
                }
            }
        }
    }

    fn between(&self, from: usize, to: usize) -> &[Edge] {
        &self.edges[from * self.processes + to]
    }

    /// Goes on from `process`, which the cycle has entered at action `entered`. It began in process
    /// `start` at action `began`.
    fn extend(
        &mut self,
        start: usize,
        began: usize,
        process: usize,
        entered: usize,
        visit: &mut Visit<'_>,
    ) {
        for next in start..self.processes {
            if next != start && self.visited[next] {
                continue;
            }
            for place in self.candidates(process, next, entered) {
                let edge = self.between(process, next)[place];
                let depth = self.segments.len();
                self.segments.extend(self.segment(edge.from, entered));
                if next == start {
                    self.close(began, edge.to, visit);
                } else if visit(&self.segments, false).is_continue() {
                    self.visited[next] = true;
                    self.extend(start, began, next, edge.to, visit);
                    self.visited[next] = false;
                }
                self.segments.truncate(depth);
            }
        }
    }

    /// The cycle comes back to the process where it `began`, at action `entered`.
    fn close(&mut self, began: usize, entered: usize, visit: &mut Visit<'_>) {
        if began < entered && !self.same_operation(began, entered) {
            return;
        }
        let segment = self.segment(began, entered);
        self.segments.extend(segment);
        let _ = visit(&self.segments, true);
        if segment.is_some() {
            self.segments.pop();
        }
    }

    /// The conflicts by which a cycle that entered `process` at action `entered` can go on to
    /// `next`: those from earlier in the same operation, and the first from there on.
    fn candidates(&self, process: usize, next: usize, entered: usize) -> Vec<usize> {
        let edges = self.between(process, next);
        let forward = edges.partition_point(|edge| edge.from < entered);
        let mut places: Vec<usize> =
            (0..forward).filter(|&place| self.same_operation(edges[place].from, entered)).collect();
        places.extend((forward < edges.len()).then_some(forward));
        places
    }

    /// What must be atomic if a cycle enters at one action and leaves from another.
    fn segment(&self, left: usize, entered: usize) -> Option<Section> {
        (left < entered).then(|| Section::new(self.execution.operation(entered), left, entered))
    }

    fn same_operation(&self, one: usize, other: usize) -> bool {
        self.execution.operation(one) == self.execution.operation(other)
    }
}
