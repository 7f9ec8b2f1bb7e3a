//! Programs as people write them, one file each ([`files::applications`]):
//! after a line that says what it is about, the verdict at every level of the
//! database. The answers were written down before the programs were checked; `?` is
//! *unknown*, and the line says what is true.

mod files;

use aplomb_consistency::summary::Summary;
use aplomb_consistency::{Database, Options, Verdict};
use files::summarize_requests;

#[test]
fn every_answer_is_right_at_every_level() {
    let files = files::applications();
    assert!(files.len() >= 100, "{} files", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let summary = summarize_requests(&file);
        for line in text.lines().skip(1) {
            let line = line.trim_start_matches(['/', '#']).trim();
            let Some((level, expected)) = line.split_once(' ') else { continue };
            let Ok(database) = level.parse::<Database>() else { continue };
            let (found, why) = verdict(&summary, database);
            if !expected.starts_with(found) {
                wrong.push(format!("{name} at {level}: expected {expected}, found {found} {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The answer, and what it is based on.
fn verdict(summary: &Summary, database: Database) -> (&'static str, String) {
    if !summary.problems.is_empty() {
        return ("?", format!("{:?}", summary.problems));
    }
    let database = database.asked_by(&summary.program);
    let verdict = database.check(&summary.program, &Options::default()).unwrap().verdict;
    let found = match &verdict {
        Verdict::Holds => "✓",
        Verdict::Violated(_) => "✗",
        _ => "?",
    };
    (found, format!("{verdict:?}"))
}

/// An exception that leaves several clients is said once, by its name and its message.
#[test]
fn exceptions_are_said_once_and_by_name() {
    let warnings = |name: &str| -> Vec<String> {
        let file = files::applications().into_iter().find(|it| it.ends_with(name)).unwrap();
        let warnings = summarize_requests(&file).warnings.into_iter();
        warnings.map(|it| it.message).collect()
    };
    assert_eq!(
        warnings("outside/savepoint.py"),
        ["a client may raise an exception: UniqueViolation: duplicate key value violates unique \
          constraint"]
    );
    assert_eq!(
        warnings("outside/order_total.js"),
        ["a client may raise an exception: Error: duplicate key value violates unique \
          constraint, or Error: null value violates not-null constraint"]
    );
}
