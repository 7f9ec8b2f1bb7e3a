//! How fast is the search? Paxos with 3 processes, 3 rounds and 2 values.
//!
//! `bench/consensus` runs this beside stateright and TLC on the same model.

use aplomb_consensus::Watch;
use aplomb_consensus::protocols::{Bounds, Setup, check};
use aplomb_explore::Options;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let rounds = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(3);
    let mode = arguments.next();
    let reduced = mode.as_deref() == Some("reduced");
    // What stateright checks, too: no laws of the tree.
    let watch = match mode.as_deref() {
        Some("decisions") => Watch::DecisionsOnly,
        _ => Watch::Everything,
    };
    let threads = arguments.next().and_then(|threads| threads.parse().ok()).unwrap_or(2);
    let values = arguments.next().and_then(|values| values.parse().ok()).unwrap_or(2);
    let setup = Setup::new(Bounds::new(3, rounds, values, 1));
    let setup = Setup { symmetry: reduced, reduction: reduced, ..setup };
    let options = Options { threads, ..Options::default() };
    match check("paxos", &setup, watch, &options) {
        Ok(checked) => {
            let statistics = checked.exploration.statistics;
            println!(
                "{} states, {} transitions, depth {}, {:.3} s, {:.0} states/s, {}",
                statistics.states,
                statistics.transitions,
                statistics.depth,
                statistics.elapsed.as_secs_f64(),
                statistics.states as f64 / statistics.elapsed.as_secs_f64(),
                if checked.holds() { "holds" } else { "does not hold" },
            );
        }
        Err(error) => eprintln!("{error}"),
    }
}
