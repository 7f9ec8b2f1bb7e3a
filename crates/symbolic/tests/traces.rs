//! Small programs in, guarded traces out.
//!
//! A fixture holds cases: `=== title`, a program, `---`, its trace. Several files
//! of one program are separated by `// file: name` (or `# file: name`). Write the
//! title and the program, run with `UPDATE_EXPECT=1`, and read what was added.

mod toy;

use std::path::Path;

fn check(fixture: &str, entry: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture);
    let text = std::fs::read_to_string(&path).expect("the fixture is there");
    let mut actual = String::new();
    for (title, source) in aplomb_script::testing::cases(&text) {
        let mut files: Vec<(String, String)> = vec![(entry.into(), String::new())];
        for line in source.split_inclusive('\n') {
            let name = line.strip_prefix("// file: ").or_else(|| line.strip_prefix("# file: "));
            match name {
                Some(name) => files.push((name.trim().into(), String::new())),
                None => files.last_mut().expect("there is a file").1.push_str(line),
            }
        }
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (terms, trace, program) = toy::traced(&files);
        actual.push_str(&format!("=== {title}\n{source}---\n"));
        actual.push_str(&toy::show(&terms, &trace, &program));
    }
    expect_test::expect_file![path].assert_eq(&actual);
}

#[test]
fn javascript() {
    check("javascript.txt", "app.js");
}

#[test]
fn python() {
    check("python.txt", "app.py");
}
