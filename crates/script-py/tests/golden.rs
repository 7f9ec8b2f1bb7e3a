//! Every construct: a small source in, the lowered program out.

use aplomb_script::testing::{check_fixture, check_mutations};
use aplomb_script_py::Python;
use std::path::PathBuf;

fn fixtures() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    let entries = std::fs::read_dir(folder).expect("the fixtures are there");
    entries.map(|entry| entry.expect("the folder can be read").path()).collect()
}

#[test]
fn fixtures_are_lowered_as_recorded() {
    fixtures().iter().for_each(|fixture| check_fixture(&Python, fixture));
}

#[test]
fn mutated_sources_never_panic() {
    fixtures().iter().for_each(|fixture| check_mutations(&Python, fixture, 400));
}
