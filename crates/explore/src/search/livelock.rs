//! Livelocks: states from which no execution ends.

use crate::exploration::Livelock;
use crate::schedule::Schedule;
use crate::search::store::StateId;

/// The transitions of an explored graph, and where executions end in it.
#[derive(Default)]
pub(crate) struct Transitions {
    edges: Vec<(StateId, StateId)>,
    ends: Vec<StateId>,
}

impl Transitions {
    pub(crate) fn add(&mut self, source: StateId, target: StateId) {
        self.edges.push((source, target));
    }

    pub(crate) fn end(&mut self, state: StateId) {
        self.ends.push(state);
    }

    /// The same with other numbers for the states.
    pub(crate) fn renumbered(&self, number: impl Fn(StateId) -> StateId) -> Self {
        let edge = |&(source, target): &(StateId, StateId)| (number(source), number(target));
        Self {
            edges: self.edges.iter().map(edge).collect(),
            ends: self.ends.iter().map(|&end| number(end)).collect(),
        }
    }

    /// Looks for states from which no end can be reached; `states` is the number of all states.
    pub(crate) fn livelock(
        &self,
        states: usize,
        schedule: impl FnOnce(StateId) -> Schedule,
    ) -> Option<Livelock> {
        let ends = self.reach_an_end(states);
        let first = ends.iter().position(|&ends| !ends)?;
        Some(Livelock {
            states: ends.iter().filter(|&&ends| !ends).count() as u64,
            schedule: schedule(first as StateId),
        })
    }

    /// Which states can reach an end: a backward search over edges sorted by target.
    pub(crate) fn reach_an_end(&self, states: usize) -> Vec<bool> {
        let mut first = vec![0_usize; states + 1];
        for &(_, target) in &self.edges {
            first[target as usize + 1] += 1;
        }
        for target in 0..states {
            first[target + 1] += first[target];
        }
        let mut sources = vec![0; self.edges.len()];
        let mut free = first.clone();
        for &(source, target) in &self.edges {
            sources[free[target as usize]] = source;
            free[target as usize] += 1;
        }
        let mut reaches = vec![false; states];
        let mut work = self.ends.clone();
        for &end in &self.ends {
            reaches[end as usize] = true;
        }
        while let Some(target) = work.pop() {
            let target = target as usize;
            for &source in &sources[first[target]..first[target + 1]] {
                if !std::mem::replace(&mut reaches[source as usize], true) {
                    work.push(source);
                }
            }
        }
        reaches
    }
}
