//! Every driver means the same: two clients that read a number and write the next one
//! lose an update where the level permits it, whichever way they speak SQL.

mod files;

use aplomb_consistency::{Model, Options, Verdict, check};
use files::summarize;

/// Drivers of JavaScript: how they are imported, and what a client does.
const JAVASCRIPT: [(&str, &str); 11] = [
    (
        "import { Pool } from 'pg'; const pool = new Pool();",
        "const c = await pool.connect();
         await c.query('BEGIN');
         const { rows } = await c.query('SELECT n FROM t WHERE id = $1', [1]);
         await c.query('UPDATE t SET n = $1 WHERE id = 1', [rows[0].n + 1]);
         await c.query('COMMIT');
         c.release();",
    ),
    (
        "import { db } from '@vercel/postgres';",
        "const c = await db.connect();
         await c.query('BEGIN');
         const { rows } = await c.query('SELECT n FROM t WHERE id = $1', [1]);
         await c.query('UPDATE t SET n = $1 WHERE id = 1', [rows[0].n + 1]);
         await c.query('COMMIT');",
    ),
    (
        "import { Pool } from '@neondatabase/serverless'; const pool = new Pool();",
        "const c = await pool.connect();
         await c.query('BEGIN');
         const { rows } = await c.query('SELECT n FROM t WHERE id = $1', [1]);
         await c.query('UPDATE t SET n = $1 WHERE id = 1', [rows[0].n + 1]);
         await c.query('COMMIT');",
    ),
    (
        "import postgres from 'postgres'; const sql = postgres();",
        "await sql.begin(async (sql) => {
           const rows = await sql`SELECT n FROM t WHERE id = ${1}`;
           await sql`UPDATE t SET n = ${rows[0].n + 1} WHERE id = 1`;
         });",
    ),
    (
        "import pgp from 'pg-promise'; const db = pgp()({});",
        "await db.tx(async (c) => {
           const row = await c.one('SELECT n FROM t WHERE id = $1', [1]);
           await c.none('UPDATE t SET n = $1 WHERE id = 1', [row.n + 1]);
         });",
    ),
    (
        "import mysql from 'mysql'; ",
        "const c = mysql.createConnection({});
         c.beginTransaction(() => {
           c.query('SELECT n FROM t WHERE id = ?', [1], (error, rows) => {
             c.query('UPDATE t SET n = ? WHERE id = 1', [rows[0].n + 1], () => c.commit());
           });
         });",
    ),
    (
        "import mysql from 'mysql2';",
        "const c = mysql.createConnection({}).promise();
         await c.beginTransaction();
         const [rows] = await c.query('SELECT n FROM t WHERE id = ?', [1]);
         await c.query('UPDATE t SET n = ? WHERE id = 1', [rows[0].n + 1]);
         await c.commit();",
    ),
    (
        "import mysql from 'mysql2/promise';",
        "const c = await mysql.createConnection({});
         await c.beginTransaction();
         const [rows] = await c.execute('SELECT n FROM t WHERE id = ?', [1]);
         await c.execute('UPDATE t SET n = ? WHERE id = 1', [rows[0].n + 1]);
         await c.commit();",
    ),
    (
        "import mysql from 'promise-mysql';",
        "const c = await mysql.createConnection({});
         await c.beginTransaction();
         const rows = await c.query('SELECT n FROM t WHERE id = ?', [1]);
         await c.query('UPDATE t SET n = ? WHERE id = 1', [rows[0].n + 1]);
         await c.commit();",
    ),
    (
        "import mysql from 'serverless-mysql';",
        "const db = mysql();
         await db.query('START TRANSACTION');
         const rows = await db.query('SELECT n FROM t WHERE id = ?', [1]);
         await db.query('UPDATE t SET n = ? WHERE id = 1', [rows[0].n + 1]);
         await db.query('COMMIT');
         await db.end();",
    ),
    (
        "import Database from 'better-sqlite3'; const db = new Database('counters');",
        "db.transaction(() => {
           const row = db.prepare('SELECT n FROM t WHERE id = ?').get(1);
           db.prepare('UPDATE t SET n = ? WHERE id = 1').run(row.n + 1);
         })();",
    ),
];

/// Drivers of Python, with their placeholder.
const PYTHON: [(&str, &str); 8] = [
    ("psycopg2", "%s"),
    ("psycopg", "%s"),
    ("aurora_dsql_psycopg2", "%s"),
    ("aurora_dsql_psycopg", "%s"),
    ("pymysql", "%s"),
    ("MySQLdb", "%s"),
    ("mysql.connector", "%s"),
    ("sqlite3", "?"),
];

/// The verdicts under SER, SI, PSI, PC and CC.
fn verdicts(name: &str, file: &str, text: &str) -> String {
    let summary = summarize(file, text);
    assert_eq!(summary.problems, [], "{name}");
    let models = [Model::SER, Model::SI, Model::PSI, Model::PC, Model::CC];
    let verdict = |model: Model| match check(&summary.program, model, &Options::default()) {
        Ok(Verdict::Holds) => '✓',
        Ok(Verdict::Violated(_)) => '✗',
        other => panic!("{name} {model}: {other:?}"),
    };
    models.into_iter().map(verdict).collect()
}

#[test]
fn javascript() {
    for (connect, body) in JAVASCRIPT {
        let text = format!(
            "import {{ concurrently, invariant, table }} from '@aplomb/consistency';
             {connect}
             const t = table('t', {{ n: 0 }}, {{ rows: {{ 1: {{ n: 0 }} }} }});
             async function add() {{ {body} }}
             concurrently(add, add);
             invariant('both count', () => t.read(1).n === 2);"
        );
        assert_eq!(verdicts(connect, "model.ts", &text), "✓✓✓✗✗", "{connect}");
    }
}

#[test]
fn python() {
    for (package, mark) in PYTHON {
        let text = format!(
            "import {package}
from aplomb.consistency import concurrently, invariant, table
t = table('t', {{'n': 0}}, rows={{1: {{'n': 0}}}})
def add():
    connection = {package}.connect()
    cursor = connection.cursor()
    cursor.execute('SELECT n FROM t WHERE id = {mark}', (1,))
    n = cursor.fetchone()[0]
    cursor.execute('UPDATE t SET n = {mark} WHERE id = 1', (n + 1,))
    connection.commit()
concurrently(add, add)
invariant('both count', lambda: t.read(1)['n'] == 2)
"
        );
        assert_eq!(verdicts(package, "model.py", &text), "✓✓✓✗✗", "{package}");
    }
}

/// What a savepoint keeps is all that it means, until one goes back to it.
#[test]
fn savepoints() {
    for (last, expected) in [
        ("RELEASE SAVEPOINT a", None),
        (
            "ROLLBACK TO SAVEPOINT a",
            Some("what was written since the savepoint is undone here: not supported"),
        ),
    ] {
        let text = format!(
            "import {{ Pool }} from 'pg'; const pool = new Pool();
             import {{ concurrently, invariant, table }} from '@aplomb/consistency';
             const t = table('t', {{ n: 0 }}, {{ rows: {{ 1: {{ n: 0 }} }} }});
             concurrently(async () => {{
               const c = await pool.connect();
               await c.query('BEGIN');
               await c.query('SAVEPOINT a');
               await c.query('UPDATE t SET n = n + 1 WHERE id = 1');
               await c.query('{last}');
               await c.query('COMMIT');
             }});
             invariant('counted', () => t.read(1).n === 1);"
        );
        let summary = summarize("model.ts", &text);
        let said = summary.problems.first().map(|problem| problem.message.as_str());
        assert_eq!(said, expected, "{last}");
    }
}
