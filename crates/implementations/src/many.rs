//! Many runs, one for each seed.

use std::{
    ops::Range,
    sync::{Mutex, PoisonError},
};

use rayon::prelude::*;

use crate::{
    Library,
    simulation::{Failure, Settings, Statistics, Wrong, simulate},
};

/// What came of many runs.
#[derive(Clone, Debug)]
pub struct Tally<R> {
    /// How many runs were made.
    pub runs: u64,
    /// What they have seen together.
    pub statistics: Statistics,
    /// How many broke a law of the quorum tree.
    pub laws: u64,
    /// How many applied different things without breaking a law before.
    pub disagreements: u64,
    /// In how many the library panicked.
    pub panics: u64,
    /// The failure with the lowest seed: one that broke something, or else a panic.
    pub first: Option<Failure<R>>,
}

impl<R> Default for Tally<R> {
    fn default() -> Tally<R> {
        Tally {
            runs: 0,
            statistics: Statistics::default(),
            laws: 0,
            disagreements: 0,
            panics: 0,
            first: None,
        }
    }
}

impl<R> Tally<R> {
    fn add(&mut self, statistics: &Statistics, failure: Option<Failure<R>>) {
        self.runs += 1;
        self.statistics.add(statistics);
        let Some(failure) = failure else { return };
        match failure.wrong {
            Wrong::Law(_) => self.laws += 1,
            Wrong::Applied { .. } => self.disagreements += 1,
            Wrong::Panic(_) => self.panics += 1,
        }
        let rank = |it: &Failure<R>| (matches!(it.wrong, Wrong::Panic(_)), it.seed);
        if self.first.as_ref().is_none_or(|first| rank(&failure) < rank(first)) {
            self.first = Some(failure);
        }
    }
}

/// Makes the runs of all seeds, on all threads. `progress` is called after each run.
pub fn simulate_many<L: Library>(
    settings: &Settings,
    seeds: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally<L::Round>
where
    L::Round: Send,
{
    let tally = Mutex::new(Tally::default());
    seeds.into_par_iter().for_each(|seed| {
        let outcome = simulate::<L>(settings, seed);
        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.add(&outcome.statistics, outcome.failure);
        progress(tally.statistics.steps);
    });
    tally.into_inner().unwrap_or_else(PoisonError::into_inner)
}
