//! Real databases: what is predicted happens, and what happens was predicted.
//!
//! `APLOMB_LIVE=off` switches these tests off; `APLOMB_SCHEDULES` says how many
//! random programs to try per level.

#[path = "brute/enumerate.rs"]
mod enumerate;
mod files;
#[path = "brute/generate.rs"]
#[allow(dead_code, reason = "each test uses one of the two")]
mod generate;
#[path = "brute/random.rs"]
mod random;
#[path = "brute/result.rs"]
mod result;
mod servers;

use std::collections::BTreeSet;
use std::time::Duration;

use aplomb_consistency::execution::{Levels, Place, Row};
use aplomb_consistency::live::{Client, LiveError, Schema, connect, replay_on};
use aplomb_consistency::program::Initial;
use aplomb_consistency::program::Lock;
use aplomb_consistency::{
    Database, Isolation, Model, Options, Program, Symbol, Value, Verdict, check, fixture,
};
use random::Random;

fn isolation(name: &str) -> Isolation {
    name.parse::<Database>().unwrap().isolation
}

fn schedules(default: u64) -> u64 {
    std::env::var("APLOMB_SCHEDULES").ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

const POSTGRES: [&str; 3] =
    ["postgres:read-committed", "postgres:repeatable-read", "postgres:serializable"];
const MARIADB: [&str; 3] =
    ["mariadb:read-committed", "mariadb:repeatable-read", "mariadb:snapshot-isolation"];

/// Programs with well-known anomalies, and the paper's benchmarks.
const PROGRAMS: [(&str, &str); 16] = [
    ("lost update", "x = 0\nT1: r = x; x := r + 1\nT2: r = x; x := r + 1\ninv x == 2"),
    (
        "write skew",
        "x = 1\ny = 1\nT1: a = x; b = y; if a + b == 2 { x := 0 }\n\
         T2: a = x; b = y; if a + b == 2 { y := 0 }\ninv x + y >= 1",
    ),
    (
        "read-only anomaly",
        "x = 0\ny = 0\nT1: r = x; s = y; if r + s < 10 { x := r - 11 } else { x := r - 10 }\n\
         T2: r = y; y := r + 20\nT3: a = x; b = y; return a = a; return b = b\n\
         inv !(x == -11 && T3.a == 0 && T3.b == 20)",
    ),
    (
        "non-repeatable read",
        "x = 0\nT1: a = x; b = x; return a = a; return b = b\nT2: x := 1\ninv T1.a == T1.b",
    ),
    (
        "stale plain read after a lock",
        "x = 0\ny = 0\nT1: a = y; g = lock x; b = y; return g = g; return b = b\n\
         T2: x := 1; y := 1\ninv T1.g == 1 => T1.b == 1",
    ),
    (
        "one-sided lock",
        "x = 0\ny = 0\nT1: g = lock x; if g == 0 { y := 1 }\nT2: r = y; if r == 0 { x := 1 }\n\
         inv x + y <= 1",
    ),
    (
        "one-sided shared lock",
        "x = 0\ny = 0\nT1: g = share x; if g == 0 { y := 1 }\nT2: r = y; if r == 0 { x := 1 }\n\
         inv x + y <= 1",
    ),
    (
        "rollbacks after writes",
        "x = 0\ny = 0\nT1: x := 1; r = y; abort if r > 0\nT2: y := 1; r = x; abort if r > 0\n\
         inv !(x == 1 && y == 1)",
    ),
    ("serial bug", "x = 0\nT1: x := x + 1\nT2: x := x * 2\ninv x == 2"),
    ("auction", include_str!("programs/table2/auction_v1.txt")),
    ("tokens", include_str!("programs/table2/auction_v2.txt")),
    ("courses", include_str!("programs/table2/courseware_b1.txt")),
    ("slots", include_str!("programs/table2/courseware_b2.txt")),
    ("tickets", include_str!("programs/table2/fusionticket_b1.txt")),
    ("venues", include_str!("programs/table2/fusionticket_b2.txt")),
    ("bank", include_str!("programs/table2/simplebank_b1.txt")),
];

/// Models in the users' languages: rows that exist or not, texts, truth values.
const EXAMPLES: [&str; 5] =
    ["bank/model.ts", "bank/model.py", "auction_v1.ts", "auction_v2.py", "courseware_b1.ts"];

/// Checks a program at a level; if it is violated, the database must show it.
fn reproduce(program: &Program, level: &str, address: &str, what: &str) -> bool {
    let options = Options::default();
    let verdict = check(program, isolation(level), &options).unwrap();
    match &verdict {
        Verdict::Holds => false,
        Verdict::Violated(violation) => {
            let replayed = replay_on(program, violation, address, files::deadline()).unwrap();
            let log = replayed.log.join("\n");
            assert!(replayed.reproduced, "{what} at {level}:\n{log}\n{violation:#?}");
            true
        }
        other => panic!("{what} at {level}: {other:?}"),
    }
}

fn every_witness_reproduces(address: &str, levels: &[&str]) {
    let mut reproduced = 0;
    for level in levels {
        for (name, text) in PROGRAMS {
            let program = fixture::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            reproduced += usize::from(reproduce(&program, level, address, name));
        }
        for file in EXAMPLES {
            let summary = files::summarize_example(file);
            assert_eq!(summary.problems, [], "{file}");
            reproduced += usize::from(reproduce(&summary.program, level, address, file));
        }
        for seed in 0..schedules(5) {
            let (program, text) = random_violation(seed, isolation(level));
            assert!(reproduce(&program, level, address, &text), "{text} is reachable at {level}");
            reproduced += 1;
        }
    }
    println!("{reproduced} witnesses reproduced at {levels:?}");
}

/// A random program with an invariant that some execution breaks.
fn random_violation(seed: u64, isolation: Isolation) -> (Program, String) {
    let mut random = Random::new(seed + 31_000);
    let count = *random.pick(&[2, 3]);
    let text = generate::program(&mut random, count);
    let bare = fixture::parse(&format!("{text}inv true")).unwrap();
    let results = enumerate::results(&bare, &[Levels::uniform(isolation)], false).remove(0);
    let chosen = results.iter().nth(random.below(results.len())).expect("an execution");
    let text = format!("{text}{}", result::excludes(&bare, chosen));
    (fixture::parse(&text).unwrap(), text)
}

/// Runs random programs with real concurrency; each outcome must be one that
/// the model has.
fn no_outcome_outside_the_model(address: &str, levels: &[&str]) {
    let mut outcomes = 0;
    for level in levels {
        for seed in 0..schedules(4) {
            let mut random = Random::new(seed + 77_000);
            let count = *random.pick(&[2, 3]);
            let text = generate::program(&mut random, count);
            let mut program = fixture::parse(&format!("{text}inv true")).unwrap();
            expose_reads(&mut program);
            for round in 0..4 {
                let observed = observe(&program, isolation(level), address, seed * 31 + round);
                assert_possible(&program, isolation(level), &observed, &text);
                outcomes += 1;
            }
        }
    }
    println!("{outcomes} observed outcomes are in the model at {levels:?}");
}

/// Lets every transaction return everything it reads.
fn expose_reads(program: &mut Program) {
    for index in 0..program.transactions.len() {
        let reads: Vec<_> =
            program.transactions[index].reads().map(|(_, read)| read.cell).collect();
        program.transactions[index].returns.clear();
        for (read, cell) in reads.into_iter().enumerate() {
            let sort = program.cell_sort(cell);
            let symbol = Symbol::Read { transaction: index, read };
            let term = program.terms.symbol(symbol, sort);
            program.transactions[index].returns.push((format!("read{read}"), term));
        }
    }
}

/// What a concurrent run left: parameters, what each committed transaction
/// read, and the final values.
struct Observed {
    params: Vec<Value>,
    reads: Vec<Option<Vec<Value>>>,
    finals: Vec<(Place, Value)>,
}

fn observe(program: &Program, isolation: Isolation, address: &str, seed: u64) -> Observed {
    let mut random = Random::new(seed);
    let params: Vec<Value> =
        program.params.iter().map(|_| Value::Int(random.below(2) as i128)).collect();
    let mut admin = connect(address).unwrap();
    let schema = Schema::new(program, "aplomb_random", admin.dialect());
    let rows = all_rows(program);
    let initial = |place: &Place| match &program.tables[place.table].columns[place.column].initial {
        Initial::Fixed { default, .. } => default.clone(),
        Initial::Free => unreachable!("generated programs have fixed initial values"),
    };
    schema.create(&mut admin, &rows, &initial).unwrap();
    let reads = std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for transaction in 0..program.transactions.len() {
            let connection = connect(address).unwrap();
            let mut client = Client::new(program, schema.clone(), params.clone(), connection);
            let mut pauses = Random::new(seed * 97 + transaction as u64);
            threads.push(scope.spawn(move || {
                let mut pause = || {
                    std::thread::sleep(Duration::from_micros(pauses.below(6000) as u64));
                };
                match client.run(transaction, isolation, &mut pause) {
                    Ok(reads) => Some(reads),
                    Err(error) if error.is_abort() => None,
                    Err(error @ LiveError::Database(_)) => panic!("{error}"),
                    Err(error) => panic!("{error}"),
                }
            }));
        }
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut finals = Vec::new();
    for (table, key) in rows {
        for column in 0..program.tables[table].columns.len() {
            let place = Place { table, key: key.clone(), column };
            finals.push((place.clone(), schema.read(&mut admin, &place, Lock::No).unwrap()));
        }
    }
    schema.drop(&mut admin).unwrap();
    Observed { params, reads, finals }
}

/// The rows that generated programs can touch.
fn all_rows(program: &Program) -> BTreeSet<Row> {
    let mut rows = BTreeSet::new();
    for (table, declared) in program.tables.iter().enumerate() {
        match declared.key {
            None => drop(rows.insert((table, None))),
            Some(_) => rows.extend((0..40).map(|key| (table, Some(Value::Int(key))))),
        }
    }
    rows
}

/// The model must have an execution with exactly this outcome.
fn assert_possible(program: &Program, isolation: Isolation, observed: &Observed, text: &str) {
    let mut program = program.clone();
    let mut facts = Vec::new();
    for (param, value) in observed.params.iter().enumerate() {
        let sort = program.params[param].sort;
        let (param, value) =
            (program.terms.symbol(Symbol::Param(param), sort), program.terms.value(value.clone()));
        facts.push(program.terms.eq(param, value));
    }
    for (transaction, reads) in observed.reads.iter().enumerate() {
        let committed = program.committed(transaction);
        let Some(reads) = reads else {
            facts.push(program.terms.not(committed));
            continue;
        };
        facts.push(committed);
        for (read, value) in reads.iter().enumerate() {
            let returned = program.returned(transaction, &format!("read{read}")).unwrap();
            let value = program.terms.value(value.clone());
            facts.push(program.terms.eq(returned, value));
        }
    }
    for (place, value) in &observed.finals {
        let key = place.key.clone().map(|key| program.terms.value(key));
        let cell = aplomb_consistency::Cell { table: place.table, key, column: place.column };
        let (found, value) = (program.final_value(cell), program.terms.value(value.clone()));
        facts.push(program.terms.eq(found, value));
    }
    let all = program.terms.and(facts);
    let never = program.terms.not(all);
    program.invariants.clear();
    program.invariant("this outcome is impossible", never);
    let options = Options { every_subset: true, ..Options::default() };
    let verdict = check(&program, isolation, &options).unwrap();
    assert!(
        verdict.violation().is_some(),
        "{isolation}: outside the model: params {:?} reads {:?} finals {:?}\n{text}{verdict:?}",
        observed.params,
        observed.reads,
        observed.finals
    );
}

/// What a statement is expected to do.
enum Does {
    /// It succeeds.
    Runs,
    /// It gives this, or nothing.
    Gives(Option<&'static str>),
    /// It is refused, or would wait.
    Fails,
}
use Does::{Fails, Gives, Runs};

/// Statements on two connections, and what they do, on a table of rows with a
/// key and a value.
type Script = (&'static str, &'static [(usize, &'static str, Does)]);

/// What the model of SQL says of missing rows, phantoms and shared locks.
const POSTGRES_SCRIPTS: [Script; 3] = [
    (
        "a lock of a missing row locks nothing",
        &[
            (0, "BEGIN ISOLATION LEVEL READ COMMITTED", Runs),
            (0, "SELECT v FROM rows_of_test WHERE id = 5 FOR UPDATE", Gives(None)),
            (1, "INSERT INTO rows_of_test VALUES (5, 5)", Runs),
            (0, "SELECT v FROM rows_of_test WHERE id = 5", Gives(Some("5"))),
            (0, "COMMIT", Runs),
        ],
    ),
    (
        "phantoms at repeatable read",
        &[
            (0, "BEGIN ISOLATION LEVEL REPEATABLE READ", Runs),
            (1, "BEGIN ISOLATION LEVEL REPEATABLE READ", Runs),
            (0, "SELECT COUNT(*) FROM rows_of_test WHERE v = 7", Gives(Some("0"))),
            (1, "SELECT COUNT(*) FROM rows_of_test WHERE v = 7", Gives(Some("0"))),
            (0, "INSERT INTO rows_of_test VALUES (5, 7)", Runs),
            (1, "INSERT INTO rows_of_test VALUES (6, 7)", Runs),
            (0, "COMMIT", Runs),
            (1, "COMMIT", Runs),
            (0, "SELECT COUNT(*) FROM rows_of_test WHERE v = 7", Gives(Some("2"))),
        ],
    ),
    (
        "a shared lock of a row that changed after the snapshot is refused",
        &[
            (0, "BEGIN ISOLATION LEVEL REPEATABLE READ", Runs),
            (0, "SELECT v FROM rows_of_test WHERE id = 1", Gives(Some("0"))),
            (1, "UPDATE rows_of_test SET v = 9 WHERE id = 1", Runs),
            (0, "SELECT v FROM rows_of_test WHERE id = 1 FOR SHARE", Fails),
            (0, "ROLLBACK", Runs),
        ],
    ),
];

const MARIADB_SCRIPTS: [Script; 4] = [
    (
        "repeatable read locks the gap of a missing row",
        &[
            (0, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ", Runs),
            (0, "START TRANSACTION", Runs),
            (0, "SELECT v FROM rows_of_test WHERE id = 5 FOR UPDATE", Gives(None)),
            (1, "SET innodb_lock_wait_timeout = 1", Runs),
            (1, "INSERT INTO rows_of_test VALUES (5, 5)", Fails),
            (0, "COMMIT", Runs),
        ],
    ),
    (
        "repeatable read locks what a condition would match",
        &[
            (0, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ", Runs),
            (0, "START TRANSACTION", Runs),
            (0, "SELECT id FROM rows_of_test WHERE v = 7 FOR UPDATE", Gives(None)),
            (1, "SET innodb_lock_wait_timeout = 1", Runs),
            (1, "INSERT INTO rows_of_test VALUES (5, 7)", Fails),
            (0, "COMMIT", Runs),
        ],
    ),
    (
        "read committed locks no gaps",
        &[
            (0, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", Runs),
            (0, "START TRANSACTION", Runs),
            (0, "SELECT v FROM rows_of_test WHERE id = 5 FOR UPDATE", Gives(None)),
            (1, "SET innodb_lock_wait_timeout = 1", Runs),
            (1, "INSERT INTO rows_of_test VALUES (5, 5)", Runs),
            (0, "SELECT v FROM rows_of_test WHERE id = 5", Gives(Some("5"))),
            (0, "COMMIT", Runs),
        ],
    ),
    (
        "phantoms at repeatable read",
        &[
            (0, "START TRANSACTION", Runs),
            (1, "START TRANSACTION", Runs),
            (0, "SELECT COUNT(*) FROM rows_of_test WHERE v = 7", Gives(Some("0"))),
            (1, "SELECT COUNT(*) FROM rows_of_test WHERE v = 7", Gives(Some("0"))),
            (0, "INSERT INTO rows_of_test VALUES (5, 7)", Runs),
            (1, "INSERT INTO rows_of_test VALUES (6, 7)", Runs),
            (0, "COMMIT", Runs),
            (1, "COMMIT", Runs),
            (0, "SELECT COUNT(*) FROM rows_of_test WHERE v = 7", Gives(Some("2"))),
        ],
    ),
];

fn scripts_do_as_said(address: &str, scripts: &[Script]) {
    for (name, steps) in scripts {
        let mut connections = [connect(address).unwrap(), connect(address).unwrap()];
        for statement in [
            "DROP TABLE IF EXISTS rows_of_test",
            "CREATE TABLE rows_of_test (id INT PRIMARY KEY, v INT)",
            "INSERT INTO rows_of_test VALUES (1, 0), (9, 0)",
        ] {
            connections[0].execute(statement).unwrap();
        }
        for (connection, statement, does) in *steps {
            let connection = &mut connections[*connection];
            match does {
                Runs => connection.execute(statement).unwrap_or_else(|e| panic!("{name}: {e}")),
                Fails => assert!(connection.execute(statement).is_err(), "{name}: {statement}"),
                Gives(expected) => {
                    let value = connection.value(statement).unwrap();
                    assert_eq!(value.as_deref(), *expected, "{name}: {statement}");
                }
            }
        }
    }
}

#[test]
fn postgres() {
    if servers::switched_off() {
        return;
    }
    let server = servers::postgres();
    scripts_do_as_said(&server.address, &POSTGRES_SCRIPTS);
    every_witness_reproduces(&server.address, &POSTGRES);
    no_outcome_outside_the_model(&server.address, &POSTGRES);
}

#[test]
fn mariadb() {
    if servers::switched_off() {
        return;
    }
    let server = servers::mariadb();
    scripts_do_as_said(&server.address, &MARIADB_SCRIPTS);
    every_witness_reproduces(&server.address, &MARIADB);
    no_outcome_outside_the_model(&server.address, &MARIADB);
}

/// The levels differ where they should.
#[test]
fn predictions_differ_between_levels() {
    let at = |name: &str, level: &str| {
        let (_, text) = PROGRAMS.iter().find(|(known, _)| *known == name).unwrap();
        let program = fixture::parse(text).unwrap();
        check(&program, isolation(level), &Options::default()).unwrap().holds()
    };
    assert!(!at("lost update", "postgres:read-committed"));
    assert!(at("lost update", "postgres:repeatable-read"));
    assert!(!at("lost update", "mariadb:repeatable-read"));
    assert!(at("lost update", "mariadb:snapshot-isolation"));
    assert!(!at("write skew", "postgres:repeatable-read"));
    assert!(at("write skew", "postgres:serializable"));
    assert!(!at("read-only anomaly", "postgres:repeatable-read"));
    assert!(at("non-repeatable read", "mariadb:repeatable-read"));
    assert!(!at("stale plain read after a lock", "mariadb:repeatable-read"));
    assert!(at("stale plain read after a lock", "postgres:read-committed"));
    assert_eq!(isolation("postgres:serializable").model, Model::SER);
}
