//! Small handlers in, guarded traces out: what calls into packages mean.
//!
//! A fixture holds cases: `=== title`, a program, `---`, its trace. Write the
//! title and the program, run with `UPDATE_EXPECT=1`, and read what was added.

mod show;
mod silence;

use aplomb_cloud::{Application, Handler, Models, Trigger};
use aplomb_script::{FrontEnd, ModuleId, Program};
use aplomb_script_js::JavaScript;
use aplomb_script_py::Python;
use aplomb_symbolic::{Limits, Terms, Trace, execute};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The trace of the export `handler` of a program of one file.
fn trace(file: &str, source: &str) -> String {
    let program = load(file, source);
    let shown = |models| {
        let (terms, trace) = run_with(&program, file, models);
        show::show(&terms, &trace, &program)
    };
    let models = || Models::new(&Application::default());
    let trace = shown(models());
    assert_eq!(trace, shown(models().in_opposite_order()), "models that know the same call");
    trace
}

/// Executes the export `handler` of a program of one file.
fn execute_file(file: &str, source: &str) -> (Terms, Trace) {
    run(&load(file, source), file)
}

fn load(file: &str, source: &str) -> Program {
    let files: HashMap<PathBuf, String> = HashMap::from([(file.into(), source.into())]);
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let mut program = Program::default();
    program
        .load(&front_ends, &files, Path::new(""), Path::new(file))
        .expect("the program is there");
    assert!(program.diagnostics.is_empty(), "{:?}", program.diagnostics);
    program
}

fn run(program: &Program, file: &str) -> (Terms, Trace) {
    run_with(program, file, Models::new(&Application::default()))
}

fn run_with(program: &Program, file: &str, models: Models) -> (Terms, Trace) {
    let handler = Handler {
        name: "handler".into(),
        file: file.into(),
        export: "handler".into(),
        trigger: Trigger::Request,
        event: None,
        bucket: None,
        one_record: false,
        splits_batches: false,
        settings: None,
    };
    let mut terms = Terms::new();
    let entry = handler.entry(ModuleId(0));
    let trace = execute(program, &models, &mut terms, Limits::default(), &entry);
    (terms, trace)
}

fn check(fixture: &str, file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture);
    let text = std::fs::read_to_string(&path).expect("the fixture is there");
    let mut actual = String::new();
    for (title, source) in aplomb_script::testing::cases(&text) {
        actual.push_str(&format!("=== {title}\n{source}---\n{}", trace(file, &source)));
    }
    expect_test::expect_file![path].assert_eq(&actual);
}

#[test]
fn dynamodb() {
    check("dynamodb.js.txt", "app.js");
    check("dynamodb.py.txt", "app.py");
}

#[test]
fn mongodb() {
    check("mongodb.js.txt", "app.js");
    check("mongodb.py.txt", "app.py");
}

#[test]
fn pynamodb() {
    check("pynamodb.py.txt", "app.py");
}

#[test]
fn sql() {
    check("sql.js.txt", "app.js");
    check("sql.py.txt", "app.py");
}

#[test]
fn frameworks() {
    check("frameworks.js.txt", "app.js");
    check("frameworks.py.txt", "app.py");
}

#[test]
fn services() {
    check("services.js.txt", "app.js");
    check("services.py.txt", "app.py");
}
