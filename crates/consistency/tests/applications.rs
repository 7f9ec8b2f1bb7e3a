//! Programs as people write them, one file each ([`files::applications`]):
//! after a line that says what it is about, the verdict at every level of the
//! database, or at every model. The answers were written down before the programs were checked; `?` is
//! *unknown*, and the line says what is true. `assumes` is followed by the name of an assumption
//! that must be listed.

mod files;

use aplomb_consistency::summary::Summary;
use aplomb_consistency::{Database, Model, Options, Verdict, check};
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
            if level == "assumes" {
                let mut assumed = summary.assumptions.iter();
                if !assumed.any(|it| it.kind().name == expected) {
                    wrong.push(format!("{name} does not say that it assumes {expected}"));
                }
                continue;
            }
            let Some((found, why)) = answer(&summary, level) else { continue };
            if !expected.starts_with(found) {
                wrong.push(format!("{name} at {level}: expected {expected}, found {found} {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The answer at a level of a database or at a model, and what it is based on; none where the
/// line does not begin with one.
fn answer(summary: &Summary, level: &str) -> Option<(&'static str, String)> {
    let program = &summary.program;
    let options = Options::default();
    let verdict = match (level.parse::<Database>(), level.parse::<Model>()) {
        (Ok(_), _) | (_, Ok(_)) if !summary.problems.is_empty() => {
            return Some(("?", format!("{:?}", summary.problems)));
        }
        (Ok(database), _) => database.asked_by(program).check(program, &options).unwrap().verdict,
        (_, Ok(model)) => check(program, model, &options).unwrap(),
        _ => return None,
    };
    let found = match &verdict {
        Verdict::Holds => "✓",
        Verdict::Violated(_) => "✗",
        _ => "?",
    };
    Some((found, format!("{verdict:?}")))
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
