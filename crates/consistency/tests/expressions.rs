//! Random SQL expressions: what a statement leaves on PostgreSQL and MariaDB, against what
//! the model says that it leaves.
//!
//! A statement sets columns of four rows to an expression, or changes and deletes the rows
//! for which a condition holds; nobody else is there. That it leaves what the server leaves
//! must hold by the solver, and that it leaves something else must break by the interpreter
//! of executions. What the model does not know is counted, and is not wrong; a statement that
//! the server refuses must be one of these, unless PostgreSQL refuses it whatever the rows are,
//! because of its types: such a program never runs. `APLOMB_EXPRESSIONS` says how many to try of each
//! driver, `APLOMB_SEED` where to start, `APLOMB_REASONS=on` lists the reasons,
//! `APLOMB_LIVE=off` switches the test off.

#[path = "expressions/case.rs"]
mod case;
mod files;
#[path = "expressions/grammar.rs"]
mod grammar;
#[path = "brute/random.rs"]
mod random;
mod servers;

use std::collections::BTreeMap;

use aplomb_consistency::live::{Connection, LiveError, connect};
use aplomb_consistency::{Model, Options, Verdict, check};
use case::{Case, Program};
use grammar::Grammar;
use random::Random;

const GRAMMAR: &str = include_str!("expressions/sql.grammar");

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// What the model says of one case.
enum Said {
    /// The same as the server.
    Same,
    /// Nothing, for this reason.
    Nothing(String),
    /// Something else.
    Other,
}

/// What a case leaves on the server.
fn leaves(server: &mut Connection, case: &Case) -> Result<Vec<Vec<String>>, LiveError> {
    server.execute("DELETE FROM t")?;
    server.execute(&case.insert())?;
    server.execute(&case.sent())?;
    Ok(server.ask("SELECT * FROM t ORDER BY id")?.rows)
}

/// What the model says of an invariant, and why it says nothing.
fn verdict(
    case: &Case,
    program: Program,
    left: &[Vec<String>],
    same: bool,
) -> Result<bool, String> {
    let code = case.code(program, left, same);
    let summary = files::summarize(program.file(), &code);
    if let Some(problem) = summary.problems.first() {
        return Err(problem.message.clone());
    }
    match check(&summary.program, Model::SER, &Options::default()).unwrap() {
        Verdict::Holds => Ok(true),
        Verdict::Violated(_) => Ok(false),
        Verdict::Unknown { reason, .. } => Err(reason),
        Verdict::Vacuous => panic!("what is bound has a value: {code}"),
    }
}

fn says(case: &Case, program: Program, left: &[Vec<String>]) -> Said {
    match (verdict(case, program, left, true), verdict(case, program, left, false)) {
        (Err(reason), _) | (_, Err(reason)) => Said::Nothing(reason),
        (Ok(true), Ok(false)) => Said::Same,
        _ => Said::Other,
    }
}

/// Whether PostgreSQL refuses a statement before it looks at rows (class 42 of its codes).
fn is_of_types(error: &LiveError) -> bool {
    error.to_string().contains("ERROR:  42")
}

fn compare(address: &str, program: Program, default: u64) {
    let (cases, first) = (number("APLOMB_EXPRESSIONS", default), number("APLOMB_SEED", 0));
    let product = if program.is_postgres() { "postgres" } else { "mysql" };
    let grammar = Grammar::of(GRAMMAR, product);
    let mut server = connect(address).unwrap();
    server.execute("DROP TABLE IF EXISTS t").unwrap();
    server.execute(&case::create(program)).unwrap();
    let (mut same, mut refused, mut never) = (0, 0, 0);
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let mut differences = Vec::new();
    for seed in first..first + cases {
        let case = Case::draw(&mut Random::new(seed + 800_000), &grammar);
        let left = leaves(&mut server, &case);
        refused += usize::from(left.is_err());
        let told = left.as_deref().unwrap_or_default();
        match (says(&case, program, told), &left) {
            (Said::Nothing(reason), _) => *unknown.entry(reason).or_default() += 1,
            (Said::Same, Ok(_)) => same += 1,
            (_, Err(error)) if is_of_types(error) => never += 1,
            (_, left) => differences.push(format!(
                "seed {seed}, {program:?}: {}\n    {}\n    the server: {left:?}",
                case.sent(),
                case.insert()
            )),
        }
    }
    let not_known: usize = unknown.values().sum();
    println!(
        "{program:?}: {cases} statements, {same} the same, {not_known} unknown ({refused} refused \
         by the server), {never} that never run, {} differences",
        differences.len()
    );
    if std::env::var("APLOMB_REASONS").is_ok() {
        let mut reasons: Vec<_> = unknown.into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        reasons.iter().take(60).for_each(|(reason, count)| println!("  {count} {reason}"));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(never * 50 < cases, "types are not looked at");
    assert!(10 * same > cases, "nearly nothing is known");
}

#[test]
fn postgres() {
    if servers::switched_off() {
        return;
    }
    let server = servers::postgres();
    compare(&server.address, Program::NodePostgres, 150);
    compare(&server.address, Program::PythonPostgres, 150);
}

#[test]
fn mariadb() {
    if servers::switched_off() {
        return;
    }
    let server = servers::mariadb();
    compare(&server.address, Program::NodeMysql, 150);
    compare(&server.address, Program::PythonMysql, 150);
}
