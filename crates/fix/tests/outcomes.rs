//! Every function that is not safe, of the example, of the 38 patterns and of the applications
//! of the benchmark: after the patch `check` calls it safe, or it is listed with the reason.
//! `outcomes.txt` says which.

use std::path::{Path, PathBuf};

use aplomb_fix::{Effects, Outcome, Settings, plan};
use aplomb_retry::{Application, Word, discover};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What becomes of the functions of an application that are not safe, in words.
fn outcomes(application: &Application, name: &str, effects: Option<Effects>) -> Vec<String> {
    let identity = Some("http".to_owned());
    let settings = Settings { identity, effects, ..Settings::default() };
    let plan = plan(application, &settings, |_| true, |_| {});
    let violated = plan.functions.iter().filter(|planned| {
        matches!(planned.checked.row.verdict, Word::Unsafe | Word::UnsafeConcurrent)
    });
    violated
        .map(|planned| {
            let row = &planned.checked.row;
            let outcome = match &planned.outcome {
                Outcome::Fixed(fixed) => {
                    assert_eq!(fixed.checked.row.verdict, Word::Safe);
                    format!("fixed, +{}", fixed.write_units)
                }
                Outcome::NotFixed(why) => format!("not fixed: {why}"),
                other => panic!("{}: {other:?}", row.name),
            };
            format!("{name} {} ({}): {outcome}", row.name, row.verdict)
        })
        .collect()
}

/// The handlers of a fixture of the patterns.
fn fixture(path: &Path) -> Application {
    let text = std::fs::read_to_string(path).unwrap();
    let declared = |line: &str| {
        let python = line.strip_prefix("def ").filter(|rest| rest.contains("(event, context)"));
        let rest = line.strip_prefix("export const ").or(python)?.to_owned();
        Some(rest.split([' ', '(']).next()?.to_owned())
    };
    let handlers: Vec<String> = text
        .lines()
        .filter_map(declared)
        .map(|name| format!("{}:{name}", path.display()))
        .collect();
    Application::of_handlers(Path::new("."), &handlers).unwrap()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn patterns() {
    let folder = root().join("crates/retry/tests/patterns/table");
    for path in files(&folder) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for line in outcomes(&fixture(&path), &name, Some(Effects::AtMostOnce)) {
            println!("{line}");
        }
    }
}

#[test]
fn applications() {
    let mut folders = files(&root().join("bench/applications"));
    folders.push(root().join("examples/shop"));
    for folder in folders {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        for application in discover(&folder).unwrap() {
            for line in outcomes(&application, &name, Some(Effects::AtMostOnce)) {
                println!("{line}");
            }
        }
    }
}
