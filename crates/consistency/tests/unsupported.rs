//! Whatever stands in a statement, reading a model ends without a panic: what
//! is not supported is a problem, with its reason.

mod files;

use proptest::prelude::*;

/// Expressions, of which many are not supported.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("v".to_string()),
        Just("t.v".to_string()),
        Just("id".to_string()),
        Just("name".to_string()),
        Just("missing".to_string()),
        Just("NULL".to_string()),
        Just("'a''b'".to_string()),
        Just("$1".to_string()),
        Just("1.5".to_string()),
        Just("-3".to_string()),
        Just("CURRENT_DATE".to_string()),
        Just("ARRAY[1, 2]".to_string()),
        Just("(SELECT MAX(v) FROM t)".to_string()),
        Just("(SELECT id, v FROM t)".to_string()),
        Just("INTERVAL '1 day'".to_string()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let operator = prop::sample::select(vec![
            "=",
            "<>",
            "<",
            "+",
            "-",
            "*",
            "/",
            "%",
            "||",
            "AND",
            "OR",
            "~",
            "~*",
            "@>",
            "->",
            "->>",
            "#>",
            "&&",
            "<<",
            "^",
            "IS DISTINCT FROM",
            "LIKE",
            "ILIKE",
            "SIMILAR TO",
            "COLLATE",
            "OVERLAPS",
        ]);
        prop_oneof![
            (inner.clone(), operator, inner.clone())
                .prop_map(|(left, operator, right)| format!("({left} {operator} {right})")),
            inner.clone().prop_map(|it| format!("NOT ({it})")),
            inner.clone().prop_map(|it| format!("({it}) IS NULL")),
            inner.clone().prop_map(|it| format!("({it})::text")),
            inner.clone().prop_map(|it| format!("lower({it})")),
            inner.clone().prop_map(|it| format!("COUNT({it})")),
            inner.clone().prop_map(|it| format!("ROW_NUMBER() OVER (ORDER BY {it})")),
            inner.clone().prop_map(|it| format!("EXISTS (SELECT 1 FROM t WHERE {it})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) IN ({b}, 2)")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) = ANY({b})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("CASE WHEN {a} THEN {b} ELSE {c} END")),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("({a} BETWEEN {b} AND {c})")),
        ]
    })
}

/// Statements around such a condition.
fn statement() -> impl Strategy<Value = String> {
    let forms = prop::sample::select(vec![
        "SELECT v FROM t WHERE {}",
        "SELECT {} FROM t",
        "SELECT v FROM t WHERE id = 1 AND {} FOR UPDATE",
        "UPDATE t SET v = 2 WHERE {}",
        "UPDATE t SET v = {} WHERE id = 1",
        "DELETE FROM t WHERE {}",
        "DELETE FROM t WHERE id = 2 RETURNING {}",
        "INSERT INTO t (v, name) SELECT v, name FROM t WHERE {}",
        "INSERT INTO t (v, name) VALUES ({}, 'x')",
        "INSERT INTO t (id, v, name) VALUES (1, 2, 'x') ON CONFLICT (id) DO UPDATE SET v = {}",
    ]);
    (forms, expression()).prop_map(|(form, expression)| form.replace("{}", &expression))
}

fn model(first: &str, second: &str) -> String {
    format!(
        "import {{ Pool }} from \"pg\";\n\
         import {{ concurrently, integer, invariant, table, text }} from \"@aplomb/consistency\";\n\
         const pool = new Pool();\n\
         const t = table(\"t\", {{ v: 0, name: text }}, {{ rows: {{ 1: {{ v: 1, name: \"a\" }} }} }});\n\
         async function run(given: number) {{\n\
           const client = await pool.connect();\n\
           await client.query(\"BEGIN\");\n\
           const found = await client.query({first:?}, [given]);\n\
           if (found.rows.length === 0) {{\n\
             await client.query(\"INSERT INTO t (v, name) VALUES (3, 'new')\");\n\
           }} else {{\n\
             await client.query({second:?}, [given]);\n\
           }}\n\
           await client.query(\"COMMIT\");\n\
         }}\n\
         const given = integer(\"given\");\n\
         concurrently(() => run(given), () => run(2));\n\
         invariant(\"few\", () => t.count((row) => row.v >= 0) <= 5);\n"
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn no_statement_makes_it_panic(first in statement(), second in statement()) {
        let summary = files::summarize_anything("model.ts", &model(&first, &second));
        for problem in summary.iter().flat_map(|it| &it.problems) {
            prop_assert!(!problem.message.is_empty(), "a problem without a reason");
        }
    }
}

/// A misspelt option would be a constraint that nobody keeps.
#[test]
fn options_of_a_table_that_do_not_exist() {
    let typescript = "import { concurrently, invariant, table, transaction } from \"@aplomb/consistency\";\n\
        const t = table(\"t\", { v: 0 }, { rows: { 1: { v: 0 } }, checks: [\"v >= 0\"] });\n\
        concurrently(transaction(\"put\", () => t.write(1, { v: 1 })));\n\
        invariant(\"one\", () => t.read(1).v === 1);\n";
    let python = "from aplomb.consistency import concurrently, invariant, table, transaction\n\
        t = table(\"t\", {\"v\": 0}, rows={1: {\"v\": 0}}, uniqe=[\"v\"])\n\
        @transaction\ndef put():\n    t.write(1, {\"v\": 1})\n\
        concurrently(put)\n\
        @invariant\ndef one():\n    return t.read(1)[\"v\"] == 1\n";
    for (file, text, option) in [("m.js", typescript, "checks"), ("m.py", python, "uniqe")] {
        let problems = files::summarize(file, text).problems;
        let words = format!("`{option}` is no option of a table");
        assert!(problems.iter().any(|it| it.message.contains(&words)), "{problems:?}");
    }
}
