//! The 27 clients of the thesis's Table 2.1: outcomes, and states and time per strategy.
//!
//! `cargo bench -p aplomb-linearizability --bench table_2_1 -- MUTANTS [LINCHECK FOLDER]`
//! `cargo bench -p aplomb-linearizability --bench table_2_1 -- repairs MUTANTS`: Table 2.2.
//!
//! `MUTANTS` is a folder with one class path entry for each variant (`rw-add`, ...): the
//! structures of Synchrobench with shrunk critical sections, which are not part of this
//! repository. `LINCHECK` is a class path with Lincheck and `LincheckBeside` on it, and `FOLDER` an
//! empty folder that is part of it: then Lincheck judges each client too.

mod lincheck;
mod repairs;

use std::{error::Error, path::Path, time::Duration};

use lincheck::Lincheck;

use aplomb_explore::Strategy;
use aplomb_jvm::{ClassPath, Jvm};
use aplomb_linearizability::{
    ClassUnderTest, Client, ClientReport,
    class::{Mode, Onlooker, ProblemKind, SearchOptions},
};

/// Variant, client (`a` adds, `r` removes), outcomes of sequential runs, and other outcomes.
const ROWS: [(&str, &str, usize, usize); 27] = [
    ("rw-add", "r0 r1 a1 | a0 a1 r1", 10, 1),
    ("rw-add", "a0 a1 r1 a1 | a1 r0 r0 a0", 6, 13),
    ("rw-add", "a1 a1 | r1 r0 | a0 r1", 12, 4),
    ("rw-remove", "a1 a1 r1 | r0 a0 r1", 3, 1),
    ("rw-remove", "a0 a1 r1 r1 | a1 r0 r1 a1", 22, 3),
    ("rw-remove", "r1 a0 | a1 r1 | a1 a0", 14, 12),
    ("rw-both", "a1 r1 a1 | a1 r1 a1", 12, 15),
    ("rw-both", "r1 a1 r0 r0 | a0 r1 a0 a1", 11, 13),
    ("rw-both", "a1 r1 | a0 a1 | r0 r1", 14, 8),
    ("opt-add", "r1 r0 a0 | a1 r1 a0", 6, 3),
    ("opt-add", "a0 a1 a1 r0 | a0 a1 r1 a1", 11, 22),
    ("opt-add", "a0 r1 | a0 a1 | a0 a0", 6, 8),
    ("opt-remove", "r0 a0 r0 | a0 r0 a1", 7, 3),
    ("opt-remove", "r1 a0 r1 r1 | a0 a0 a1 r0", 9, 3),
    ("opt-remove", "a1 r0 | a0 a1 | r0 r1", 13, 3),
    ("opt-both", "r1 r1 a0 | a1 r0 r1", 6, 4),
    ("opt-both", "a1 r1 a1 r0 | r0 r1 a1 r0", 6, 4),
    ("opt-both", "a0 r1 | a0 a1 | a0 a0", 6, 8),
    ("avl-add", "a0,1 a1,0 | r0,1 a1,0", 4, 1),
    ("avl-add", "a1,0 r1,0 a1,1 | a0,0 a1,0 r1,0", 7, 1),
    ("avl-add", "a1,0 a0,0 a1,0 a0,1 | a0,0 a0,1 r0,1 r1,1", 10, 1),
    ("avl-remove", "a1,0 r1,1 r1,0 | a0,1 r1,0 r0,0", 2, 1),
    ("avl-remove", "a0,0 a1,1 r1,1 | r1,1 a1,0 r1,1", 5, 2),
    ("avl-remove", "a0,1 a1,0 a1,0 r1,0 | a1,1 a0,0 a1,0 r1,0", 22, 6),
    ("avl-both", "a1,1 a1,0 | a1,0 r1,0", 6, 1),
    ("avl-both", "a0,0 a1,1 r1,1 | r1,1 a1,0 r1,1", 5, 3),
    ("avl-both", "a1,1 a0,1 a1,1 r0,1 | a0,1 a0,0 a0,1 a1,0", 13, 2),
];

const STRATEGIES: [Strategy; 5] =
    [Strategy::Full, Strategy::SafeSet, Strategy::Eager, Strategy::Lazy, Strategy::HappensBefore];

/// Runs are repeated so often at least and, if they are short, for so long; the fastest counts.
const REPETITIONS: usize = 3;
const REPETITION_TIME: Duration = Duration::from_millis(200);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let missing = "say where the mutants are: a folder with one class path entry each";
    let mut mutants = arguments.next().ok_or(missing)?;
    if mutants == "repairs" {
        mutants = arguments.next().ok_or(missing)?;
        return repairs::measure(&mutants);
    }
    let lincheck =
        arguments.next().zip(arguments.next()).map(|(path, folder)| Lincheck::new(path, folder));
    print!("{:<11}{:<46}{:>9}", "variant", "client", "outcomes");
    STRATEGIES.iter().for_each(|strategy| print!("{:>20}", strategy.name()));
    print!("{:>11}", "first");
    if lincheck.is_some() {
        print!("{:>20}", "lincheck");
    }
    println!("   (states, milliseconds; first: milliseconds until a violation is found)");
    let mut right = 0;
    let mut slowest = [Duration::ZERO; 2];
    let mut ratios = Vec::new();
    let mut times_faster = Vec::new();
    for (variant, client, lin, wrong) in ROWS {
        let entry = Path::new(&mutants).join(variant);
        let class = class(&entry, variant)?;
        let parsed: Client = spelled_out(client, variant.starts_with("avl")).parse()?;
        let mut times = Vec::new();
        print!("{variant:<11}{client:<46}");
        for (index, strategy) in STRATEGIES.into_iter().enumerate() {
            let report = fastest(&class, &parsed, strategy)?;
            let found = (report.expected.as_ref().map_or(0, Vec::len), violations(&report));
            if index == 0 {
                print!("{:>9}", format!("{}+{}", found.0, found.1));
            }
            if found != (lin, wrong) {
                print!(" (expected {lin}+{wrong})");
            }
            right += usize::from(found == (lin, wrong));
            times.push(report.elapsed);
            print!("{:>12}{:>8.1}", report.states, report.elapsed.as_secs_f64() * 1e3);
        }
        let first = until_first(&class, &parsed)?;
        print!("{:>11.1}", first.as_secs_f64() * 1e3);
        if let Some(lincheck) = &lincheck {
            let answer = lincheck.check(&entry, name_of(variant), &parsed.to_string())?;
            print!("{:>11}{:>9.1}", answer.verdict, answer.seconds * 1e3);
            times_faster.push(answer.seconds / first.as_secs_f64());
        }
        println!();
        let size = usize::from(parsed.threads.len() > 2);
        slowest[size] = slowest[size].max(times[3]);
        ratios.push(times[3].as_secs_f64() / times[1].as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    println!("outcomes as expected: {right} of {}", ROWS.len() * STRATEGIES.len());
    println!("slowest with dl-s-por: {:?} (two threads), {:?} (three)", slowest[0], slowest[1]);
    println!(
        "time of dl-s-por / s-por: mean {mean:.2}, median {:.2}, worst {:.2}",
        ratios[ratios.len() / 2],
        ratios[ratios.len() - 1]
    );
    times_faster.sort_by(f64::total_cmp);
    if let (Some(least), Some(most)) = (times_faster.first(), times_faster.last()) {
        println!(
            "lincheck takes {least:.0} times (least), {:.0} times (median), {most:.0} times (most) as long as the search until a violation is found",
            times_faster[times_faster.len() / 2]
        );
    }
    Ok(())
}

fn name_of(variant: &str) -> &'static str {
    match variant.split('-').next() {
        Some("rw") => "linkedlists.lockbased.RWLockCoarseGrainedListIntSet",
        Some("opt") => "linkedlists.lockbased.OptimisticListSortedSetWaitFreeContains",
        _ => "trees.lockbased.LogicalOrderingAVL",
    }
}

fn class(folder: &Path, variant: &str) -> Result<ClassUnderTest, Box<dyn Error>> {
    let jvm = Jvm::new(ClassPath::new([folder])?, aplomb_jvm::Options::default())?;
    Ok(ClassUnderTest { mode: Mode::Outcome, ..ClassUnderTest::new(jvm, name_of(variant)) })
}

fn spelled_out(client: &str, is_map: bool) -> String {
    let names = if is_map { ["put", "remove"] } else { ["addInt", "removeInt"] };
    let call = |call: &str| {
        let (letter, arguments) = call.split_at(1);
        format!("{}({arguments})", names[usize::from(letter == "r")])
    };
    let thread = |calls: &str| calls.split_whitespace().map(call).collect::<Vec<_>>().join("; ");
    client.split('|').map(thread).collect::<Vec<_>>().join(" || ")
}

fn fastest(
    class: &ClassUnderTest,
    client: &Client,
    strategy: Strategy,
) -> Result<ClientReport, Box<dyn Error>> {
    // Livelocks and data races are not what the table is about.
    let search = SearchOptions {
        strategies: vec![strategy],
        livelocks: false,
        races: false,
        ..SearchOptions::default()
    };
    let mut best: Option<ClientReport> = None;
    let mut spent = Duration::ZERO;
    let mut runs = 0;
    while runs < REPETITIONS || spent < REPETITION_TIME {
        let report = class.check_client(client, &search, &Onlooker::default())?;
        runs += 1;
        spent += report.elapsed.max(Duration::from_millis(1));
        if best.as_ref().is_none_or(|best| report.elapsed < best.elapsed) {
            best = Some(report);
        }
    }
    best.ok_or_else(|| "no repetition".into())
}

/// What a user waits for: the default search, until it finds something.
fn until_first(class: &ClassUnderTest, client: &Client) -> Result<Duration, Box<dyn Error>> {
    let search = SearchOptions { first: true, ..SearchOptions::default() };
    let mut best = Duration::MAX;
    for _ in 0..REPETITIONS {
        best = best.min(class.check_client(client, &search, &Onlooker::default())?.elapsed);
    }
    Ok(best)
}

fn violations(report: &ClientReport) -> usize {
    let kinds = report.problems.iter().map(|problem| &problem.kind);
    kinds.filter(|kind| **kind == ProblemKind::NotLinearizable).count()
}
