//! The programs of `programs/outside`, which were written, with their answers, before the tool
//! was run on them: what is answered at every level of their database, and what servers do
//! where the answer is *violated*. The table is kept (`UPDATE_EXPECT=1` writes it anew).

mod files;
mod servers;

use std::path::Path;

use aplomb_consistency::live::replay_on;
use aplomb_consistency::{Database, Options, Verdict};
use expect_test::expect_file;
use files::summarize_requests;

const HEAD: &str = "\
# Programs that were written, with their answers, before the tool was run on them: crates/consistency/tests/programs/outside
# UPDATE_EXPECT=1 cargo test --workspace --test written_first
# ✓ holds  ✗ violated, and a server executed the witness as predicted (PostgreSQL, and MariaDB for mysql)  ? unknown
";

/// A line of the table: the level and the answer, which is the one that the file expects.
fn line(file: &Path, level: &str, expected: &str, address: Option<&str>) -> String {
    let name = file.file_name().unwrap().to_string_lossy();
    let summary = summarize_requests(file);
    assert!(summary.problems.is_empty(), "{name}: {:?}", summary.problems);
    let database = level.parse::<Database>().unwrap().asked_by(&summary.program);
    let checked = database.check(&summary.program, &Options::default()).unwrap();
    let answer = match &checked.verdict {
        Verdict::Holds => "✓",
        Verdict::Violated(violation) => {
            let address = address.unwrap_or_else(|| panic!("{name}: no server for {level}"));
            let replayed = replay_on(&checked.program, violation, address, files::deadline());
            let replayed = replayed.unwrap_or_else(|error| panic!("{name} at {level}: {error}"));
            let log = replayed.log.join("\n  ");
            assert!(replayed.reproduced && replayed.own_statements, "{name} at {level}:\n  {log}");
            "✗"
        }
        _ => "?",
    };
    assert_eq!(answer, expected, "{name} at {level}: {:?}", checked.verdict);
    format!("{level:<28}{answer}")
}

#[test]
fn answers_are_those_that_were_written_down() {
    if servers::switched_off() {
        return;
    }
    let (postgres, mariadb) = (servers::postgres(), servers::mariadb());
    let mut table = HEAD.to_owned();
    let mut programs = files::applications();
    programs.retain(|file| file.parent().is_some_and(|it| it.ends_with("outside")));
    for file in programs {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut lines = text.lines().map(|line| line.trim_start_matches(['/', '#']).trim());
        let about = lines.next().unwrap_or_default();
        table += &format!("\n{}: {about}\n", file.file_name().unwrap().to_string_lossy());
        for line_of_file in lines {
            let Some((level, expected)) = line_of_file.split_once(' ') else { continue };
            let address = match level.split(':').next() {
                _ if level.parse::<Database>().is_err() => continue,
                Some("postgres") => Some(&*postgres.address),
                Some("mysql") => Some(&*mariadb.address),
                _ => None,
            };
            table += &format!("    {}\n", line(&file, level, expected, address));
        }
    }
    let kept = Path::new(env!("CARGO_MANIFEST_DIR"));
    expect_file![kept.join("../../bench/results/consistency-programs.txt")].assert_eq(&table);
}
