//! How fast are runs of real libraries simulated and checked?
//!
//! `cargo bench -p aplomb-implementations --bench runs [RUNS]` prints a line for each library,
//! correct and with each bug of the driver.

use std::time::Instant;

use aplomb_implementations::{Bug, Library, OmniPaxos, Raft, Settings, simulate_many};

fn measure<L: Library>(runs: u64, settings: Settings)
where
    L::Round: Send,
{
    let Settings { nodes, bug, .. } = settings;
    let start = Instant::now();
    let tally = simulate_many::<L>(&settings, 0..runs, &|_| ());
    let (seen, seconds) = (tally.statistics, start.elapsed().as_secs_f64());
    println!(
        "{:10} {:17} {nodes} nodes {runs:>5} runs {:>9} steps {:>6} leaders {:>6} restarts \
         {:>7} adds {:>7} commits | {:>4} laws {:>4} disagreements {:>4} panics | {:>5.2} s \
         {:>5.2} million steps/s",
        L::NAME,
        bug.map_or("correct", Bug::name),
        seen.steps,
        seen.elections,
        seen.restarts,
        seen.adds,
        seen.commits,
        tally.laws,
        tally.disagreements,
        tally.panics,
        seconds,
        seen.steps as f64 / seconds / 1e6,
    );
}

fn all<L: Library>(runs: u64)
where
    L::Round: Send,
{
    measure::<L>(runs, Settings::default());
    measure::<L>(runs / 5, Settings { nodes: 5, ..Settings::default() });
    for bug in L::BUGS {
        let nodes = if *bug == Bug::SplitMembership { 4 } else { 3 };
        let bug = Some(*bug);
        let often = Settings { nodes, bug, campaigns: 40, restarts: 20, ..Settings::default() };
        measure::<L>(runs / 5, often);
    }
}

fn main() {
    // What a library says when it panics is counted, not shown.
    std::panic::set_hook(Box::new(|_| ()));
    let runs = std::env::args().skip(1).find_map(|it| it.parse().ok()).unwrap_or(5000);
    all::<Raft>(runs);
    all::<OmniPaxos>(runs);
}
