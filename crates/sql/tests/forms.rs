//! Text in, form out: what different databases write in different ways has one form.

use aplomb_sql::form::{Item, OnDuplicate, Product, Query, Rows, Statement, Target, Transaction};
use aplomb_sql::{Schema, Text, statements};
use proptest::prelude::*;
use std::fmt::Display;

fn list(parts: &[impl Display]) -> String {
    parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn items(items: &[Item]) -> String {
    let shown = items.iter().map(|item| match item {
        Item::All => "*".to_string(),
        Item::AllOf(table) => format!("{table}.*"),
        Item::Value { value, name } => format!("{value} as {name}"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

fn query(query: &Query) -> String {
    let tables = match &query.tables {
        Ok(tables) => list(tables),
        Err(message) => format!("? {message}"),
    };
    let Ok(select) = &query.body else { return format!("a query of {tables}") };
    let mut shown = format!("select {} of {tables}", items(&select.items));
    if let Some(condition) = &select.condition {
        shown.push_str(&format!(" where {condition}"));
    }
    for order in &query.order {
        shown.push_str(&format!(" by {}{}", order.by, if order.descending { " desc" } else { "" }));
    }
    if let Some(limit) = &query.limit {
        shown.push_str(&format!(" limit {limit}"));
    }
    if let Some(offset) = &query.offset {
        shown.push_str(&format!(" offset {offset}"));
    }
    if let Some(lock) = query.lock {
        shown.push_str(if lock.exclusive { " exclusive" } else { " shared" });
        shown.push_str(if lock.special { " special" } else { "" });
    }
    shown
}

fn show(statement: &Statement) -> String {
    let assigned = |assignments: &[aplomb_sql::form::Assignment]| {
        let shown = assignments.iter().map(|it| format!("{} := {}", it.column, it.value));
        shown.collect::<Vec<_>>().join(", ")
    };
    let returned = |given: &Option<Vec<Item>>| match given {
        Some(given) => format!(" gives {}", items(given)),
        None => String::new(),
    };
    let condition = |condition: &Option<aplomb_sql::form::Expression>| match condition {
        Some(condition) => format!(" where {condition}"),
        None => String::new(),
    };
    match statement {
        Statement::Select(select) => query(select),
        Statement::Insert(insert) => {
            let rows = match &insert.rows {
                Rows::Values(rows) => {
                    rows.iter().map(|row| format!("[{}]", list(row))).collect::<Vec<_>>().join(" ")
                }
                Rows::Query(rows) => query(rows),
            };
            let target = match &insert.target {
                Target::Any => String::new(),
                Target::Columns(columns) => format!(" on {}", columns.join(", ")),
                Target::Constraint(name) => format!(" on constraint {name}"),
            };
            let duplicate = match &insert.on_duplicate {
                OnDuplicate::Fails => "fails".into(),
                OnDuplicate::Keeps => "keeps".into(),
                OnDuplicate::Replaces => "replaces".into(),
                OnDuplicate::Updates { assignments, only_if } => {
                    format!("updates {}{}", assigned(assignments), condition(only_if))
                }
            };
            format!(
                "insert {} ({}) {rows}, duplicate{target} {duplicate}{}",
                insert.source.table,
                insert.columns.join(", "),
                returned(&insert.returning)
            )
        }
        Statement::Update(update) => format!(
            "update {}: {}{}{}",
            update.source.table,
            assigned(&update.assignments),
            condition(&update.condition),
            returned(&update.returning)
        ),
        Statement::Delete(delete) => format!(
            "delete {}{}{}",
            delete.source.table,
            condition(&delete.condition),
            returned(&delete.returning)
        ),
        Statement::Truncate(table) => format!("truncate {table}"),
        Statement::Transaction(transaction) => match transaction {
            Transaction::Begin { read_only: true, .. } => "begin, read only".into(),
            Transaction::Begin { level: None, .. } => "begin".into(),
            Transaction::Begin { level: Some(level), .. } => format!("begin: {level}"),
            Transaction::Commit => "commit".into(),
            Transaction::Rollback => "rollback".into(),
            Transaction::Savepoint(name) => format!("savepoint {name}"),
            Transaction::RollbackTo(name) => format!("rollback to {name}"),
            Transaction::Release(name) => format!("release {name}"),
            Transaction::Enter | Transaction::Exit { .. } => "block".into(),
        },
        Statement::Set { setting, .. } => format!("set: {setting:?}"),
        Statement::Define(_) => "define".into(),
        Statement::Administration => "administration".into(),
        Statement::NotSupported(message) => format!("not supported: {message}"),
    }
}

fn read(product: Product, text: &str) -> String {
    match statements(&Text::constant(text), product) {
        Ok(read) => read.iter().map(|it| show(&it.statement)).collect::<Vec<_>>().join("; "),
        Err(message) => format!("not read: {message}"),
    }
}

const EVERYBODY: [Product; 3] = [Product::Postgres, Product::Mysql, Product::Sqlite];

/// Whatever the database, these have one form.
#[test]
fn one_form_for_all() {
    for (text, expected) in [
        ("select n + 1 as m from t where id = 1", "select n + 1 as m of t where id = 1"),
        ("SELECT t.* FROM t AS u, v t", "select t.* of t, v"),
        (
            "SELECT a.x FROM a JOIN b ON a.id = b.id WHERE (b.y IS NOT NULL AND (a.z OR b.z))",
            "select a.x as x of a, b where a.id = b.id AND NOT (b.y IS NULL) AND (a.z OR b.z)",
        ),
        (
            "SELECT x FROM a ORDER BY x DESC LIMIT 2 OFFSET 1",
            "select x as x of a by x desc limit 2 offset 1",
        ),
        (
            "SELECT x FROM a WHERE y IN (SELECT y FROM b)",
            "select x as x of a, b where y IN (SELECT y FROM b)",
        ),
        ("SELECT DISTINCT x FROM a", "a query of a"),
        ("SELECT x FROM a LEFT JOIN b ON b.i = a.i", "a query of a, b"),
        ("WITH w AS (SELECT * FROM a) SELECT x FROM w GROUP BY x", "a query of a"),
        ("SELECT x FROM (SELECT * FROM a) s", "a query of a"),
        (
            "INSERT INTO t (id, n) VALUES (1, DEFAULT), (2, 3)",
            "insert t (id, n) [1, DEFAULT] [2, 3], duplicate fails",
        ),
        (
            "INSERT INTO t (id, n) SELECT id, n FROM u WHERE n > 1",
            "insert t (id, n) select id as id, n as n of u where n > 1, duplicate fails",
        ),
        ("UPDATE t SET n = n + 1 WHERE id = 1", "update t: n := n + 1 where id = 1"),
        ("DELETE FROM t WHERE n BETWEEN 1 AND 2", "delete t where n BETWEEN 1 AND 2"),
        ("COMMIT", "commit"),
        ("ROLLBACK", "rollback"),
        ("SAVEPOINT a", "savepoint a"),
        ("ROLLBACK TO SAVEPOINT a", "rollback to a"),
        ("RELEASE SAVEPOINT a", "release a"),
        ("CREATE TABLE t (id int PRIMARY KEY)", "define"),
        ("SELECT x OVER", "select x as OVER of "),
    ] {
        for product in EVERYBODY {
            let expected = match product {
                // What is not quoted is spelled in lower case.
                Product::Postgres => expected.replace("OVER", "over"),
                _ => expected.into(),
            };
            assert_eq!(read(product, text), expected, "{product:?}: {text}");
        }
    }
}

#[test]
fn each_in_its_own_way() {
    for (product, text, expected) in [
        (
            Product::Postgres,
            "INSERT INTO t (id, n) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET n = excluded.n + t.n \
             WHERE t.n < 5 RETURNING id",
            "insert t (id, n) [1, 2], duplicate on id updates n := excluded.n + t.n where t.n < 5 \
             gives id as id",
        ),
        (
            Product::Postgres,
            "INSERT INTO t VALUES (1) ON CONFLICT ON CONSTRAINT k DO NOTHING",
            "insert t () [1], duplicate on constraint k keeps",
        ),
        (
            Product::Mysql,
            "INSERT INTO t (id, n) VALUES (1, 2) ON DUPLICATE KEY UPDATE n = VALUES(n) + 1",
            "insert t (id, n) [1, 2], duplicate updates n := excluded.n + 1",
        ),
        (
            Product::Mysql,
            "INSERT INTO t (id, n) VALUES (1, 2) AS fresh ON DUPLICATE KEY UPDATE n = fresh.n",
            "insert t (id, n) [1, 2], duplicate updates n := excluded.n",
        ),
        (Product::Mysql, "INSERT IGNORE INTO t SET id = 1", "insert t (id) [1], duplicate keeps"),
        (Product::Mysql, "REPLACE INTO t (id) VALUES (1)", "insert t (id) [1], duplicate replaces"),
        (
            Product::Sqlite,
            "INSERT OR REPLACE INTO t (id) VALUES (1)",
            "insert t (id) [1], duplicate replaces",
        ),
        (Product::Sqlite, "INSERT INTO t DEFAULT VALUES", "insert t () [], duplicate fails"),
        (Product::Sqlite, "SELECT max(a, b) FROM t", "select max(a, b) as max(a, b) of t"),
        (Product::Postgres, "UPDATE \"T\" SET (a, b) = (1, 2)", "update T: a := 1, b := 2"),
        (
            Product::Postgres,
            "SELECT count(*), Sum(n) FROM t",
            "select count(*) as count, sum(n) as sum of t",
        ),
        (Product::Postgres, "SELECT n FROM t FOR SHARE", "select n as n of t shared"),
        (
            Product::Postgres,
            "SELECT n FROM t FOR UPDATE SKIP LOCKED",
            "select n as n of t exclusive special",
        ),
        (Product::Mysql, "SELECT n FROM t LOCK IN SHARE MODE;", "select n as n of t shared"),
        (
            Product::Mysql,
            "SELECT n FROM t WHERE n DIV 2 = MOD(n, 3)",
            "select n as n of t where n DIV 2 = n % 3",
        ),
        (
            Product::Postgres,
            "SELECT n FROM t WHERE n IS DISTINCT FROM 1 AND n / 2.0 IS NOT DISTINCT FROM 1",
            "select n as n of t where NOT (n <=> 1) AND n / 2.0 <=> 1",
        ),
        (Product::Mysql, "SELECT n FROM t LIMIT 1, 2", "select n as n of t limit 2 offset 1"),
        (
            Product::Postgres,
            "SELECT now(), CURRENT_DATE",
            "select now() as now, current_date() as current_date of ",
        ),
        (Product::Postgres, "BEGIN ISOLATION LEVEL SERIALIZABLE", "begin: serializable"),
        (Product::Mysql, "START TRANSACTION", "begin"),
        (Product::Postgres, "TRUNCATE t", "truncate t"),
    ] {
        assert_eq!(read(product, text), expected, "{text}");
    }
}

/// What SET says of transactions, whatever it is called.
#[test]
fn levels_that_are_set() {
    let session = |level: &str| format!("set: Session {{ level: \"{level}\" }}");
    let next =
        |level: &str| format!("set: Transaction {{ level: Some(\"{level}\"), read_only: false }}");
    let other = || "set: Other".to_string();
    let (postgres, mysql) = (Product::Postgres, Product::Mysql);
    for (product, text, expected) in [
        (postgres, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", next("serializable")),
        (
            postgres,
            "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ",
            session("repeatable-read"),
        ),
        (
            postgres,
            "SET default_transaction_isolation TO 'read committed'",
            session("read-committed"),
        ),
        (postgres, "SET transaction_isolation = 'serializable'", next("serializable")),
        (postgres, "SET LOCAL default_transaction_isolation = 'serializable'", other()),
        (postgres, "SET default_transaction_isolation TO DEFAULT", other()),
        (postgres, "SET session_replication_role = replica", other()),
        (postgres, "SET search_path TO shop", "set: Unnoticed".into()),
        (
            mysql,
            "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
            session("read-committed"),
        ),
        (mysql, "set  local  transaction isolation level serializable", session("serializable")),
        (mysql, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED", next("read-committed")),
        (mysql, "SET @@transaction_isolation = 'READ-COMMITTED'", next("read-committed")),
        (mysql, "SET @@session.tx_isolation = 'SERIALIZABLE'", session("serializable")),
        (mysql, "SET transaction_isolation = 'SERIALIZABLE'", session("serializable")),
        (mysql, "SET GLOBAL transaction_isolation = 'SERIALIZABLE'", other()),
        (mysql, "SET @@global.tx_isolation = 'SERIALIZABLE'", other()),
        (mysql, "SET foreign_key_checks = 0", other()),
        (mysql, "SET NAMES utf8mb4", "set: Unnoticed".into()),
    ] {
        assert_eq!(read(product, text), expected, "{text}");
    }
    let global = read(mysql, "SET GLOBAL TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    assert!(global.contains("not supported"), "{global}");
}

/// What has no form is kept, and says what it is.
#[test]
fn nothing_is_left_away() {
    for (text, expected) in [
        ("UPDATE t SET n = 1 FROM u", "an update of several tables"),
        ("DELETE FROM t USING u", "a delete from several tables"),
        ("UPDATE t SET n = sum(n) OVER ()", "sum(n) OVER ()"),
        ("SELECT (1, 2) FROM t", "(1, 2)"),
        ("CREATE TABLE t AS SELECT 1", "copies rows"),
        ("MERGE INTO t USING u ON t.i = u.i WHEN MATCHED THEN DELETE", "not supported"),
        ("COMMIT AND CHAIN", "begins where another one ends"),
        ("SELEC", "cannot be read"),
    ] {
        let shown = read(Product::Postgres, text);
        assert!(shown.contains(expected), "{text}: {shown}");
    }
}

/// Words of which statements are made.
const WORDS: &str = "SELECT INSERT INTO UPDATE DELETE FROM SET VALUES WHERE AND OR NOT NULL IS IN \
    CASE WHEN THEN ELSE END BEGIN COMMIT ROLLBACK TO SAVEPOINT ON CONFLICT DO NOTHING DUPLICATE \
    KEY RETURNING FOR ORDER BY LIMIT OFFSET JOIN LEFT GROUP COUNT(*) COALESCE( now() EXISTS( WITH \
    AS UNION ALL REPLACE TRUNCATE CREATE TABLE VIEW t u id n s t.id excluded.n $1 ? :a %s = <> < \
    > + - * / || ( ) , ; ' \" ` 1 -1 'a' '' -- /* */ $$ \\ % \u{E000}0 é";

fn words() -> impl Strategy<Value = String> {
    let words: Vec<&'static str> = WORDS.split_whitespace().collect();
    proptest::collection::vec(proptest::sample::select(words), 0..24).prop_map(|w| w.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn any_text_does_no_harm(text in prop_oneof![words(), any::<String>()], product in 0..3usize) {
        let shown = read(EVERYBODY[product], &text);
        prop_assert!(!shown.contains('\u{E000}'), "{shown}");
    }
}

/// As long and as deep as a text can be.
#[test]
fn long_texts_do_no_harm() {
    let sum = vec!["1"; 30_000].join("+");
    let any = vec!["n=1"; 10_000].join(" OR ");
    let deep = format!("{}1{}", "(".repeat(20_000), ")".repeat(20_000));
    for part in [sum, any, deep] {
        for product in EVERYBODY {
            assert!(!read(product, &format!("UPDATE t SET n = 2 WHERE {part}")).is_empty());
        }
    }
}

/// Joins that have no condition nest, each in the one before it.
#[test]
fn many_joins_do_no_harm() {
    for many in [10, 50, 500, 501, 5_000] {
        let query = format!("SELECT * FROM t{}", " LEFT JOIN t".repeat(many));
        for product in EVERYBODY {
            let refused = read(product, &query).contains("too many joins");
            assert_eq!(refused, many > 500, "{many} joins");
        }
        let schema = Schema::of(&[format!("CREATE VIEW v AS {query}")]);
        // A view that is not read is no table either.
        let view = schema.view("v", Product::Postgres).expect("a view");
        assert!(many <= 500 || view.tables.is_err(), "{many} joins");
    }
}

/// The parser reads these joins, but not what it makes of them, with all the parentheses.
#[test]
fn a_view_that_cannot_be_read_again_is_no_table() {
    let view = format!("CREATE VIEW v AS SELECT * FROM t{}", " LEFT JOIN t".repeat(100));
    let schema = Schema::of(&[view]);
    let query = statements(&Text::constant("SELECT * FROM v"), Product::Postgres);
    let query = query.expect("a query").remove(0).statement;
    let shown = show(&schema.without_views(&query, Product::Postgres));
    assert_eq!(shown, "a query of ? a view that cannot be read");
}

#[test]
fn queries_of_views_are_queries_of_tables() {
    let schema = Schema::of(&["CREATE TABLE orders (id int, total int, status text); \
        CREATE VIEW open AS SELECT id, total AS sum FROM orders WHERE status = 'open'; \
        CREATE VIEW large AS SELECT * FROM open WHERE sum > 10; \
        CREATE VIEW totals AS SELECT status, sum(total) FROM orders GROUP BY status; \
        CREATE VIEW a AS SELECT * FROM b; CREATE VIEW b AS SELECT * FROM a;"
        .into()]);
    for (text, expected) in [
        (
            "SELECT sum FROM open WHERE id = 1 ORDER BY sum",
            "select total as sum of orders where status = 'open' AND id = 1 by total",
        ),
        (
            "SELECT * FROM large",
            "select id as id, total as sum of orders where status = 'open' AND total > 10",
        ),
        ("SELECT status FROM totals", "a query of orders"),
        ("SELECT missing FROM open", "a query of orders"),
        ("SELECT o.id FROM open o JOIN users u ON u.id = o.id", "a query of orders, users"),
        ("SELECT x FROM a", "a query of ? views that are made of each other"),
        ("DELETE FROM open", "delete open"),
    ] {
        let read = statements(&Text::constant(text), Product::Postgres).expect("a statement");
        let statement = schema.without_views(&read[0].statement, Product::Postgres);
        assert_eq!(show(&statement), expected, "{text}");
    }
}
