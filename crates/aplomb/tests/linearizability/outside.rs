//! Classes as application developers write them, by somebody who did not look at how they are
//! checked: the first line of each says what is true of it.

use std::{fs, path::Path, process::Command};

use crate::place::{place, run};

#[test]
fn ordinary_classes_get_the_right_verdict() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/linearizability/outside");
    let mut files: Vec<_> = fs::read_dir(sources)
        .expect("the classes are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    files.sort();
    let classes = place().join("outside");
    let compiled = Command::new("javac").arg("-g").arg("-d").arg(&classes).args(&files).output();
    let compiled = compiled.expect("these tests need `javac` on the PATH: install a JDK");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut wrong = Vec::new();
    for file in &files {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(file).expect("a class can be read");
        let code = match text.lines().next() {
            Some("// holds") => 0,
            Some("// violated") => 1,
            other => panic!("{name}: {other:?}"),
        };
        // The name alone is enough; larger clients take most of the time and are tried elsewhere.
        let larger = if code == 0 { "2000" } else { "400000" };
        let arguments = ["--classpath", "outside", &name, "--quiet", "--no-repair"];
        let run = run(&[&arguments[..], &["--limit", "300", "--larger", larger]].concat());
        if run.code != code {
            wrong.push(format!("{name}: {run:?}"));
        }
    }
    assert!(files.len() >= 30, "{} classes", files.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
