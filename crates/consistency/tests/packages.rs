//! The packages that models import run by themselves: a model is ordinary code.
//! An interpreter that is not installed fails its test; `scripts/install` brings it.

mod files;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use files::examples;

fn sdk(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk").join(path)
}

fn finish(command: &mut Command) -> Output {
    let output = command.output();
    output.unwrap_or_else(|error| {
        let program = command.get_program().to_owned();
        panic!("{program:?}: {error}; `scripts/install` installs it")
    })
}

#[test]
fn the_examples_run_as_python() {
    let mut count = 0;
    for entry in std::fs::read_dir(examples()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "py") {
            continue;
        }
        let mut python = Command::new("python3");
        python.arg("-B").arg(&path).env("PYTHONPATH", sdk("python"));
        let output = finish(&mut python);
        assert!(output.status.success(), "{}: {output:?}", path.display());
        count += 1;
    }
    assert!(count >= 8, "only {count} examples");
}

/// Runs the body of a model with Node; gives what it wrote to standard error.
fn node(body: &str) -> (bool, String) {
    let package = sdk("node/consistency/index.js").canonicalize().unwrap();
    let all = "abort, assume, concurrently, integer, invariant, table, transaction, variable";
    let text = format!("import {{ {all} }} from {package:?};\n{body}");
    let mut node = Command::new("node");
    let output = finish(node.args(["--input-type=module", "--eval", &text]));
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn models_run_in_node() {
    let model = |condition: &str| {
        format!(
            "const users = table('users', {{ age: 0 }}, {{ rows: {{ ann: {{ age: 30 }} }} }});
             const count = variable('count', integer);
             const join = transaction('join', (name, age) => {{
               count.update((n) => n + 1);
               users.insert(name, {{ age }});
               if (age < 0) abort('not born');
               return age;
             }});
             invariant('all', () => {condition});
             const [a, b, c] = concurrently(
               () => join('ann', 1), () => join('bob', integer('age', 40)), () => join('eve', -1));
             invariant('results', () => a === undefined && b === 40 && c === undefined);"
        )
    };
    // Ann is there already and Eve is not born: both are rolled back.
    let right = "count.read() === 1 && users.read('eve') === null && users.read('bob').age === 40";
    assert_eq!(node(&model(right)), (true, String::new()));
    let (succeeded, message) = node(&model("count.read() === 3"));
    assert!(!succeeded && message.contains("violated even one after the other: all"), "{message}");
}
