//! How many states every strategy visits, and how fast, on generated programs.
//!
//! `cargo run --release -p aplomb-explore --example reduction`

#[path = "../tests/all/language/mod.rs"]
mod language;

use aplomb_explore::{Limits, Options, Outcome, Statistics, Strategy, explore};
use language::Program;
use language::generate::{CLASSES, Class, Random, program};

const PROGRAMS_PER_CLASS: u64 = 40;
const MOST_STATES: u64 = 200_000;

/// What one strategy did on all programs of a class.
#[derive(Default)]
struct Sum {
    states: u64,
    seconds: f64,
    /// For each program, states compared with full exploration.
    relative: f64,
}

fn main() {
    println!("{:>33} {:>12} {:>10} {:>12} {:>9}", "", "states", "/ full", "states/s", "seconds");
    for class in CLASSES {
        let class = Class { threads: (3, 4), blocks: (3, 5), ..class };
        let programs = (0..PROGRAMS_PER_CLASS).map(|seed| program(&class, &mut Random(seed)));
        let programs: Vec<_> =
            programs.filter_map(|program| Some((full(&program)?, program))).collect();
        println!("{} ({} programs)", class.name, programs.len());
        for strategy in Strategy::COMPLETE {
            let mut sum = Sum::default();
            for (full, program) in &programs {
                let statistics =
                    explore(program, strategy, &Options::default(), &mut ()).statistics;
                sum.states += statistics.states;
                sum.seconds += statistics.elapsed.as_secs_f64();
                sum.relative += statistics.states as f64 / full.states as f64;
            }
            let Sum { states, seconds, relative } = sum;
            let (relative, rate) = (relative / programs.len() as f64, states as f64 / seconds);
            println!("{strategy:>33} {states:>12} {relative:>10.3} {rate:>12.0} {seconds:>9.3}");
        }
    }
}

/// Full exploration, unless the program is too large.
fn full(program: &Program) -> Option<Statistics> {
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let exploration = explore(program, Strategy::Full, &options, &mut ());
    (exploration.outcome == Outcome::Complete).then_some(exploration.statistics)
}
