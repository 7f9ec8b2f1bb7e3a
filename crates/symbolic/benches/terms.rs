//! How long it takes to build terms: what every step of every analysis does most.
//! `cargo bench -p aplomb-symbolic`.

// Divan collects the benches in a section of the linker.
#![allow(unsafe_code)]

use aplomb_symbolic::{Operator, Origin, Term, Terms};
use rustc_hash::FxHashMap;

fn main() {
    divan::main();
}

/// An arena with some unknowns.
fn unknowns(count: usize) -> (Terms, Vec<Term>) {
    let mut terms = Terms::new();
    let symbols = (0..count).map(|n| terms.fresh_symbol(format!("x{n}"), Origin::Input)).collect();
    (terms, symbols)
}

/// Conditions that are new each time.
#[divan::bench(args = [10, 100, 1000])]
fn conditions(bencher: divan::Bencher<'_, '_>, count: usize) {
    bencher.with_inputs(|| unknowns(count)).bench_local_values(|(mut terms, symbols)| {
        let mut all = terms.bool(true);
        for pair in symbols.windows(2) {
            let same = terms.equal(pair[0], pair[1]);
            let not = terms.not(same);
            all = terms.and(all, not);
        }
        (terms, all)
    });
}

/// A record whose fields are replaced one by one, and read again.
#[divan::bench(args = [10, 100])]
fn records(bencher: divan::Bencher<'_, '_>, count: usize) {
    bencher.with_inputs(|| unknowns(count)).bench_local_values(|(mut terms, symbols)| {
        let mut record = symbols[0];
        for (index, &value) in symbols.iter().enumerate() {
            let key = terms.string(format!("field {index}"));
            record = terms.apply(Operator::With, &[record, key, value]);
        }
        let last = terms.field(record, "field 0");
        (terms, last)
    });
}

/// One unknown replaced in a large condition.
#[divan::bench(args = [10, 100, 1000])]
fn substitution(bencher: divan::Bencher<'_, '_>, count: usize) {
    let condition = || {
        let (mut terms, symbols) = unknowns(count);
        let tests: Vec<Term> =
            symbols.windows(2).map(|pair| terms.apply(Operator::Less, pair)).collect();
        let all = terms.apply(Operator::And, &tests);
        (terms, symbols[0], all)
    };
    bencher.with_inputs(condition).bench_local_values(|(mut terms, symbol, all)| {
        let value = terms.number(3.0);
        let replaced = terms.substitute(all, &FxHashMap::from_iter([(symbol, value)]));
        (terms, replaced)
    });
}
