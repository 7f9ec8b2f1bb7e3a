//! Who depends on whom in an execution: Adya's direct serialization graph.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Violation;
use crate::execution::{History, Place, Source};

/// How one transaction depends on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dependency {
    /// The later one reads what the earlier one wrote.
    Reads,
    /// The later one overwrites what the earlier one wrote.
    Overwrites,
    /// The later one overwrites what the earlier one read.
    OverwritesRead,
}

/// An edge of the graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Who must come first in a serial order.
    pub from: usize,
    /// Who depends on it.
    pub to: usize,
    /// How.
    pub dependency: Dependency,
    /// Where.
    pub place: Place,
}

/// The dependencies of an execution.
#[derive(Clone, Debug)]
pub struct Dependencies {
    /// All edges.
    pub edges: BTreeSet<Edge>,
    /// The transactions that committed, by arbitration or by their last
    /// operation.
    pub committed: Vec<usize>,
}

impl Dependencies {
    /// The dependencies of a violation.
    pub fn of(violation: &Violation) -> Dependencies {
        let committed = committed(violation);
        let versions = versions(violation, &committed);
        let mut edges = BTreeSet::new();
        for &reader in &committed {
            for event in violation.outcome.happened(reader) {
                let Some(source) = event.source else { continue };
                let place = &event.place;
                let none = Vec::new();
                let writers = versions.get(place).unwrap_or(&none);
                let read = match source {
                    Source::Initial => 0,
                    Source::Transaction(writer) => {
                        if writer != reader {
                            edges.insert(edge(writer, reader, Dependency::Reads, place));
                        }
                        writers.iter().position(|&w| w == writer).map_or(0, |index| index + 1)
                    }
                };
                for &later in writers[read.min(writers.len())..].iter().filter(|&&w| w != reader) {
                    edges.insert(edge(reader, later, Dependency::OverwritesRead, place));
                }
            }
        }
        for (place, writers) in &versions {
            for (index, &earlier) in writers.iter().enumerate() {
                for &later in writers[index + 1..].iter().filter(|&&w| w != earlier) {
                    edges.insert(edge(earlier, later, Dependency::Overwrites, place));
                }
            }
        }
        Dependencies { edges, committed }
    }

    /// The edges from one transaction to another.
    pub fn between(&self, from: usize, to: usize) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(move |edge| edge.from == from && edge.to == to)
    }

    /// Whether there is an edge of a kind, at some place.
    pub fn has(&self, from: usize, to: usize, dependency: Dependency) -> Option<&Edge> {
        self.between(from, to).find(|edge| edge.dependency == dependency)
    }

    /// A serial order that explains everything that was read, if there is one.
    pub fn serial_order(&self) -> Option<Vec<usize>> {
        let mut left = self.committed.clone();
        let mut order = Vec::new();
        while !left.is_empty() {
            let free = left.iter().position(|&candidate| {
                !left.iter().any(|&other| self.between(other, candidate).next().is_some())
            })?;
            order.push(left.remove(free));
        }
        Some(order)
    }

    /// Whether whole clients, each of which runs the transactions of a session, can run one
    /// after the other so that everything that was read is explained.
    pub fn has_order_of(&self, sessions: &[Vec<usize>]) -> bool {
        let client = |transaction: usize| {
            let session = sessions.iter().position(|session| session.contains(&transaction));
            session.ok_or(transaction)
        };
        let edges: BTreeSet<_> =
            self.edges.iter().map(|edge| (client(edge.from), client(edge.to))).collect();
        let mut left: BTreeSet<_> = self.committed.iter().map(|&it| client(it)).collect();
        let is_free = |left: &BTreeSet<_>, candidate| {
            !left.iter().any(|&other| other != candidate && edges.contains(&(other, candidate)))
        };
        while let Some(&free) = left.iter().find(|&&candidate| is_free(&left, candidate)) {
            left.remove(&free);
        }
        left.is_empty()
    }

    /// A shortest cycle.
    pub fn shortest_cycle(&self) -> Option<Vec<usize>> {
        let cycles = self.committed.iter().filter_map(|&start| self.cycle_through(start));
        cycles.min_by_key(Vec::len)
    }

    fn cycle_through(&self, start: usize) -> Option<Vec<usize>> {
        let mut previous: BTreeMap<usize, usize> = BTreeMap::new();
        let mut frontier = vec![start];
        while !frontier.is_empty() {
            let mut next = Vec::new();
            for &node in &frontier {
                for edge in self.edges.iter().filter(|edge| edge.from == node) {
                    if edge.to == start {
                        let mut cycle = vec![node];
                        while let Some(&before) = previous.get(cycle.last().expect("not empty")) {
                            cycle.push(before);
                        }
                        cycle.reverse();
                        return Some(cycle);
                    }
                    if edge.to != start && !previous.contains_key(&edge.to) {
                        previous.insert(edge.to, node);
                        next.push(edge.to);
                    }
                }
            }
            frontier = next;
        }
        None
    }
}

fn edge(from: usize, to: usize, dependency: Dependency, place: &Place) -> Edge {
    Edge { from, to, dependency, place: place.clone() }
}

/// Who committed, in the order in which their writes win.
fn committed(violation: &Violation) -> Vec<usize> {
    match &violation.execution.history {
        History::Transactions { order, .. } => order.clone(),
        History::Operations { order, committed, .. } => {
            let mut last: Vec<usize> = Vec::new();
            for operation in order.iter().rev() {
                if !last.contains(&operation.transaction) {
                    last.push(operation.transaction);
                }
            }
            let idle: Vec<usize> = committed.iter().filter(|t| !last.contains(t)).collect();
            last.reverse();
            last.extend(idle);
            last
        }
    }
}

/// The writers of each place, in the order of their versions.
fn versions(violation: &Violation, committed: &[usize]) -> BTreeMap<Place, Vec<usize>> {
    let mut versions: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    let mut add = |transaction: usize, event: usize| {
        if let Some(trace) = &violation.outcome.events[transaction][event]
            && trace.source.is_none()
            && !violation.outcome.aborted.contains(transaction)
        {
            let writers = versions.entry(trace.place.clone()).or_default();
            writers.retain(|&writer| writer != transaction);
            writers.push(transaction);
        }
    };
    match &violation.execution.history {
        History::Transactions { .. } => {
            for &transaction in committed {
                (0..violation.outcome.events[transaction].len()).for_each(|e| add(transaction, e));
            }
        }
        History::Operations { order, .. } => {
            order.iter().for_each(|operation| add(operation.transaction, operation.event));
        }
    }
    versions
}
