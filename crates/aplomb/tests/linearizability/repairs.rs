//! What must be atomic, as users are told.

use std::{fs, path::Path};

use serde_json::Value;

use crate::place::{Run, file, place, run, shell};

/// Two threads may take the same thing.
const CLIENT: &str = "put(1) || put(2); take() || take()";

fn shelf(arguments: &[&str]) -> Run {
    let named = ["--classpath", "classes", "--class", "samples.Shelf"];
    run(&[&named[..], &["--client", CLIENT], arguments].concat())
}

#[test]
fn the_likely_cause_is_told_and_drawn() {
    let told = shelf(&[]);
    assert_eq!(told.code, 1, "{}", told.err);
    for words in [
        "what to do: make lines 17-18 of take atomic: with that, the client is right in every order",
        "line 12 of put must hold the same lock",
        "+                 Object thing = places[place];",
        "◈",
        "must be one step",
        "conflicts with step",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    let left_out = shelf(&["--no-repair"]);
    assert_eq!(left_out.code, 1);
    assert!(
        !left_out.out.contains("what to do") && !left_out.out.contains('◈'),
        "{}",
        left_out.out
    );
}

#[test]
fn programs_get_all_repairs() {
    let report = shelf(&["--format", "json"]).report();
    let repairs = report["data"]["repairs"].as_array().expect("repairs");
    let first = &repairs[0];
    assert_eq!((&first["rank"], &first["sufficient"]), (&1.into(), &true.into()), "{first}");
    let block = &first["blocks"][0];
    assert_eq!((&block["first"], &block["last"]), (&17.into(), &18.into()));
    assert_eq!(block["method"], "samples.Shelf.take");
    assert!(first["disabled"].is_u64() && first["diff"].is_string(), "{first}");
    assert!(report["data"]["repairSearch"]["wrongExecutions"].as_u64() > Some(0));
    let sarif = shelf(&["--format", "sarif"]).out;
    assert!(sarif.contains("\"fixes\"") && sarif.contains("synchronized (this)"), "{sarif}");
    let html = shelf(&["--format", "html"]).out;
    assert!(html.contains("make lines 17-18 of take atomic"), "{html}");
}

/// Applies a change to a class, compiles it, and checks it with all small clients.
fn checked_with(diff: &str, class: &str) -> Run {
    let name = class.rsplit('.').next().expect("a name");
    let folder = format!("with-{name}");
    shell(&format!(
        "rm -rf {folder} && mkdir -p {folder}/classes && cp {name}.java {folder} && cd {folder} && \
         export GIT_CEILING_DIRECTORIES=$(dirname $PWD) && git apply -p0 ../{diff} && \
         javac -g -d classes {name}.java && \
         aplomb linearizability --classpath classes --class {class} --quiet"
    ))
}

/// The change compiles, and with it all small clients are right.
#[test]
fn the_suggested_change_is_right() {
    let written = shelf(&["--patch", "shelf.diff"]);
    assert!(
        written.out.contains("shelf.diff") || written.err.contains("shelf.diff"),
        "{written:?}"
    );
    let diff = fs::read_to_string(place().join("shelf.diff")).expect("a diff");
    assert_eq!(diff.matches("synchronized").count(), 2, "{diff}");
    let changed = checked_with("shelf.diff", "samples.Shelf");
    assert_eq!(changed.code, 0, "{changed:?}");
}

/// Where a class has a lock already, that one is held longer. The change compiles, and with it all
/// small clients are right.
#[test]
fn a_lock_that_is_there_is_held_longer() {
    for (class, lock, words) in [
        ("Stock", "lock", "hold `lock`, which line 12 takes, from line 11 to line 20"),
        ("Ledger", "guard", "hold `guard`, which line 10 takes, from line 10 to line 13"),
        ("Phonebook", "lock.writeLock()", "hold `lock.writeLock()`, which line 18 takes"),
        ("Meter", "this", "hold `this` there"),
    ] {
        let name = format!("samples.{class}");
        let diff = format!("{class}.diff");
        let named = ["--classpath", "classes", "--class", &name];
        let told = run(&[&named[..], &["--format", "json", "--patch", &diff]].concat());
        let first = &told.report()["data"]["repairs"][0];
        assert_eq!((&first["lock"], &first["heldLonger"]), (&lock.into(), &true.into()));
        let changed = checked_with(&diff, &name);
        assert_eq!(changed.code, 0, "{class}: {changed:?} {first}");
        let told = run(&named).out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(words), "{words}: {told}");
    }
}

/// A lock of an element cannot be named everywhere, and another one around it could deadlock.
#[test]
fn a_change_that_could_deadlock_is_not_suggested() {
    let client = "next(); read() || next()";
    let told =
        run(&["--classpath", "classes", "--class", "samples.Crossed", "--client", client]).out;
    let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in [
        "make lines 9-11 of next atomic",
        "perhaps it is enough to take the lock of line 10 before line 9",
        "line 18 of read must hold the same lock",
        "No change is suggested: line 18 would take a lock while it holds another one",
    ] {
        assert!(words.contains(expected), "{expected}: {told}");
    }
}

/// Classes with ordinary mistakes. Comments mark where the lines begin and end that must be atomic;
/// they were written before the first run. With the change, the classes are right.
#[test]
fn ordinary_mistakes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/linearizability/racy");
    let compiled = shell(&format!(
        "mkdir -p ordinary && cp {0}/*.java . && javac -g -d ordinary {0}/*.java",
        folder.display()
    ));
    assert_eq!(compiled.code, 0, "{compiled:?}");
    for entry in fs::read_dir(&folder).expect("the classes") {
        let path = entry.expect("a class").path();
        let text = fs::read_to_string(&path).expect("a class can be read");
        let marked = |mark: &str| -> Vec<u64> {
            let lines = text.lines().zip(1..).filter(|(line, _)| line.ends_with(mark));
            lines.map(|(_, number)| number).collect()
        };
        let expected: Vec<(u64, u64)> = marked("//[").into_iter().zip(marked("//]")).collect();
        let class = format!("racy.{}", path.file_stem().expect("a name").to_string_lossy());
        let diff = format!("{class}.diff");
        let named = ["--classpath", "ordinary", "--class", &class];
        let report = run(&[&named[..], &["--format", "json", "--patch", &diff]].concat()).report();
        let first = &report["data"]["repairs"][0];
        let blocks = first["blocks"].as_array().expect("blocks").iter();
        let lines = |block: &Value| (block["first"].as_u64(), block["last"].as_u64());
        let mut found: Vec<(u64, u64)> = blocks
            .map(lines)
            .map(|(first, last)| (first.expect("a line"), last.expect("a line")))
            .collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{class}: {first}");
        assert_eq!(first["sufficient"], true, "{class}: {first}");
        let changed = checked_with(&diff, &class);
        assert_eq!(changed.code, 0, "{class}: {changed:?}");
    }
}

/// An algorithm that is wrong whoever else runs is not repaired by locks.
#[test]
fn a_wrong_algorithm_gets_no_block() {
    let named = ["--classpath", "classes", "--class", "samples.Backwards", "--spec", "queue"];
    let client = ["--client", "offer(1); offer(2); poll() || poll()", "--patch", "never.diff"];
    let told = run(&[&named[..], &client].concat());
    assert_eq!(told.code, 1, "{told:?}");
    let words = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("No block to make atomic is suggested"), "{words}");
    assert!(words.contains("would be wrong even if every call were atomic"), "{words}");
    assert!(words.contains("never.diff is not written: there is no repair"), "{words}");
    assert!(!place().join("never.diff").exists());
}

/// Sources of other classes, classes without lines: an answer, and no change.
#[test]
fn what_cannot_be_changed() {
    fs::create_dir_all(place().join("other")).expect("a folder");
    let other = "package samples;\n\npublic class Shelf {\n".to_owned()
        + &"    // nothing\n".repeat(20)
        + "}\n";
    file("other/Shelf.java", other);
    let told = shelf(&["--sources", "other", "--patch", "none.diff"]);
    assert_eq!(told.code, 1);
    assert!(told.out.contains("has no method take above line 17"), "{}", told.out);
    assert!(!place().join("none.diff").exists());

    let compiled = shell("mkdir -p bare && javac -g:none -d bare Shelf.java");
    assert_eq!(compiled.code, 0, "{compiled:?}");
    let named = ["--classpath", "bare", "--class", "samples.Shelf", "--client", CLIENT];
    let told = run(&named);
    assert_eq!(told.code, 1);
    assert!(told.out.contains("samples.Shelf has no line numbers"), "{}", told.out);

    let unwritable = shelf(&["--patch", "no/such/folder/fix.diff"]);
    assert_eq!(unwritable.code, 2, "{unwritable:?}");
}
