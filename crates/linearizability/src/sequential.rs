//! Everything that a client can see if its calls run one after another.
//!
//! The sequential runs of a client form a graph: a node is how far each thread
//! has come and what state the object is in, an edge is one call. It is built
//! once per client; then the return values of a concurrent execution are
//! explained by a path, and no call is run again (as Violat precomputes
//! outcomes).

use std::{collections::BTreeSet, hash::Hash};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Client, Specification, Value};

/// An object whose calls are run one after another for a client.
pub(crate) trait SequentialRuns {
    /// What the object remembers, and how far the client has come if the
    /// object knows.
    type State: Clone + Eq + Hash;
    /// Why a call could not be run.
    type Error;

    fn start(&self) -> Self::State;

    /// Runs a call of a thread, the first that the thread has not made yet.
    fn run(
        &self,
        state: &Self::State,
        thread: usize,
        call: usize,
    ) -> Result<Ran<Self::State>, Self::Error>;
}

/// How a call ended that ran alone.
pub(crate) enum Ran<S> {
    Returned(Value, S),
    /// It waits for another call.
    Waits,
}

/// What the calls of each thread returned. A thread with fewer values than
/// calls waits in its next call, forever.
pub type Outcome = Vec<Vec<Value>>;

/// For each thread and each of its calls: how many calls of each thread had
/// returned when it was made.
pub(crate) type RealTimeOrder = Vec<Vec<Vec<u8>>>;

/// The sequential runs of a client.
pub(crate) struct SequentialGraph {
    /// How many calls each thread makes.
    lengths: Vec<usize>,
    nodes: Vec<Node>,
}

struct Node {
    /// How many calls each thread has made.
    made: Vec<u8>,
    edges: Vec<Edge>,
}

struct Edge {
    thread: u8,
    answer: Value,
    to: u32,
}

impl SequentialGraph {
    pub(crate) fn new<R: SequentialRuns>(
        runs: &R,
        lengths: Vec<usize>,
    ) -> Result<SequentialGraph, R::Error> {
        let mut numbers: FxHashMap<(Vec<u8>, R::State), u32> = FxHashMap::default();
        let mut states = vec![runs.start()];
        let begin = vec![0; lengths.len()];
        numbers.insert((begin.clone(), states[0].clone()), 0);
        let mut nodes = vec![Node { made: begin, edges: Vec::new() }];
        let mut current = 0;
        while current < nodes.len() {
            for thread in 0..lengths.len() {
                let made = usize::from(nodes[current].made[thread]);
                if made == lengths[thread] {
                    continue;
                }
                let Ran::Returned(answer, state) = runs.run(&states[current], thread, made)? else {
                    continue;
                };
                let mut after = nodes[current].made.clone();
                after[thread] += 1;
                let fresh = nodes.len() as u32;
                let to = *numbers.entry((after.clone(), state.clone())).or_insert(fresh);
                if to == fresh {
                    nodes.push(Node { made: after, edges: Vec::new() });
                    states.push(state);
                }
                nodes[current].edges.push(Edge { thread: thread as u8, answer, to });
            }
            current += 1;
        }
        Ok(SequentialGraph { lengths, nodes })
    }

    /// The outcomes of all sequential runs, those included in which some
    /// threads wait forever; nothing if there are more than `most`.
    pub(crate) fn outcomes(&self, most: usize) -> Option<BTreeSet<Outcome>> {
        let mut outcomes = BTreeSet::new();
        let mut seen: FxHashSet<(u32, Outcome)> = FxHashSet::default();
        let mut left = vec![(0, vec![Vec::new(); self.lengths.len()])];
        while let Some((node, outcome)) = left.pop() {
            let edges = &self.nodes[node as usize].edges;
            if edges.is_empty() {
                outcomes.insert(outcome);
                if outcomes.len() > most {
                    return None;
                }
                continue;
            }
            for edge in edges {
                let mut longer: Outcome = outcome.clone();
                longer[usize::from(edge.thread)].push(edge.answer.clone());
                if seen.insert((edge.to, longer.clone())) {
                    left.push((edge.to, longer));
                }
            }
            if seen.len() > 64 * most {
                return None;
            }
        }
        Some(outcomes)
    }

    /// Whether some sequential run has this outcome, in an order that respects
    /// real time if that is given.
    pub(crate) fn explains(
        &self,
        outcome: &Outcome,
        real_time: Option<&RealTimeOrder>,
        agrees: impl Fn(&Value, &Value) -> bool,
    ) -> bool {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut left = vec![0];
        while let Some(number) = left.pop() {
            let node = &self.nodes[number as usize];
            if self.ends(node, outcome) {
                return true;
            }
            for edge in &node.edges {
                let thread = usize::from(edge.thread);
                let call = usize::from(node.made[thread]);
                let observed = outcome[thread].get(call);
                let in_time = real_time.is_none_or(|precedence| {
                    precedence[thread].get(call).is_none_or(|before| {
                        before.iter().zip(&node.made).all(|(needed, made)| made >= needed)
                    })
                });
                if in_time
                    && observed.is_some_and(|observed| agrees(&edge.answer, observed))
                    && seen.insert(edge.to)
                {
                    left.push(edge.to);
                }
            }
        }
        false
    }

    /// Whether a call answers this in some sequential run.
    pub(crate) fn answers(&self, thread: usize, call: usize, answer: &Value) -> bool {
        self.nodes.iter().filter(|node| usize::from(node.made[thread]) == call).any(|node| {
            node.edges
                .iter()
                .any(|edge| usize::from(edge.thread) == thread && edge.answer == *answer)
        })
    }

    /// Whether the run is over with this outcome: every thread has made its
    /// calls, or waits in the next one here as it does there.
    fn ends(&self, node: &Node, outcome: &Outcome) -> bool {
        (0..self.lengths.len()).all(|thread| {
            let made = usize::from(node.made[thread]);
            let waits = node.edges.iter().all(|edge| usize::from(edge.thread) != thread);
            outcome[thread].len() == made && (made == self.lengths[thread] || waits)
        })
    }
}

/// The calls of a client, run on a specification.
pub(crate) struct SpecifiedRuns<'a, S> {
    pub(crate) specification: &'a S,
    /// The client, with the names that the specification knows.
    pub(crate) client: &'a Client,
}

impl<S: Specification> SequentialRuns for SpecifiedRuns<'_, S> {
    type State = S::State;
    type Error = std::convert::Infallible;

    fn start(&self) -> S::State {
        self.specification.initial()
    }

    fn run(
        &self,
        state: &S::State,
        thread: usize,
        call: usize,
    ) -> Result<Ran<S::State>, Self::Error> {
        Ok(match self.specification.apply(state, &self.client.threads[thread][call]) {
            Some((next, answer)) => Ran::Returned(answer, next),
            None => Ran::Waits,
        })
    }
}
