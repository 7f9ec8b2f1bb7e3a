//! Clients at random, each at most once.

use rustc_hash::FxHashSet;

use super::{Bounds, Client};
use crate::{Call, random::Random};

/// Random clients up to a size, reproducible by their seed.
#[derive(Clone, Debug)]
pub struct Sampling {
    alphabet: Vec<Call>,
    bounds: Bounds,
    random: Random,
    drawn: FxHashSet<Client>,
}

/// How often a client that was drawn before is drawn again before sampling
/// ends: there are few clients left, if any.
const PATIENCE: usize = 1_000;

impl Sampling {
    /// Clients that make calls of the alphabet; the same for the same seed.
    pub fn new(mut alphabet: Vec<Call>, bounds: Bounds, seed: u64) -> Sampling {
        alphabet.sort();
        alphabet.dedup();
        Sampling { alphabet, bounds, random: Random::new(seed), drawn: FxHashSet::default() }
    }

    fn draw(&mut self) -> Client {
        let mut thread = || {
            let length = 1 + self.random.below(self.bounds.operations);
            let mut call = || self.alphabet[self.random.below(self.alphabet.len())].clone();
            (0..length).map(|_| call()).collect::<Vec<Call>>()
        };
        let mut threads: Vec<Vec<Call>> = (0..self.bounds.threads).map(|_| thread()).collect();
        // Threads are interchangeable.
        threads.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
        Client::of(threads)
    }
}

impl Iterator for Sampling {
    type Item = Client;

    fn next(&mut self) -> Option<Client> {
        let Bounds { threads, operations, .. } = self.bounds;
        if threads == 0 || operations == 0 || self.alphabet.is_empty() {
            return None;
        }
        (0..PATIENCE).find_map(|_| {
            let client = self.draw();
            self.drawn.insert(client.clone()).then_some(client)
        })
    }
}
