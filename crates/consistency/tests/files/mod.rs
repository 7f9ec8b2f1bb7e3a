//! Reading models for tests.

#![allow(dead_code)]

use aplomb_cloud::{Application, Models, Table};
use aplomb_consistency::Schema;
use aplomb_consistency::summary::{self, Summary};
use aplomb_script::{FrontEnd, OnDisk, Program};
use aplomb_script_js::JavaScript;
use aplomb_script_py::Python;
use aplomb_symbolic::NoLibrary;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Until when something may take that is to come to its end.
pub fn deadline() -> Instant {
    Instant::now() + Duration::from_secs(600)
}

/// The folder of the examples.
pub fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/consistency")
}

/// Programs as people write them, each with its answers: regressions in `applications`, in
/// `outside`, `developers`, `practice` and `everyday` those of authors who had read nothing
/// but the book, in `knex` and `workday` those that were there before what they need was
/// supported, in `errands` the everyday ones written anew, in `marketplace` those of another
/// author, some with a schema of the same name, in `silent` those whose answer hangs on
/// something that nobody says, in `contest` those that were written to find wrong answers,
/// in `neighbourhood`, `assortment` and `townhall` those of three more authors.
pub fn applications() -> Vec<PathBuf> {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let folders = [
        "applications",
        "outside",
        "developers",
        "practice",
        "everyday",
        "knex",
        "workday",
        "errands",
        "marketplace",
        "silent",
        "contest",
        "neighbourhood",
        "assortment",
        "townhall",
    ];
    let entries = folders.iter().flat_map(|it| std::fs::read_dir(programs.join(it)).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    // A folder has what programs import.
    let is_code = |it: &PathBuf| it.extension().is_some_and(|it| it != "sql" && it != "prisma");
    files.retain(is_code);
    files.sort();
    files
}

/// The summary of a file with this name and text.
pub fn summarize(name: &str, text: &str) -> Summary {
    let files = HashMap::from([(PathBuf::from(name), text.to_string())]);
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let mut program = Program::default();
    let module = program.load(&front_ends, &files, Path::new(""), Path::new(name)).unwrap();
    assert!(program.diagnostics.is_empty(), "{name}: {:?}", program.diagnostics);
    summary::summarize(&program, module)
}

/// The same, with a schema beside it.
pub fn summarize_with_schema(name: &str, text: &str, schema: &Schema) -> Summary {
    let files = HashMap::from([(PathBuf::from(name), text.to_string())]);
    let mut program = Program::default();
    let module = program.load(&[&JavaScript], &files, Path::new(""), Path::new(name)).unwrap();
    assert!(program.diagnostics.is_empty(), "{name}: {:?}", program.diagnostics);
    summary::summarize_in(&program, module, &NoLibrary, schema)
}

/// The summary of a text that need not make sense; none if it cannot be read.
pub fn summarize_anything(name: &str, text: &str) -> Option<Summary> {
    let files = HashMap::from([(PathBuf::from(name), text.to_string())]);
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let mut program = Program::default();
    let module = program.load(&front_ends, &files, Path::new(""), Path::new(name)).ok()?;
    Some(summary::summarize(&program, module))
}

/// The summary of a file of the examples.
pub fn summarize_example(path: &str) -> Summary {
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let file = examples().join(path);
    let mut program = Program::default();
    let root = file.parent().expect("a folder");
    let module = program.load(&front_ends, &OnDisk, root, &file).unwrap();
    assert!(program.diagnostics.is_empty(), "{path}: {:?}", program.diagnostics);
    summary::summarize(&program, module)
}

/// The summary of a file whose code may make requests to DynamoDB.
pub fn summarize_requests(file: &Path) -> Summary {
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let mut program = Program::default();
    let root = file.parent().expect("a folder");
    let module = program.load(&front_ends, &OnDisk, root, file).unwrap();
    assert!(program.diagnostics.is_empty(), "{file:?}: {:?}", program.diagnostics);
    let schema = schema_of(file);
    let mut application = Application::default();
    let first = summary::summarize_in(&program, module, &Models::new(&application), &schema);
    let tables = first.stores.into_iter().map(|(name, key)| Table { name, key: vec![key] });
    application.tables = tables.collect();
    summary::summarize_in(&program, module, &Models::new(&application), &schema)
}

/// The schema that has the name of a program.
fn schema_of(file: &Path) -> Schema {
    let text = |extension: &str| std::fs::read_to_string(file.with_extension(extension)).ok();
    Schema::with_prisma(text("sql").as_slice(), text("prisma").as_deref())
}
