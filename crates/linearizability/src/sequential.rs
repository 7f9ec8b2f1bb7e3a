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

    /// Whether every order of the calls that keeps the order of each thread has this outcome, so
    /// that no order in real time can make it wrong.
    pub(crate) fn always_explains(
        &self,
        outcome: &Outcome,
        agrees: impl Fn(&Value, &Value) -> bool,
    ) -> bool {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut left = vec![0];
        while let Some(number) = left.pop() {
            let node = &self.nodes[number as usize];
            for (thread, results) in outcome.iter().enumerate() {
                let Some(observed) = results.get(usize::from(node.made[thread])) else { continue };
                let edge = node.edges.iter().find(|edge| usize::from(edge.thread) == thread);
                match edge {
                    Some(edge) if agrees(&edge.answer, observed) => {
                        if seen.insert(edge.to) {
                            left.push(edge.to);
                        }
                    }
                    _ => return false,
                }
            }
            let is_last = (0..outcome.len())
                .all(|thread| usize::from(node.made[thread]) == outcome[thread].len());
            if is_last && !self.ends(node, outcome) {
                return false;
            }
        }
        true
    }

    /// Whether a call returns in some sequential run, whatever it answers.
    pub(crate) fn returns(&self, thread: usize, call: usize) -> bool {
        self.nodes.iter().any(|node| {
            usize::from(node.made[thread]) == call
                && node.edges.iter().any(|edge| usize::from(edge.thread) == thread)
        })
    }

    /// Whether a call answers this in some sequential run.
    pub(crate) fn answers(&self, thread: usize, call: usize, answer: &Value) -> bool {
        self.nodes.iter().filter(|node| usize::from(node.made[thread]) == call).any(|node| {
            node.edges
                .iter()
                .any(|edge| usize::from(edge.thread) == thread && edge.answer == *answer)
        })
    }

    /// What the next call of a thread answers after a run, and the run that it makes longer; nothing
    /// if it waits, or if there is none.
    pub(crate) fn next(&self, node: u32, thread: usize) -> Option<(&Value, u32)> {
        let mut edges = self.nodes[node as usize].edges.iter();
        let edge = edges.find(|edge| usize::from(edge.thread) == thread)?;
        Some((&edge.answer, edge.to))
    }

    /// Whether the run is over if so many calls of each thread have returned and the next ones,
    /// if there are any, wait.
    pub(crate) fn ends_after(&self, node: u32, returned: &[u8]) -> bool {
        let node = &self.nodes[node as usize];
        (0..self.lengths.len()).all(|thread| {
            let waits = node.edges.iter().all(|edge| usize::from(edge.thread) != thread);
            let made = node.made[thread];
            returned[thread] == made && (usize::from(made) == self.lengths[thread] || waits)
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

/// Why it is not known whether some order explains an outcome.
pub(crate) enum NotTried<E> {
    /// A call could not be run.
    Failed(E),
    /// There are more orders than anyone can wait for.
    TooMany,
}

/// Whether some order of the calls has this outcome: tries them all, one call after another, and
/// remembers nothing. This is how a violation is confirmed, so it shares no code with
/// [`SequentialGraph`].
pub(crate) fn some_order_explains<R: SequentialRuns>(
    runs: &R,
    lengths: &[usize],
    outcome: &Outcome,
    real_time: Option<&RealTimeOrder>,
    agrees: &dyn Fn(&Value, &Value) -> bool,
) -> Result<bool, NotTried<R::Error>> {
    let mut left = MOST_CALLS_TRIED;
    let mut orders = vec![(runs.start(), vec![0usize; lengths.len()])];
    while let Some((state, made)) = orders.pop() {
        let mut ends = true;
        for thread in 0..lengths.len() {
            if made[thread] == lengths[thread] {
                ends &= outcome[thread].len() == made[thread];
                continue;
            }
            left = left.checked_sub(1).ok_or(NotTried::TooMany)?;
            let ran = runs.run(&state, thread, made[thread]).map_err(NotTried::Failed)?;
            let Some(observed) = outcome[thread].get(made[thread]) else {
                // It waits in this call, and must do so here.
                ends &= matches!(ran, Ran::Waits);
                continue;
            };
            ends = false;
            let is_in_time = real_time.is_none_or(|order| {
                order[thread].get(made[thread]).is_none_or(|before| {
                    before.iter().zip(&made).all(|(needed, made)| *made >= usize::from(*needed))
                })
            });
            if let Ran::Returned(answer, next) = ran
                && is_in_time
                && agrees(&answer, observed)
            {
                let mut after = made.clone();
                after[thread] += 1;
                orders.push((next, after));
            }
        }
        if ends {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How many calls a confirmation may run.
const MOST_CALLS_TRIED: usize = 500_000;

/// The calls of a client, run on a specification.
pub(crate) struct SpecifiedRuns<'a, S: Specification> {
    pub(crate) specification: &'a S,
    /// The client, with the names that the specification knows.
    pub(crate) client: &'a Client,
    /// After the calls that are made before the threads start.
    begin: S::State,
}

impl<'a, S: Specification> SpecifiedRuns<'a, S> {
    /// Nothing if a call before the threads start would wait for ever.
    pub(crate) fn new(specification: &'a S, client: &'a Client) -> Option<SpecifiedRuns<'a, S>> {
        let mut begin = specification.initial();
        for call in &client.before {
            begin = specification.apply(&begin, call)?.0;
        }
        Some(SpecifiedRuns { specification, client, begin })
    }
}

impl<S: Specification> SequentialRuns for SpecifiedRuns<'_, S> {
    type State = S::State;
    type Error = std::convert::Infallible;

    fn start(&self) -> S::State {
        self.begin.clone()
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
