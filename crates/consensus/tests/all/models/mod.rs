//! Running models in tests.
#![allow(dead_code, reason = "each test uses some of it")]

use aplomb_consensus::protocols::{Bounds, Expected, Setup, Task, with};
use aplomb_consensus::{Breach, Judge, Protocol, Watch, check_protocol};
use aplomb_explore::{Checked, Options, Outcome};
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

struct Search {
    watch: Watch,
    threads: usize,
}

impl Task for Search {
    type Output = Searched;

    fn run<P: Protocol>(self, protocol: &P) -> Searched {
        let options = Options { threads: self.threads, ..Options::default() };
        let checked = check_protocol(protocol, self.watch, &options);
        let breach = checked.violation.as_ref().map(|schedule| {
            let mut judge = Judge::new(protocol, "");
            judge.confirm(schedule).unwrap_or_else(|error| panic!("{schedule}: {error}"));
            match judge.breach().expect("it was confirmed") {
                Breach::Law { violation, .. } => Expected::Law(violation.law()),
                Breach::Agreement { .. } => Expected::Agreement,
                Breach::Validity { .. } => Expected::Validity,
                Breach::Promise(_) => Expected::Promise,
            }
        });
        Searched { checked, breach }
    }
}

/// Searches a model; panics if there is no such model.
pub fn search(name: &str, setup: &Setup<'_>, watch: Watch) -> Searched {
    let checked = with(name, setup, Search { watch, threads: 1 });
    checked.unwrap_or_else(|error| panic!("{name}: {error}"))
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
