//! Every function that is not safe, of the example, of the 38 patterns and of the applications
//! of the benchmark: with the patch `check` calls it safe, or it is listed with the reason.
//! `outcomes.txt` says which, and what the patch costs a request.

use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use aplomb_fix::{Effects, Outcome, Settings, plan};
use aplomb_retry::{Application, Word, discover};
use expect_test::expect_file;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What becomes of the functions of an application that are not safe, in words.
fn outcomes(application: &Application, name: &str) -> Vec<String> {
    let settings = Settings {
        identity: Some("http".into()),
        effects: Some(Effects::AtMostOnce),
        ..Settings::default()
    };
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
                    format!("+{}", fixed.write_units)
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
    let names = text.lines().filter_map(declared);
    let handlers: Vec<String> = names.map(|name| format!("{}:{name}", path.display())).collect();
    Application::of_handlers(Path::new("."), &handlers).unwrap()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// All applications, with the names under which they are listed.
fn applications() -> Vec<(String, Application)> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let patterns = files(&root().join("crates/retry/tests/patterns/table"));
    let mut all: Vec<_> = patterns.iter().map(|path| (name(path), fixture(path))).collect();
    let mut folders = files(&root().join("bench/applications"));
    folders.push(root().join("examples/shop"));
    for folder in folders {
        let found = discover(&folder).unwrap().into_iter();
        all.extend(found.map(|application| (name(&folder), application)));
    }
    all
}

#[test]
fn every_unsafe_function_is_fixed_or_listed_with_a_reason() {
    let applications = applications();
    let next = AtomicUsize::new(0);
    let found: Vec<Mutex<Vec<String>>> = applications.iter().map(|_| Mutex::default()).collect();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((name, application)) = applications.get(index) else { break };
                    *found[index].lock().unwrap() = outcomes(application, name);
                }
            });
        }
    });
    let lines: Vec<String> =
        found.into_iter().flat_map(|lines| lines.into_inner().unwrap()).collect();
    let not_fixed = lines.iter().filter(|line| line.contains("not fixed")).count();
    let text = format!(
        "{} functions are not safe, {not_fixed} of them are not fixed.\n\n{}\n",
        lines.len(),
        lines.join("\n")
    );
    expect_file!["outcomes.txt"].assert_eq(&text);
    assert!(not_fixed * 10 <= lines.len(), "at most one in ten may be left");
}
