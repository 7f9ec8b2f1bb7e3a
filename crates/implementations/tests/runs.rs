//! Runs of real libraries: they keep the laws, and drivers with a bug do not.

use aplomb_implementations::{
    Bug, Library, OmniPaxos, Raft, Settings, Tally, report, simulate, simulate_many,
};
use aplomb_report::{Report, VerdictKind};

/// `APLOMB_RUNS` makes more runs; the default takes seconds.
fn runs() -> u64 {
    std::env::var("APLOMB_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(60)
}

fn tally<L: Library>(settings: &Settings, runs: u64) -> Tally<L::Round>
where
    L::Round: Send,
{
    simulate_many::<L>(settings, 0..runs, &|_| ())
}

fn verdict<L: Library>(settings: &Settings, tally: &Tally<L::Round>) -> VerdictKind {
    let mut told = Report::new("consensus");
    report::<L>(settings, tally, &|seed| format!("the run of seed {seed}"), &mut told);
    told.summary().verdict
}

fn correct_runs_keep_the_laws<L: Library>()
where
    L::Round: Send,
{
    for nodes in [3, 5] {
        let settings = Settings { nodes, ..Settings::default() };
        let tally = tally::<L>(&settings, runs());
        assert!(tally.first.is_none(), "{} with {nodes} nodes: {:?}", L::NAME, tally.first);
        assert_eq!(verdict::<L>(&settings, &tally), VerdictKind::Unknown);
        // The runs are worth looking at.
        let seen = tally.statistics;
        assert!(seen.elections > 2 * tally.runs, "{}: {seen:?}", L::NAME);
        assert!(seen.restarts > tally.runs && seen.partitions > tally.runs, "{seen:?}");
        assert!(seen.commits > 5 * tally.runs && seen.applied > seen.commits, "{seen:?}");
    }
}

#[test]
fn raft_keeps_the_laws() {
    correct_runs_keep_the_laws::<Raft>();
}

#[test]
fn omnipaxos_keeps_the_laws() {
    correct_runs_keep_the_laws::<OmniPaxos>();
}

/// Every failure is made again from its seed, by the judge that stands behind a finding.
fn bugs_are_caught<L: Library>(most: u64)
where
    L::Round: Send,
{
    for bug in L::BUGS {
        let nodes = if *bug == Bug::SplitMembership { 4 } else { 3 };
        let bug = Some(*bug);
        let settings = Settings { nodes, bug, campaigns: 40, restarts: 20, ..Settings::default() };
        let tally = tally::<L>(&settings, most);
        assert!(tally.laws > 0, "{}, {:?}: {tally:?}", L::NAME, bug.map(Bug::name));
        assert_eq!(verdict::<L>(&settings, &tally), VerdictKind::Violated, "{bug:?}");
    }
}

#[test]
fn broken_drivers_of_raft_are_caught() {
    bugs_are_caught::<Raft>(400);
}

#[test]
fn broken_drivers_of_omnipaxos_are_caught() {
    bugs_are_caught::<OmniPaxos>(400);
}

#[test]
fn a_run_follows_from_its_seed() {
    fn same<L: Library>() {
        let settings = Settings::default();
        let [first, second] = [0, 1].map(|_| simulate::<L>(&settings, 7).statistics);
        assert_eq!(first, second, "{}", L::NAME);
        let other = simulate::<L>(&settings, 8).statistics;
        assert_ne!(first.digest, other.digest, "{}", L::NAME);
    }
    same::<Raft>();
    same::<OmniPaxos>();
}
