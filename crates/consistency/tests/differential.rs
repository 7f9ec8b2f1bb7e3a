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

use aplomb_consistency::execution::{EventTrace, History, View};
use aplomb_consistency::live::replay_on;
use aplomb_consistency::program::Lock;
use aplomb_consistency::{Checked, Database, Options, Symbol, Value, Verdict, Violation};
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
    /// Programs of which something is answered with *unknown*.
    unknown: usize,
    /// Outcomes that need a commit in the middle of a statement.
    middle: usize,
    /// Witnesses that were executed, and did as predicted.
    replayed: usize,
    differences: Vec<String>,
}

/// What the comparison of one program gave.
#[derive(Default)]
struct Compared {
    unknown: bool,
    middle: usize,
    replayed: usize,
    differences: Vec<String>,
}

/// Takes for granted that the outcome is one of these, or none of them.
fn assume(program: &mut aplomb_consistency::Program, outcomes: &[Outcome], are: bool) {
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
}

/// The outcome that a violation shows.
fn outcome_of(checked: &Checked, violation: &Violation) -> Outcome {
    let named = checked.program.params.iter().zip(&violation.execution.params);
    let outcome = named.filter(|(param, _)| param.name.starts_with('p') && !param.fresh);
    let number = |value: &Value| match value {
        Value::Int(number) => i64::try_from(*number).unwrap(),
        other => panic!("{other} is no number"),
    };
    outcome.map(|(_, value)| number(value)).collect()
}

/// Whether somebody commits while a statement goes through its rows, although
/// it does not wait for a lock: servers do that, but not when they are driven
/// statement by statement.
fn in_the_middle(checked: &Checked, violation: &Violation) -> bool {
    let History::Transactions { views, .. } = &violation.execution.history else { return false };
    checked.program.transactions.iter().enumerate().any(|(index, transaction)| {
        let View::Statements(seen) = &views[index] else { return false };
        transaction.statements.iter().enumerate().any(|(number, statement)| {
            if number == 0 || !statement.continues || seen[number] == seen[number - 1] {
                return false;
            }
            // Who has committed since then was waited for, if it held what the step
            // before locks.
            let new = seen[number].iter().filter(|it| !seen[number - 1].contains(*it));
            let held = |event: &EventTrace, other: usize| {
                let mut locks = violation.outcome.happened(other);
                let row = event.place.row();
                locks.any(|it| it.lock.excludes(event.lock) && it.place.row() == row)
            };
            let new: Vec<usize> = new.collect();
            let waits = |event: &EventTrace| {
                event.statement == number - 1
                    && event.lock >= Lock::Shared
                    && new.iter().any(|&other| held(event, other))
            };
            !violation.outcome.happened(index).any(waits)
        })
    })
}

/// More such outcomes than this are not looked for.
const MIDDLE: usize = 12;

/// Where the model and the server disagree about a program.
fn differences(
    program: &Program,
    product: Product,
    database: &Database,
    observed: &BTreeSet<Outcome>,
    address: &str,
) -> Compared {
    let (file, code) = program.code(product);
    let summary = files::summarize(file, &code);
    assert_eq!(summary.problems, [], "{code}");
    let ask = |outcomes: &[Outcome], are: bool| {
        let mut asked = summary.program.clone();
        if let Some(versions) = asked.versions.as_deref_mut() {
            assume(&mut versions.program, outcomes, are);
        }
        assume(&mut asked, outcomes, are);
        database.check(&asked, &Options::default()).unwrap()
    };
    let mut compared = Compared::default();
    for (number, outcome) in observed.iter().enumerate() {
        assert_eq!(outcome.len(), program.width());
        let checked = ask(std::slice::from_ref(outcome), true);
        match &checked.verdict {
            // What is known of one outcome must be executable.
            Verdict::Violated(violation) if number == 0 => {
                match replay_on(&checked.program, violation, address, files::deadline()) {
                    Ok(replayed) if replayed.reproduced => compared.replayed += 1,
                    Ok(replayed) => compared.differences.push(format!(
                        "the witness of {outcome:?} is not executed as predicted:\n{}",
                        replayed.log.join("\n")
                    )),
                    Err(error) => compared.differences.push(format!("{outcome:?}: {error}")),
                }
            }
            Verdict::Violated(_) => {}
            Verdict::Unknown { .. } => compared.unknown = true,
            _ => compared
                .differences
                .push(format!("the server shows {outcome:?}, which the model does not have")),
        }
    }
    let mut known: Vec<Outcome> = observed.iter().cloned().collect();
    while compared.middle <= MIDDLE {
        let checked = ask(&known, false);
        match &checked.verdict {
            Verdict::Holds => break,
            Verdict::Violated(violation) if in_the_middle(&checked, violation) => {
                compared.middle += 1;
                known.push(outcome_of(&checked, violation));
            }
            Verdict::Violated(violation) => {
                let outcome = outcome_of(&checked, violation);
                let message = "the model has what the server does not show";
                compared.differences.push(format!("{message}: {outcome:?}"));
                break;
            }
            Verdict::Unknown { .. } => {
                compared.unknown = true;
                break;
            }
            other => {
                compared.differences.push(format!("{other:?}"));
                break;
            }
        }
    }
    compared
}

fn compare(address: &str, product: Product, levels: &[&str], default: u64) {
    let (programs, first) = (number("APLOMB_PROGRAMS", default), number("APLOMB_SEED", 0));
    let mut all = Vec::new();
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
                            differences(&program, product, &database, outcomes, address)
                        };
                        let mut found = differ(&observed.outcomes);
                        // On a busy machine a schedule may come out otherwise than it
                        // was meant: what a server shows counts whenever it does.
                        for _ in 0..RETRIES {
                            if found.differences.is_empty() {
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
                        figures.unknown += usize::from(found.unknown);
                        figures.middle += found.middle;
                        figures.replayed += found.replayed;
                        let (seed, code) = (first + index, program.code(product).1);
                        let told = |it| format!("seed {seed} at {level}: {it}\n{code}");
                        figures.differences.extend(found.differences.into_iter().map(told));
                    }
                });
            }
        });
        let Figures { programs, runs, outcomes, aborted, unknown, middle, replayed, differences } =
            figures.into_inner().unwrap();
        println!(
            "{level}: {programs} programs, {runs} interleavings ({aborted} with an abort), \
             {outcomes} outcomes, {replayed} witnesses executed, {unknown} unknown, {middle} \
             outcomes in the middle of a statement, {} differences",
            differences.len()
        );
        assert!(runs > 4 * programs && outcomes > programs, "the programs are too simple");
        all.extend(differences);
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
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
    let levels = [
        "mariadb:read-committed",
        "mariadb:repeatable-read",
        "mariadb:snapshot-isolation",
        "mysql:serializable",
    ];
    compare(&server.address, Product::Mariadb, &levels, 8);
}
