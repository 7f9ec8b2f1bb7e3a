//! How fast every strategy is, and how many states it visits, on generated programs.
//!
//! `cargo run --release -p aplomb-explore --example reduction`

#[path = "../tests/language/mod.rs"]
mod language;

use aplomb_explore::{Limits, Options, Outcome, Strategy, explore};
use language::generate::{CLASSES, Class, Random, program};

fn main() {
    println!("{:32} {:>10} {:>8} {:>12}", "class", "strategy", "states", "per second");
    for class in CLASSES {
        let class = Class { threads: (3, 4), blocks: (4, 6), ..class };
        let programs: Vec<_> = (0..60).map(|seed| program(&class, &mut Random(seed))).collect();
        let limits = Limits { states: Some(1_000_000), ..Limits::default() };
        let options = Options { limits, ..Options::default() };
        let programs: Vec<_> = programs
            .iter()
            .filter(|program| {
                let full = explore(*program, Strategy::Full, &options, &mut ());
                full.outcome == Outcome::Complete
            })
            .collect();
        let mut all = 0;
        for strategy in Strategy::COMPLETE {
            let (mut states, mut seconds, mut relative) = (0, 0.0, 0.0);
            for program in &programs {
                let full = explore(*program, Strategy::Full, &Options::default(), &mut ());
                let statistics =
                    explore(*program, strategy, &Options::default(), &mut ()).statistics;
                states += statistics.states;
                seconds += statistics.elapsed.as_secs_f64();
                relative += statistics.states as f64 / full.statistics.states as f64;
            }
            all = all.max(states);
            println!(
                "{:32} {:>10} {:>8.3} {:>8.3} {:>12.0} {:>8.3}s",
                class.name,
                format!("{strategy:?}"),
                states as f64 / all as f64,
                relative / programs.len() as f64,
                states as f64 / seconds,
                seconds,
            );
        }
        println!("{:32} {} programs, {all} states", "", programs.len());
    }
}
