//! Definition 1, literally: concrete instances, a concrete store, every
//! interleaving.
//!
//! A retry run is acceptable if some run without crashes shows the same events
//! in the same order and leaves the stores with the same content. The events
//! name the instances and their inputs, so the retry-free run has the same
//! instances, and the search for it is finite.
//!
//! An attempt that ends with an exception that nobody catches is an outcome too: a
//! retry that fails, alone, where every run without a crash succeeds, is a violation.

mod instance;
mod retry_free;
mod run;
mod violation;

pub use instance::{Behaviour, Freshness, Guess, LATER_ANSWER, Next, Stuck, TraceBehaviour};
pub use retry_free::{Answer, RetryFree};
pub(crate) use run::selects;
pub use run::{Draw, Event, Instance, Run, RunError};
pub use violation::{Difference, Grain, Move, Outcome, Search, Violation};

use aplomb_symbolic::{Term, Terms};
use std::collections::BTreeMap;

/// The content of all stores: cells that hold no item are not listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stores {
    cells: BTreeMap<(Term, Term), Term>,
}

impl Stores {
    /// Stores with the given cells.
    pub fn new(cells: impl IntoIterator<Item = ((Term, Term), Term)>) -> Self {
        Stores { cells: cells.into_iter().collect() }
    }

    /// The content of a cell.
    pub fn get(&self, terms: &mut Terms, store: Term, key: Term) -> Term {
        self.cells.get(&(store, key)).copied().unwrap_or_else(|| terms.absent())
    }

    /// Replaces the content of a cell.
    pub fn set(&mut self, terms: &mut Terms, store: Term, key: Term, content: Term) {
        if content == terms.absent() {
            self.cells.remove(&(store, key));
        } else {
            self.cells.insert((store, key), content);
        }
    }

    /// All cells that hold an item, in order of store and key.
    pub fn cells(&self) -> impl Iterator<Item = (Term, Term, Term)> {
        self.cells.iter().map(|(&(store, key), &content)| (store, key, content))
    }

    /// The cells of one store.
    pub fn of(&self, store: Term) -> impl Iterator<Item = (Term, Term)> {
        self.cells().filter(move |(s, _, _)| *s == store).map(|(_, key, content)| (key, content))
    }
}

/// What a service answers when so many events have been seen: something new each time.
pub(crate) fn reply(terms: &mut Terms, count: usize) -> Term {
    terms.string(format!("reply-{count}"))
}
