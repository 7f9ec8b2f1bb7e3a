//! The search and the judge agree on the applications of the benchmark and on the examples:
//! whatever the one claims, the other confirms. And the quick way to find a protection finds
//! one that costs no more than the cheapest.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use aplomb_retry::{Environment, Options, Row, Word, discover, load};

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let applications = std::fs::read_dir(root.join("bench/applications")).unwrap();
    let mut folders: Vec<PathBuf> = applications.map(|entry| entry.unwrap().path()).collect();
    folders.push(root.join("examples"));
    folders.sort();
    folders
}

#[test]
fn the_quick_advice_costs_no_more_than_the_cheapest() {
    let (mut compared, mut dearer) = (0, Vec::new());
    for application in folders().iter().flat_map(|folder| discover(folder).unwrap()) {
        let loaded = load(&application);
        let all: Vec<usize> = (0..loaded.functions.len()).collect();
        let advice = |exhaustive: bool| {
            let options = Options { exhaustive, ..Options::default() };
            loaded.check_all(&all, options, |_| {})
        };
        for (quick, cheapest) in advice(false).iter().zip(advice(true)) {
            let cost = |row: &Row| row.protect.iter().map(|row| row.write_units).sum::<usize>();
            let (quick, cheapest) = (&quick.row, &cheapest.row);
            compared += usize::from(!cheapest.protect.is_empty());
            if cost(quick) != cost(cheapest) {
                let costs = (cost(quick), cost(cheapest));
                dearer.push(format!("{}: {} and {}", quick.name, costs.0, costs.1));
            }
        }
    }
    assert!(dearer.is_empty(), "{}", dearer.join("\n"));
    assert!(compared > 15, "{compared} pieces of advice were compared");
}

#[test]
fn every_violation_of_real_applications_is_confirmed() {
    let (mut violated, mut contradicted) = (0, Vec::new());
    for application in folders().iter().flat_map(|folder| discover(folder).unwrap()) {
        let loaded = load(&application);
        let all: Vec<usize> = (0..loaded.functions.len()).collect();
        for environment in [Environment::Alone, Environment::Concurrent] {
            let options = Options { environment, exhaustive: false, ..Options::default() };
            for checked in loaded.check_all(&all, options, |_| {}) {
                let row = checked.row;
                violated +=
                    usize::from(matches!(row.verdict, Word::Unsafe | Word::UnsafeConcurrent));
                if row.reason.contains("did not confirm") {
                    contradicted.push(format!("{}: {}", row.name, row.reason));
                }
            }
        }
    }
    assert!(contradicted.is_empty(), "{}", contradicted.join("\n"));
    assert!(violated > 40, "{violated} violations were judged");
}

/// What is said does not depend on how many functions are checked at the same time, nor on
/// what else the machine does meanwhile.
#[test]
fn the_report_is_the_same_under_any_load() {
    let report = |threads: usize, busy: usize| -> Vec<String> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..busy {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let mut said = Vec::new();
            for application in
                folders().iter().step_by(5).flat_map(|folder| discover(folder).unwrap())
            {
                let loaded = load(&application);
                let all: Vec<usize> = (0..loaded.functions.len()).collect();
                let options = Options { exhaustive: false, ..Options::default() };
                let checked = pool.install(|| loaded.check_all(&all, options, |_| {}));
                said.extend(checked.into_iter().map(|checked| {
                    let row = Row { time_ms: 0.0, ..checked.row };
                    format!("{row:#?} {:#?}", checked.finding)
                }));
            }
            over.store(true, Ordering::Relaxed);
            said
        })
    };
    let quiet = report(1, 0);
    assert!(quiet.len() > 10, "{} functions", quiet.len());
    for (threads, busy) in [(2, 0), (3, 6), (1, 12)] {
        for (quiet, loaded) in quiet.iter().zip(report(threads, busy)) {
            assert_eq!(*quiet, loaded, "{threads} threads beside {busy} busy ones");
        }
    }
}
