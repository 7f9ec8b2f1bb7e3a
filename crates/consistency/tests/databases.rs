//! What the table of databases says, as verdicts.

mod files;

use aplomb_consistency::{Database, Options, Verdict, check, fixture};
use aplomb_report::Cause;

fn holds(text: &str, database: &Database) -> bool {
    let program = fixture::parse(text).unwrap();
    let program = database.adapt(&program).unwrap_or_else(|reason| panic!("{database}: {reason}"));
    check(&program, database.isolation, &Options::default()).unwrap().holds()
}

/// A client that updates and then reads its own row.
const OWN_WRITE: &str =
    "x = 0\nput: x := 1\nget: r = x; return r = r\nsession put get\ninv get.r == 1";

/// Settings at which a client need not see what it did before: reads may go to
/// replicas, or the level promises nothing to sessions.
const WITHOUT_SESSIONS: [&str; 12] = [
    "rds-postgres-cluster:repeatable-read",
    "mariadb-galera:repeatable-read",
    "spanner:stale-read",
    "dynamodb:batch",
    "dynamodb:global-tables",
    "cassandra:any",
    "mongodb:causal-majority-w1",
    "mongodb:causal-local-majority",
    "mongodb:local",
    "cosmosdb:consistent-prefix",
    "cosmosdb:eventual",
    "cosmosdb:stored-procedure",
];

#[test]
fn a_client_reads_its_own_writes_where_there_is_one_server() {
    for database in Database::all() {
        let promised = !WITHOUT_SESSIONS.contains(&database.name);
        // A plain read of DynamoDB may be answered from the past.
        let promised = promised && database.name != "dynamodb:eventual";
        assert_eq!(holds(OWN_WRITE, database), promised, "{database}");
    }
}

fn named(name: &str) -> Database {
    name.parse().unwrap()
}

/// What a request does at once is atomic, however reads are answered.
#[test]
fn a_conditional_write_is_atomic_at_dynamodb() {
    let once = "x = 0\nn = 0\nT1: update x := x + 1\nT2: update x := x + 1\ninv x == 2";
    assert!(holds(once, &named("dynamodb:eventual")));
    assert!(holds(once, &named("dynamodb:strong")));
}

/// Several requests are not one transaction.
#[test]
fn what_a_setting_does_not_promise_is_said() {
    let two = fixture::parse("x = 0\nT1: r = x; x := r + 1\ninv x == 1").unwrap();
    for name in ["dynamodb:strong", "cassandra:lwt", "cosmosdb:strong"] {
        let reason = named(name).adapt(&two).unwrap_err();
        assert!(reason.contains("several requests"), "{name}: {reason}");
    }
    assert!(named("sqlserver:repeatable-read").adapt(&two).is_ok());
}

/// A request deals with one item, unless it is a transaction of the interface.
#[test]
fn several_items_are_not_one_request() {
    let both =
        fixture::parse("x = 0\ny = 0\nT1: r = x + y; return r = r\nT2: x := 1\ninv T1.r == 0");
    let both = both.unwrap();
    assert_eq!(both.transactions[0].statements.len(), 1);
    for name in ["dynamodb:strong", "cassandra:lwt", "cosmosdb:strong", "mongodb:causal-majority"] {
        let reason = named(name).adapt(&both).unwrap_err();
        assert!(reason.contains("several items"), "{name}: {reason}");
    }
    assert!(named("dynamodb:transactions").adapt(&both).is_ok());
}

/// The items of a batch are written one by one, in any order.
#[test]
fn a_batch_is_no_unit() {
    let mixed = "x = 0\ny = 0\nT1: x := 1; y := 1\nT2: x := 2; y := 2\ninv x == y";
    assert!(!holds(mixed, &named("dynamodb:batch")));
}

/// A lock of Galera holds on its node only.
#[test]
fn a_lock_on_another_node_protects_nothing() {
    let skew = "x = 1\ny = 1\n\
                T1: r = lock x; s = lock y; if r + s >= 2 { x := 0 }\n\
                T2: r = lock x; s = lock y; if r + s >= 2 { y := 0 }\n\
                inv x + y >= 1";
    assert!(holds(skew, &named("mariadb:repeatable-read")));
    assert!(!holds(skew, &named("mariadb-galera:repeatable-read")));
}

/// More time does not help where nothing is promised.
#[test]
fn what_is_not_promised_is_not_a_matter_of_time() {
    let two = fixture::parse("x = 0\nT1: r = x; x := r + 1\ninv x == 1").unwrap();
    let checked = named("dynamodb:strong").check(&two, &Options::default()).unwrap();
    let Verdict::Unknown { cause, .. } = checked.verdict else { panic!("{:?}", checked.verdict) };
    assert_eq!(cause, Cause::NotSupported);
}

/// Two columns of one row that together are not below zero; each client changes the one
/// that it is given.
fn two_columns(first: &str, second: &str) -> String {
    format!(
        "import {{ concurrently, invariant, table, transaction }} from \"@aplomb/consistency\";\n\
         const accounts = table(\"accounts\", {{ a: 50, b: 50 }}, {{ rows: {{ 1: {{ a: 50, b: 50 }} }} }});\n\
         const take = (column) => transaction(column, () => {{\n\
           const row = accounts.read(1);\n\
           if (row.a + row.b >= 80) accounts.write(1, {{ [column]: row[column] - 80 }});\n\
         }});\n\
         concurrently(take(\"{first}\"), take(\"{second}\"));\n\
         invariant(\"not overdrawn\", () => accounts.read(1).a + accounts.read(1).b >= 0);\n"
    )
}

/// Snapshot isolation keeps writers of one row apart, unless it looks at columns.
#[test]
fn writers_of_different_columns_need_not_meet() {
    let verdict = |name: &str, first: &str, second: &str| {
        let summary = files::summarize("model.js", &two_columns(first, second));
        assert_eq!(summary.problems, []);
        named(name).check(&summary.program, &Options::default()).unwrap().verdict
    };
    assert!(verdict("postgres:repeatable-read", "a", "b").holds());
    for name in ["yugabytedb:repeatable-read", "spanner:repeatable-read"] {
        assert!(verdict(name, "a", "a").holds(), "{name}");
        let Verdict::Unknown { reason, .. } = verdict(name, "a", "b") else {
            panic!("{name} looks for conflicts column by column")
        };
        assert!(reason.contains("change different columns of `accounts`"), "{reason}");
    }
    assert!(verdict("yugabytedb:serializable", "a", "b").holds());
    let violated = verdict("yugabytedb:read-committed", "a", "b");
    assert!(violated.violation().is_some(), "{violated:?}");
}

/// Who takes a row locks it first, and looks at another one.
const LOCKED_SKEW: &str = "x = 1\ny = 1\n\
    T1: r = lock x; s = lock y; if r + s >= 2 { x := 0 }\n\
    T2: r = lock x; s = lock y; if r + s >= 2 { y := 0 }\n\
    inv x + y >= 1";

/// Where locks are documented, they count; where they are not, what rests on them is unknown.
#[test]
fn what_rests_on_locks_is_known_where_they_are_documented() {
    let verdict = |text: &str, name: &str| {
        let program = fixture::parse(text).unwrap();
        named(name).check(&program, &Options::default()).unwrap().verdict
    };
    for name in [
        "oracle:read-committed",
        "oracle:serializable",
        "aurora-dsql:repeatable-read",
        "cockroachdb:read-committed",
        "spanner:repeatable-read",
        "yugabytedb:read-committed",
    ] {
        assert!(verdict(LOCKED_SKEW, name).holds(), "{name}");
        let unlocked = LOCKED_SKEW.replace("lock ", "");
        assert!(verdict(&unlocked, name).violation().is_some(), "{name}");
    }
    for name in ["yugabytedb:repeatable-read", "cockroachdb:repeatable-read", "sqlserver:snapshot"]
    {
        let Verdict::Unknown { reason, .. } = verdict(LOCKED_SKEW, name) else {
            panic!("{name}: its locks are not described")
        };
        assert!(reason.contains(&format!("what locks promise at {name} is not known")), "{reason}");
        let unlocked = LOCKED_SKEW.replace("lock ", "");
        assert!(verdict(&unlocked, name).violation().is_some(), "{name}");
    }
}

/// A lock of columns keeps nobody from changing others of the same row.
#[test]
fn a_lock_of_one_column_need_not_meet_a_change_of_another() {
    let model = "import { concurrently, invariant, table, transaction } from \"@aplomb/consistency\";\n\
        const rooms = table(\"rooms\", { open: 1, guests: 0 }, { rows: { 1: { open: 1, guests: 0 } } });\n\
        const enter = transaction(\"enter\", () => {\n\
          if (rooms.lock(1).open === 1) rooms.write(1, { guests: 1 });\n\
        });\n\
        const close = transaction(\"close\", () => {\n\
          if (rooms.lock(1).guests === 0) rooms.write(1, { open: 0 });\n\
        });\n\
        concurrently(enter, close);\n\
        invariant(\"nobody is in a closed room\", () => rooms.read(1).open + rooms.read(1).guests <= 1 || rooms.read(1).open === 1);\n";
    let summary = files::summarize("model.js", model);
    assert_eq!(summary.problems, []);
    let verdict = |name: &str| named(name).check(&summary.program, &Options::default()).unwrap();
    assert!(verdict("postgres:repeatable-read").verdict.holds());
    let Verdict::Unknown { reason, .. } = verdict("spanner:repeatable-read").verdict else {
        panic!("its locks are those of columns")
    };
    assert!(reason.contains("different columns of `rooms`"), "{reason}");
    // The same for any number of instances.
    assert!(named("spanner:repeatable-read").adapt(&summary.program).is_err());
}
