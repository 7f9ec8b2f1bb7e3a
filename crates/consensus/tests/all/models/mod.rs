//! Running models in tests.
#![allow(dead_code, reason = "each test uses some of it")]

use aplomb_consensus::protocols::{self, Bounds, Expected, Setup, Task, with};
use aplomb_consensus::{Breach, Judge, Protocol, Watch};
use aplomb_explore::{Checked, Options, Outcome, Schedule};
use aplomb_report::Replay;

/// What came of a search, and what the judge says about it.
pub struct Searched {
    pub checked: Checked,
    /// What is broken; the judge has seen it.
    pub breach: Option<Expected>,
}

impl Searched {
    /// The length of the run that breaks something.
    pub fn depth(&self) -> Option<usize> {
        self.checked.violation.as_ref().map(|schedule| schedule.steps.len())
    }

    pub fn states(&self) -> u64 {
        self.checked.exploration.statistics.states
    }
}

/// What a run breaks, according to the judge.
struct Judged<'a>(&'a Schedule);

impl Task for Judged<'_> {
    type Output = Expected;

    fn run<P: Protocol>(self, protocol: &P) -> Expected {
        let mut judge = Judge::new(protocol, "");
        judge.confirm(self.0).unwrap_or_else(|error| panic!("{}: {error}", self.0));
        match judge.breach().expect("it was confirmed") {
            Breach::Law { violation, .. } => Expected::Law(violation.law()),
            Breach::Agreement { .. } => Expected::Agreement,
            Breach::Validity { .. } => Expected::Validity,
            Breach::Promise(_) => Expected::Promise,
        }
    }
}

/// Searches a model; panics if there is no such model.
pub fn search(name: &str, setup: &Setup<'_>, watch: Watch) -> Searched {
    let options = Options { threads: 1, ..Options::default() };
    let checked = protocols::check(name, setup, watch, &options)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let judged = |schedule| with(name, setup, Judged(schedule)).expect("there is such a model");
    let breach = checked.violation.as_ref().map(judged);
    Searched { checked, breach }
}

/// The number of states, steps and the depth of a model in which nothing is ever broken.
pub fn size(name: &str, setup: &Setup<'_>) -> (u64, u64, usize) {
    let searched = search(name, setup, Watch::Everything);
    assert_eq!(searched.breach, None, "{name} {setup:?}");
    assert_eq!(searched.checked.exploration.outcome, Outcome::Complete);
    let statistics = searched.checked.exploration.statistics;
    (statistics.states, statistics.transitions, statistics.depth)
}

/// A model in which every name counts, and every order.
pub fn plain(bounds: Bounds) -> Setup<'static> {
    Setup { symmetry: false, reduction: false, ..Setup::new(bounds) }
}
