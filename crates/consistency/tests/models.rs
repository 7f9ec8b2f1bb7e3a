//! Models in TypeScript and Python: from the file to the verdicts.

mod files;

use aplomb_consistency::question::{idle::idle, repeat::repeat};
use aplomb_consistency::summary::Summary;
use aplomb_consistency::{Model, Options, Verdict, check};
use files::{summarize, summarize_example};

/// The benchmarks of the paper's Table 2, with the verdicts under SER, SI,
/// PSI, PC and CC.
const TABLE2: [(&str, &str); 8] = [
    ("auction_v1", "✓✗✗✗✗"),
    ("auction_v2", "✓✓✓✓✓"),
    ("courseware_b1", "✓✗✗✗✗"),
    ("courseware_b2", "✓✓✓✗✗"),
    ("courseware_b3", "✓✓✓✓✓"),
    ("fusionticket_b1", "✓✓✓✗✗"),
    ("fusionticket_b2", "✓✓✓✗✗"),
    ("simplebank", "✓✗✗✗✗"),
];

const SNAPSHOT: [Model; 5] = [Model::SER, Model::SI, Model::PSI, Model::PC, Model::CC];

fn verdicts(name: &str, summary: &Summary, models: &[Model], options: &Options) -> String {
    assert_eq!(summary.problems, [], "{name}");
    let verdict = |&model: &Model| match check(&summary.program, model, options).unwrap() {
        Verdict::Holds => '✓',
        Verdict::Violated(_) => '✗',
        other => panic!("{name} {model}: {other:?}"),
    };
    models.iter().map(verdict).collect()
}

#[test]
fn all_forty_verdicts_in_both_languages() {
    for (name, expected) in TABLE2 {
        for extension in ["ts", "py"] {
            let file = format!("{name}.{extension}");
            let summary = summarize_example(&file);
            let found = verdicts(&file, &summary, &SNAPSHOT, &Options::default());
            assert_eq!(found, expected, "{file} under SER, SI, PSI, PC, CC");
            // They hold for the right reason: everybody can do something.
            let idle = idle(&summary.program, &Options::default()).unwrap();
            assert!(idle.is_empty(), "{file}: {idle:?}");
        }
    }
}

/// Both languages mean the same at every model, and what the order of reads
/// decides below read atomic is decided.
#[test]
fn the_languages_agree_at_all_models() {
    for (name, _) in TABLE2 {
        let verdicts =
            |file: &str| verdicts(file, &summarize_example(file), &Model::ALL, &Options::default());
        let (typescript, python) = (format!("{name}.ts"), format!("{name}.py"));
        let found = verdicts(&typescript);
        assert_eq!(found, verdicts(&python), "{name}");
        if name == "auction_v2" {
            // SER SI PSI US PC CC UA RA PGRC MYRR MAV RC EC: bids are read before tokens.
            assert_eq!(found, "✓✓✓✓✓✓✓✓✗✓✗✗✗");
        }
    }
}

/// The same withdrawals as application code that speaks SQL.
#[test]
fn write_skew_in_application_code() {
    let models = [Model::SER, Model::SI, Model::PGRC, Model::MYRR];
    for file in ["bank/model.ts", "bank/model.py"] {
        let summary = summarize_example(file);
        let found = verdicts(file, &summary, &models, &Options::default());
        assert_eq!(found, "✓✗✗✗", "{file}");
        let names: Vec<&str> =
            summary.program.transactions.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["withdraw", "withdraw 2"], "{file}");
        // What is assumed of both is assumed of each, so they can be repeated.
        let at = |model: Model| repeat(&summary.program, model, 2, &Options::default()).unwrap();
        assert!(at(Model::SER).verdict.holds() && !at(Model::SI).verdict.holds(), "{file}");
    }
}

/// Transactions of application code, under the three ways in which they end.
#[test]
fn transactions_of_application_code() {
    let model = |product: &str, body: &str| {
        let (driver, open) = match product {
            "pg" => ("import { Pool } from 'pg';", "new Pool()"),
            _ => ("import mysql from 'mysql2/promise';", "mysql.createPool({})"),
        };
        let text = format!(
            "{driver}
             import {{ concurrently, integer, invariant, table }} from '@aplomb/consistency';
             const accounts = table('accounts', {{ balance: 0 }},
               {{ rows: {{ 1: {{ balance: 100 }} }} }});
             const pool = {open};
             async function pay(amount) {{ {body} }}
             const [a, b] = [integer('a'), integer('b')];
             invariant('not overdrawn', () => accounts.read(1).balance >= 0);
             concurrently(() => pay(a), () => pay(b));"
        );
        summarize("model.ts", &text)
    };
    let models = [Model::SER, Model::SI, Model::PGRC, Model::MYRR];
    let verdicts = |product: &str, body: &str| {
        verdicts(body, &model(product, body), &models, &Options::default())
    };
    // The application computes.
    let computes = |select: &str| {
        format!(
            "const client = await pool.connect();
             await client.query('BEGIN');
             const found = await client.query('{select}', [1]);
             const balance = found.rows[0].balance;
             if (balance < amount) {{ await client.query('ROLLBACK'); return false; }}
             await client.query('UPDATE accounts SET balance = $1 WHERE id = $2', [balance - amount, 1]);
             await client.query('COMMIT');
             return true;"
        )
    };
    let select = "SELECT balance FROM accounts WHERE id = $1";
    // A lost update keeps the balance from being negative; it loses money, though.
    assert_eq!(verdicts("pg", &computes(select)), "✓✓✓✓");
    // The database computes, what the application has checked before.
    let checked = computes(select).replace("SET balance = $1", "SET balance = balance - $1");
    let checked = checked.replace("[balance - amount, 1]", "[amount, 1]");
    assert_eq!(verdicts("pg", &checked), "✓✓✗✗");
    let locked = checked.replace(select, &format!("{select} FOR UPDATE"));
    assert_eq!(verdicts("pg", &locked), "✓✓✓✓");
    // One statement checks and changes; outside of a transaction it is one.
    let one = "const done = await pool.query(
        'UPDATE accounts SET balance = balance - $1 WHERE id = 1 AND balance >= $1', [amount]);
        return done.rowCount === 1;";
    assert_eq!(verdicts("pg", one), "✓✓✓✓");
    let mysql = "const connection = await pool.getConnection();
        await connection.beginTransaction();
        const [rows] = await connection.query('SELECT balance FROM accounts WHERE id = ?', [1]);
        if (rows[0].balance >= amount) {
          await connection.execute('UPDATE accounts SET balance = balance - ? WHERE id = ?', [amount, 1]);
        }
        await connection.commit();";
    assert_eq!(verdicts("mysql", mysql), "✓✓✗✗");
    // What is never committed never happens.
    let forgotten = checked.replace("await client.query('COMMIT');", "");
    assert_eq!(verdicts("pg", &forgotten), "✓✓✓✓");
}

/// A program in TypeScript whose body is given.
fn javascript(body: &str) -> Summary {
    let all = "abort, assume, boolean, concurrently, integer, invariant, table, text, \
               transaction, variable";
    summarize("model.ts", &format!("import {{ {all} }} from '@aplomb/consistency';\n{body}"))
}

fn at(body: &str, models: &[Model]) -> String {
    verdicts(body, &javascript(body), models, &Options::default())
}

/// G1 to G7: where a published encoding differs from the axioms.
#[test]
fn gap_programs() {
    let cells = |names: &str| -> String {
        names.split(' ').map(|name| format!("const {name} = variable('{name}', 0);\n")).collect()
    };
    let g1 = "const add = transaction(() => x.write(x.read() + 1));
              invariant('two', () => x.read() === 2); concurrently(add, add);";
    assert_eq!(at(&(cells("x") + g1), &SNAPSHOT), "✓✓✓✗✗");
    let g2 = "const silent = transaction(() => x.write(0));
              const add = transaction(() => x.write(x.read() + 1));
              invariant('zero', () => x.read() === 0); concurrently(silent, add);";
    assert_eq!(at(&(cells("x") + g2), &SNAPSHOT), "✗✗✗✗✗");
    let g3 = "const add = transaction(() => x.write(x.read() + 1));
              invariant('two', () => x.read() === 2);
              concurrently(add, transaction(() => y.write(1)), add);";
    assert_eq!(at(&(cells("x y") + g3), &SNAPSHOT), "✓✓✓✗✗");
    let g4 = "const add = transaction(() => z.write(z.read() + 1));
              invariant('two', () => z.read() === 2);
              concurrently(transaction(() => x.write(1)), transaction(() => y.write(1)), add, add);";
    assert_eq!(at(&(cells("x y z") + g4), &SNAPSHOT), "✓✓✓✗✗");
    let g5 = "const t1 = transaction(() => { o1.write(1 + w.read()); x.write(1); });
              const t2 = transaction(() => { w.write(2); y.write(1); });
              const t3 = transaction(() => { o3.write(1 + x.read() + 2 * y.read()); w.write(3); });
              const t4 = transaction(() => [x.read(), y.read(), w.read()]);
              const [, , , seen] = concurrently(t1, t2, t3, t4);
              invariant('no view without t2', () => !(w.read() === 3 && o1.read() === 1 &&
                o3.read() === 1 && seen[0] === 1 && seen[1] === 0 && seen[2] === 3));";
    assert_eq!(at(&(cells("x y w o1 o3") + g5), &SNAPSHOT), "✓✓✓✓✗");
    let g6 = "const a = transaction(() => { oa.write(1 + y.read() + z.read()); x.write(1); });
              const b = transaction(() => { ob.write(1 + x.read() + z.read()); y.write(1); });
              const c = transaction(() => { oc.write(1 + x.read() + y.read()); z.write(1); });
              const look = transaction(() => 1 + x.read() + 2 * y.read() + 4 * z.read());
              const [, , , p, q] = concurrently(a, b, c, look, look);
              invariant('views are comparable', () => !(oa.read() === 1 && ob.read() === 1 &&
                oc.read() === 1 && p === 4 && q === 7));";
    assert_eq!(at(&(cells("x y z oa ob oc") + g6), &SNAPSHOT), "✓✓✗✓✗");
    let g7 = cells("x")
        + "const add = transaction((by) => x.write(x.read() + by));
           invariant('at most one', () => x.read() <= 1);
           concurrently(() => add(1), () => add(1), () => add(-1));";
    assert_eq!(at(&g7, &[Model::SER]), "✓");
    let every_subset = Options { every_subset: true, ..Options::default() };
    assert_eq!(verdicts("G7", &javascript(&g7), &[Model::SER], &every_subset), "✗");
}

#[test]
fn locks_updates_sessions_and_rows() {
    use Model::{CC, MYRR, PGRC, SER, SI};
    // One statement does what a read and a write do not.
    let add = |how: &str| {
        format!(
            "const x = variable('x', 0); const add = transaction(() => {how});
             invariant('two', () => x.read() === 2); concurrently(add, add);"
        )
    };
    assert_eq!(at(&add("x.write(x.read() + 1)"), &[SI, PGRC, MYRR]), "✓✗✗");
    assert_eq!(at(&add("x.update((old) => old + 1)"), &[SI, PGRC, MYRR]), "✓✓✓");
    assert_eq!(at(&add("x.write(x.lock() + 1)"), &[SI, PGRC, MYRR]), "✓✓✓");
    // The transactions of one client are a session.
    let session = "const x = variable('x', 0);
        const put = transaction(() => x.write(1)); const get = transaction(() => x.read());
        const [seen] = concurrently(() => { put(); return get(); });
        invariant('reads its writes', () => seen === 1);";
    assert_eq!(javascript(session).program.sessions, [[0, 1]]);
    assert_eq!(at(session, &[SER]), "✗");
    // A row is inserted once, whoever comes first; and what is rolled back is not there.
    let insert = "const users = table('users', { age: 0 }, { rows: {} });
        const log = variable('log', 0);
        const join = transaction((age) => { users.insert('ann', { age }); log.write(age); });
        invariant('the log tells the age', () => users.read('ann').age === log.read());
        concurrently(() => join(30), () => join(40));";
    assert_eq!(at(insert, &[SER, SI, PGRC]), "✓✓✓");
    // Keys can be the same.
    let keys = "const t = table('t', 0); const [a, b] = [integer('a'), integer('b')];
        const add = transaction((key) => t.write(key, t.read(key) + 1));
        invariant('counted', () => t.read(a) + t.read(b) >= (a === b ? 4 : 2));
        concurrently(() => add(a), () => add(b));";
    assert_eq!(at(keys, &[SER, SI, CC]), "✓✓✗");
    // Any rows that satisfy a condition.
    let rows = "const t = table('t', { balance: integer }, { where: (row) => row.balance >= 0 });
        const key = integer('key');
        const pay = transaction((key, amount) => {
          const { balance } = t.read(key); if (balance >= amount) t.write(key, { balance: balance - amount });
        });
        invariant('not overdrawn', () => t.read(key).balance >= 0);
        concurrently(() => pay(key, integer('m')), () => pay(integer('other'), integer('n')));";
    assert_eq!(at(rows, &[SER, SI, CC]), "✓✓✓");
}

/// Truth values, texts and numbers count as true as the languages say.
#[test]
fn truth_of_what_was_read() {
    let model = |initial: &str, written: &str| {
        format!(
            "const x = variable('x', {initial}); const y = variable('y', 0);
             const look = transaction(() => {{ if (x.read()) y.write(1); }});
             const put = transaction(() => x.write({written}));
             invariant('unseen', () => y.read() === 0); concurrently(put, look);"
        )
    };
    for (initial, written, expected) in [
        ("false", "true", "✗"),
        ("false", "false", "✓"),
        ("0", "7", "✗"),
        ("0", "0", "✓"),
        ("''", "'a'", "✗"),
        ("''", "''", "✓"),
    ] {
        assert_eq!(at(&model(initial, written), &[Model::SER]), expected, "{initial} {written}");
    }
    // Truth values in invariants, parameters and arithmetic.
    let body = "const done = variable('done', false); const p = boolean('p');
        const finish = transaction((how) => done.write(how));
        invariant('not done', () => !done.read()); concurrently(() => finish(p));";
    assert_eq!(at(body, &[Model::SER]), "✗");
    assert_eq!(at(&format!("{body} assume(!p);"), &[Model::SER]), "✓");
}

/// What cannot be modelled exactly is said, and where.
#[test]
fn what_is_not_understood_is_said() {
    let cases = [
        ("for (let i = 0; i < x.read(); i++) y.write(i);", "constant bound"),
        ("for (let i = 0; i < x.read(); i++) y.write(y.read() + 1);", "constant bound"),
        ("while (x.read() > 0) x.write(x.read() - 1);", "loop"),
        ("x.write(x.read() / 3);", "no exact model"),
        ("x.write(Math.random());", "reproducible"),
        ("fetch('https://example.org');", "fetch"),
        ("x.write('text');", "holds values of sort"),
        ("x.write(1.5);", "not an integer"),
        ("assume(x.read() > 0);", "top of the file"),
        ("z.read();", "not"),
    ];
    for (body, expected) in cases {
        let summary = javascript(&format!(
            "const x = variable('x', 0); const y = variable('y', 0);
             const t = transaction(() => {{ {body} }});
             invariant('any', () => x.read() >= 0); concurrently(t, t);"
        ));
        let messages: Vec<&str> = summary.problems.iter().map(|it| it.message.as_str()).collect();
        assert!(messages.iter().any(|it| it.contains(expected)), "{body}: {messages:?}");
    }
}

#[test]
fn mistakes_outside_of_transactions_are_said() {
    let prefix = "const x = variable('x', 0); const put = transaction(() => x.write(1));
                  invariant('any', () => x.read() >= 0);";
    for (body, expected) in [
        ("concurrently(() => putt());", "putt"),
        ("concurrently(put, () => { throw new Error('no'); });", "exception: Error: no"),
        ("concurrently(put); concurrently(put);", "called twice"),
        ("concurrently(put());", "inside `concurrently"),
        ("put(); concurrently(put);", "inside `concurrently"),
        ("const y = variable('x', 1); concurrently(put);", "declared twice"),
        (
            "assume(integer('m') > 0); concurrently(put, () => integer('m'));",
            "`m` is declared twice",
        ),
        ("x.write(3); concurrently(put);", "inside transactions"),
        ("const y = variable('y'); concurrently(put);", "holds at the start"),
        ("", "no transaction runs"),
    ] {
        let summary = javascript(&format!("{prefix}{body}"));
        let messages: Vec<&str> = summary.problems.iter().map(|it| it.message.as_str()).collect();
        assert!(messages.iter().any(|it| it.contains(expected)), "{body}: {messages:?}");
    }
}

/// Statements that go to a pool are not one transaction, whatever stands
/// around them, and the connection that a transaction has is the only one.
#[test]
fn a_pool_is_not_a_connection() {
    let model = |driver: &str, body: &str| {
        let open = match driver {
            "pg" => "import { Pool } from 'pg'; const pool = new Pool();",
            _ => "import mysql from 'mysql2/promise'; const pool = mysql.createPool({});",
        };
        let text = format!(
            "{open}
             import {{ concurrently, invariant, table }} from '@aplomb/consistency';
             const counters = table('counters', {{ n: 0 }}, {{ rows: {{ 1: {{ n: 0 }} }} }});
             async function add() {{ {body} }}
             concurrently(add, add);
             invariant('both count', () => counters.read(1).n === 2);"
        );
        summarize("model.ts", &text)
    };
    let rows = |driver: &str| if driver == "pg" { "found.rows" } else { "found[0]" };
    let add = |driver: &str, to: [&str; 4]| {
        let rows = rows(driver);
        format!(
            "const client = await pool.{};
             await {}.query('BEGIN');
             const found = await {}.query('SELECT n FROM counters WHERE id = 1 FOR UPDATE');
             const n = {rows}[0].n + 1;
             await {}.query('UPDATE counters SET n = ' + 7 + ' WHERE id = 1');
             await {}.query('COMMIT');",
            if driver == "pg" { "connect()" } else { "getConnection()" },
            to[0],
            to[1],
            to[2],
            to[3]
        )
        .replace("' + 7 + '", if driver == "pg" { "$1" } else { "?" })
        .replace("WHERE id = 1');\n             await", "WHERE id = 1', [n]);\n             await")
    };
    for driver in ["pg", "mysql2"] {
        let at = |to: [&str; 4]| model(driver, &add(driver, to));
        let good = at(["client"; 4]);
        assert_eq!(verdicts(driver, &good, &[Model::PGRC], &Options::default()), "✓");
        assert!(aplomb_consistency::pool::finding(&good.pooled).is_none(), "{driver}");
        let bad = at(["pool"; 4]);
        assert_eq!(verdicts(driver, &bad, &[Model::PGRC], &Options::default()), "✗", "{driver}");
        let finding = aplomb_consistency::pool::finding(&bad.pooled).expect("a finding");
        assert_eq!(finding.code().to_string(), "AP209");
        // One statement strays to the pool.
        let stray = at(["client", "pool", "client", "client"]);
        assert!(stray.problems.iter().any(|it| it.message.contains("not part of it")));
        assert!(aplomb_consistency::pool::finding(&stray.pooled).is_some(), "{driver}");
    }
}

/// Statements that have no meaning here are named, with the statement.
#[test]
fn unsupported_sql_is_said() {
    let cases = [
        ("SELECT balance FROM accounts GROUP BY balance", "not supported"),
        ("SELECT a.balance FROM accounts a LEFT JOIN accounts b ON b.id = a.id", "not supported"),
        ("SELECT a.balance FROM accounts a JOIN owners o ON o.id = a.id", "no table `owners`"),
        ("UPDATE accounts SET balance = NULL WHERE id = 1", "may become null"),
        ("UPDATE accounts SET balance = sqrt(balance) WHERE id = 1", "sqrt"),
        ("UPDATE accounts SET colour = 1 WHERE id = 1", "no column `colour`"),
        ("SELECT balance FROM accounts WHERE id = 1 FOR UPDATE SKIP LOCKED", "not supported"),
        ("SELECT balance FROM accounts WHERE id = 1 FOR UPDATE NOWAIT", "not supported"),
        ("DELETE FROM audits WHERE id = 1", "no table `audits`"),
        ("SELEC", "cannot be read"),
        ("TRUNCATE accounts", "not supported"),
    ];
    for (statement, expected) in cases {
        let text = format!(
            "import {{ Pool }} from 'pg';
             import {{ concurrently, invariant, table }} from '@aplomb/consistency';
             const accounts = table('accounts', {{ balance: 0 }}, {{ rows: {{ 1: {{ balance: 5 }} }} }});
             const pool = new Pool();
             invariant('any', () => accounts.read(1).balance >= 0);
             concurrently(async () => {{ await pool.query({statement:?}); }});"
        );
        let summary = summarize("model.ts", &text);
        let messages: Vec<&str> = summary.problems.iter().map(|it| it.message.as_str()).collect();
        assert!(messages.iter().any(|it| it.contains(expected)), "{statement}: {messages:?}");
    }
}
