//! The search and the judge agree on the applications of the benchmark and on the examples:
//! whatever the one claims, the other confirms.

use std::path::{Path, PathBuf};

use aplomb_retry::{Environment, Options, Word, discover, load};

#[test]
fn every_violation_of_real_applications_is_confirmed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let applications = std::fs::read_dir(root.join("bench/applications")).unwrap();
    let mut folders: Vec<PathBuf> = applications.map(|entry| entry.unwrap().path()).collect();
    folders.push(root.join("examples"));
    folders.sort();
    let (mut violated, mut contradicted) = (0, Vec::new());
    for application in folders.iter().flat_map(|folder| discover(folder).unwrap()) {
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
