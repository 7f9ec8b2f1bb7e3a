//! Every construct: a small source in, the lowered program out.

use aplomb_script::testing::{check_fixtures, check_mutations};
use aplomb_script_js::JavaScript;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");

#[test]
fn fixtures_are_lowered_as_recorded() {
    check_fixtures(&JavaScript, FIXTURES);
}

#[test]
fn mutated_sources_never_panic() {
    check_mutations(&JavaScript, FIXTURES, 400);
}
