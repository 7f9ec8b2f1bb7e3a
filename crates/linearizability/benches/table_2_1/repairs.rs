//! Table 2.2: which lines must be atomic, for each client, and how long it takes to know.

use std::{error::Error, path::Path, time::Instant};

use aplomb_linearizability::{
    Client,
    class::{Mode, Onlooker, RankedRepair, RepairOptions, SearchOptions, Sufficiency},
};

use super::{ROWS, class, spelled_out, violations};

/// The first repairs of the thesis's Table 2.2, in the lines of the files of today. Where it prints
/// two, these are winners of single executions; in the second row of avl-both neither rules out all
/// of them, and the repair that does has a block of each.
const EXPECTED: [&[&str]; 27] = [
    &["[27,35]"],
    &["[27,35]"],
    &["[27,35]"],
    &["[48,53]"],
    &["[48,53]"],
    &["[48,53]"],
    &["[27,35] [48,53]"],
    &["[27,35] [48,53]"],
    &["[27,35] [48,53]"],
    &["[51,56]"],
    &["[51,56]"],
    &["[51,56]"],
    &["[78,80]"],
    &["[78,80]"],
    &["[78,80]"],
    &["[51,56] [78,80]"],
    &["[51,56] [78,80]"],
    &["[51,56]"],
    &["[267,290]"],
    &["[271,279] [448,451]"],
    &["[271,279] [448,451]"],
    &["[436,451]"],
    &["[436,451]"],
    &["[436,451]"],
    &["[271,279] [448,451]", "[448,454]"],
    &["[271,279] [436,451]"],
    &["[271,279] [448,451]", "[451,454]"],
];

/// Prints a row for each client.
pub fn measure(mutants: &str) -> Result<(), Box<dyn Error>> {
    println!(
        "{:<11}{:<46}{:>9}{:>6}{:>7}{:>7}{:>7}{:>8}{:>7}  first repair (right executions disabled; enough?), expected",
        "variant", "client", "outcomes", "wrong", "right", "events", "confl.", "seconds", "rounds"
    );
    let mut equal = 0;
    let mut slowest = 0.0_f64;
    for ((variant, client, ..), expected) in ROWS.into_iter().zip(EXPECTED) {
        let mut class = class(&Path::new(mutants).join(variant), variant)?;
        class.mode = Mode::Outcome;
        let parsed: Client = spelled_out(client, variant.starts_with("avl")).parse()?;
        let start = Instant::now();
        let checked =
            class.check_client(&parsed, &SearchOptions::default(), &Onlooker::default())?;
        let options = RepairOptions { alternatives: 0, ..RepairOptions::default() };
        let report = class.repair(&parsed, &[], &options, &Onlooker::default())?;
        let seconds = start.elapsed().as_secs_f64();
        slowest = slowest.max(seconds);
        let outcomes =
            format!("{}+{}", checked.expected.as_ref().map_or(0, Vec::len), violations(&checked));
        let firsts = report.repairs.iter().filter(|repair| repair.rank == 1);
        let shown: Vec<String> = firsts.clone().map(lines).collect();
        let is_equal = shown.first().is_some_and(|first| expected.contains(&first.as_str()));
        equal += usize::from(is_equal);
        println!(
            "{variant:<11}{client:<46}{outcomes:>9}{:>6}{:>7}{:>7.0}{:>7.0}{seconds:>8.2}{:>7}  {} -> {} {}{}{}",
            report.wrong,
            format!("{}{}", report.right, if report.sampled { "+" } else { "" }),
            report.size.0,
            report.size.1,
            report.rounds,
            shown.join(" or "),
            report.repairs.first().map_or(0, |repair| repair.disabled),
            report.repairs.first().map_or(String::new(), enough),
            if is_equal { String::new() } else { format!(" (expected {})", expected.join(" or ")) },
            report.obstacle.map(|obstacle| format!(" ({obstacle})")).unwrap_or_default(),
        );
    }
    println!("first repair as expected: {equal} of {}; slowest row: {slowest:.2} s", ROWS.len());
    Ok(())
}

fn enough(repair: &RankedRepair) -> String {
    match &repair.sufficient {
        Sufficiency::Proved { states, .. } => format!("enough ({states} states)"),
        Sufficiency::Refuted { .. } => "not enough".to_owned(),
        Sufficiency::Unknown(why) => format!("not known: {why}"),
    }
}

fn lines(repair: &RankedRepair) -> String {
    let mut blocks: Vec<(u32, u32)> =
        repair.blocks.iter().map(|block| (block.first_line(), block.last)).collect();
    blocks.sort_unstable();
    let shown = blocks.iter().map(|(first, last)| format!("[{first},{last}]"));
    shown.collect::<Vec<_>>().join(" ")
}
