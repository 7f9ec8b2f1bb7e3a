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

/// The seconds of the thesis's Table 2.1: in total, and without Java Pathfinder.
const SECONDS_OF_THE_THESIS: [(u32, u32); 27] = [
    (12, 1),
    (33, 4),
    (266, 4),
    (10, 1),
    (24, 4),
    (152, 2),
    (16, 1),
    (29, 3),
    (485, 7),
    (10, 2),
    (54, 11),
    (347, 9),
    (12, 2),
    (22, 6),
    (457, 10),
    (11, 3),
    (12, 1),
    (314, 14),
    (75, 3),
    (233, 16),
    (179, 8),
    (120, 5),
    (146, 12),
    (379, 40),
    (21, 2),
    (174, 11),
    (143, 5),
];

/// Prints a row for each client.
pub fn measure(mutants: &str) -> Result<(), Box<dyn Error>> {
    println!(
        "{:<11}{:<46}{:>9}{:>6}{:>7}{:>7}{:>7}{:>8}{:>11}{:>7}  first repair (right executions disabled; enough?), expected",
        "variant",
        "client",
        "outcomes",
        "wrong",
        "right",
        "events",
        "confl.",
        "seconds",
        "thesis",
        "rounds"
    );
    let mut equal = 0;
    let mut slowest = 0.0_f64;
    let rows = ROWS.into_iter().zip(EXPECTED).zip(SECONDS_OF_THE_THESIS);
    for (((variant, client, ..), expected), (total, without_jpf)) in rows {
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
            "{variant:<11}{client:<46}{outcomes:>9}{:>6}{:>7}{:>7.0}{:>7.0}{seconds:>8.2}{:>11}{:>7}  {} -> {} {}{}{}",
            report.wrong,
            format!("{}{}", report.right, if report.sampled { "+" } else { "" }),
            report.size.0,
            report.size.1,
            format!("{total} ({without_jpf})"),
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
