//! Random SQL programs: every interleaving of their statements, executed on
//! PostgreSQL and MariaDB, against what the model says.
//!
//! Each outcome that a server shows must be one that the model has, or *holds*
//! could be wrong; and the model must have no other, or *violated* could be.
//! `APLOMB_PROGRAMS` says how many programs to try per level, `APLOMB_SEED`
//! where to start, `APLOMB_LIVE=off` switches the test off.

mod files;
#[path = "differential/interleave.rs"]
mod interleave;
#[path = "differential/program.rs"]
mod program;
#[path = "brute/random.rs"]
mod random;
mod servers;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use aplomb_consistency::{Database, Options, Symbol, Value, Verdict, check};
use interleave::{Outcome, Server};
use program::{Product, Program};
use random::Random;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// More interleavings than this are too many to execute.
const LIMIT: usize = 200;

/// How often a program is executed again if a server does not show what the
/// model has.
const RETRIES: usize = 4;

/// Programs that are executed at the same time.
const WORKERS: usize = 3;

/// What was compared.
#[derive(Default)]
struct Figures {
    programs: usize,
    runs: usize,
    outcomes: usize,
    aborted: usize,
    differences: Vec<String>,
}

/// Where the model and the server disagree about a program.
fn differences(
    program: &Program,
    product: Product,
    database: &Database,
    observed: &BTreeSet<Outcome>,
) -> Vec<String> {
    let (file, code) = program.code(product);
    let summary = files::summarize(file, &code);
    assert_eq!(summary.problems, [], "{code}");
    let Ok(adapted) = database.adapt(&summary.program) else { return Vec::new() };
    let width = program.width();
    let ask = |outcomes: &[&Outcome], are: bool| {
        let mut program = adapted.clone();
        let mut same = Vec::new();
        for outcome in outcomes {
            let mut parts = Vec::new();
            for (index, &value) in outcome.iter().enumerate() {
                let name = format!("p{index}");
                let param = program.params.iter().position(|it| it.name == name).unwrap();
                let sort = program.params[param].sort;
                let param = program.terms.symbol(Symbol::Param(param), sort);
                let value = program.terms.value(Value::Int(value.into()));
                parts.push(program.terms.eq(param, value));
            }
            same.push(program.terms.and(parts));
        }
        let any = program.terms.or(same);
        let assumption = if are { any } else { program.terms.not(any) };
        program.assumptions.push(assumption);
        check(&program, database.isolation, &Options::default()).unwrap()
    };
    let mut found = Vec::new();
    for outcome in observed {
        assert_eq!(outcome.len(), width);
        if ask(&[outcome], true).violation().is_none() {
            found.push(format!("the server shows {outcome:?}, which the model does not have"));
        }
    }
    let all: Vec<&Outcome> = observed.iter().collect();
    match ask(&all, false) {
        Verdict::Holds => {}
        Verdict::Violated(violation) => {
            let named = adapted.params.iter().zip(&violation.execution.params);
            let outcome: Vec<String> = named
                .filter(|(param, _)| param.name.starts_with('p') && !param.fresh)
                .map(|(_, value)| value.to_string())
                .collect();
            let shown = outcome.join(", ");
            found.push(format!("the model has [{shown}], which the server does not show"));
        }
        other => found.push(format!("{other:?}")),
    }
    found
}

fn compare(address: &str, product: Product, levels: &[&str], default: u64) {
    let (programs, first) = (number("APLOMB_PROGRAMS", default), number("APLOMB_SEED", 0));
    for level in levels {
        let database: Database = level.parse().unwrap();
        let figures = Mutex::new(Figures::default());
        let next = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for worker in 0..WORKERS {
                let (figures, next) = (&figures, &next);
                scope.spawn(move || {
                    let mut server = Server::new(address, worker);
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= programs {
                            return;
                        }
                        let mut random = Random::new(first + index + 400_000);
                        let program = program::generate(&mut random, product);
                        let observed = server.observe(&program, database.isolation, LIMIT);
                        let Some(mut observed) = observed.filter(|it| !it.ambiguous) else {
                            continue;
                        };
                        let differ = |outcomes: &BTreeSet<Outcome>| {
                            differences(&program, product, &database, outcomes)
                        };
                        let mut found = differ(&observed.outcomes);
                        // On a busy machine a schedule may come out otherwise than it
                        // was meant: what a server shows counts whenever it does.
                        for _ in 0..RETRIES {
                            if found.is_empty() {
                                break;
                            }
                            let again = server.observe(&program, database.isolation, LIMIT);
                            let more = again.map(|it| it.outcomes).unwrap_or_default();
                            observed.outcomes.extend(more);
                            found = differ(&observed.outcomes);
                        }
                        let mut figures = figures.lock().unwrap();
                        figures.programs += 1;
                        figures.runs += observed.runs;
                        figures.aborted += observed.aborted;
                        figures.outcomes += observed.outcomes.len();
                        let (seed, code) = (first + index, program.code(product).1);
                        let told = |it| format!("seed {seed} at {level}: {it}\n{code}");
                        figures.differences.extend(found.into_iter().map(told));
                    }
                });
            }
        });
        let Figures { programs, runs, outcomes, aborted, differences } =
            figures.into_inner().unwrap();
        println!(
            "{level}: {programs} programs, {runs} interleavings ({aborted} with an abort), \
             {outcomes} outcomes, {} differences",
            differences.len()
        );
        assert!(differences.is_empty(), "{}", differences.join("\n"));
        assert!(runs > 4 * programs && outcomes > programs, "the programs are too simple");
    }
}

#[test]
fn postgres() {
    if servers::switched_off() {
        return;
    }
    let server = servers::postgres();
    let levels = ["postgres:read-committed", "postgres:repeatable-read", "postgres:serializable"];
    compare(&server.address, Product::Postgres, &levels, 12);
}

#[test]
fn mariadb() {
    if servers::switched_off() {
        return;
    }
    let server = servers::mariadb();
    let levels =
        ["mariadb:read-committed", "mariadb:repeatable-read", "mariadb:snapshot-isolation"];
    compare(&server.address, Product::Mariadb, &levels, 8);
}
