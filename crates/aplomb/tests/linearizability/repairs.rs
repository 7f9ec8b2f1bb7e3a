//! What must be atomic, as users are told.

use std::fs;

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
        "◆",
        "conflicts with step",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    let left_out = shelf(&["--no-repair"]);
    assert_eq!(left_out.code, 1);
    assert!(
        !left_out.out.contains("what to do") && !left_out.out.contains('◆'),
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

/// The change compiles, and with it all small clients are right.
#[test]
fn the_suggested_change_is_right() {
    let written = shelf(&["--patch", "shelf.diff"]);
    assert!(
        written.out.contains("shelf.diff") || written.err.contains("shelf.diff"),
        "{written:?}"
    );
    let changed = shell(
        "rm -rf changed && mkdir -p changed/classes && cp Shelf.java changed && cd changed && \
         export GIT_CEILING_DIRECTORIES=$(dirname $PWD) && git apply -p0 ../shelf.diff && \
         grep -c synchronized Shelf.java && javac -g -d classes Shelf.java && \
         aplomb linearizability --classpath classes --class samples.Shelf --quiet",
    );
    assert_eq!((changed.code, changed.out.trim()), (0, "2"), "{changed:?}");
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
