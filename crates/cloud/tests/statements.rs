//! Statements that nobody would write do no harm: whatever the text, a handler is
//! executed to its end, and what is not supported is said.

use aplomb_cloud::{Application, Handler, Models, Trigger};
use aplomb_script::{FrontEnd, Program};
use aplomb_script_js::JavaScript;
use aplomb_symbolic::{Limits, Terms, Trace, execute};
use proptest::prelude::*;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Executes a handler that sends texts through a driver.
fn trace(connect: &str, texts: &[String]) -> Trace {
    let mut source = format!("{connect}\nexports.handler = async (event) => {{\n");
    for text in texts {
        let text = serde_json::to_string(text).expect("a text");
        source.push_str(&format!("await db.query({text}, [event.a, event.b]);\n"));
    }
    source.push_str("};\n");
    let files: HashMap<PathBuf, String> = HashMap::from([("app.js".into(), source)]);
    let front_ends: [&dyn FrontEnd; 1] = [&JavaScript];
    let mut program = Program::default();
    let module = program.load(&front_ends, &files, Path::new(""), Path::new("app.js")).unwrap();
    let handler = Handler {
        name: "handler".into(),
        file: "app.js".into(),
        export: "handler".into(),
        trigger: Trigger::Request,
        event: None,
        bucket: None,
        one_record: false,
        splits_batches: false,
        settings: None,
    };
    let mut application = Application::default();
    let schema = "CREATE TABLE t (id int PRIMARY KEY, n int, s text DEFAULT 'x')";
    application.schemas.push(schema.into());
    let models = Models::new(&application);
    let mut terms = Terms::new();
    execute(&program, &models, &mut terms, Limits::default(), &handler.entry(module))
}

const DRIVERS: [&str; 2] = [
    "const { Client } = require('pg'); const db = new Client();",
    "const db = require('serverless-mysql')({ config: {} });",
];

/// Words of which statements are made.
const WORDS: &str = "SELECT INSERT INTO UPDATE DELETE FROM SET VALUES WHERE AND OR NOT NULL IS IN \
    CASE WHEN THEN ELSE END BEGIN COMMIT ROLLBACK ON CONFLICT DO NOTHING DUPLICATE KEY RETURNING \
    FOR ORDER BY LIMIT JOIN GROUP COUNT(*) COALESCE( now() t u id n s t.id excluded.n $1 $2 ? ?? \
    :a %s = <> < > + - * / || ( ) , ; ' \" ` 1 -1 'a' '' -- /* */ $$ \\ % \u{E000}0 é";

fn words() -> impl Strategy<Value = String> {
    let words: Vec<&'static str> = WORDS.split_whitespace().collect();
    proptest::collection::vec(proptest::sample::select(words), 0..24).prop_map(|w| w.join(" "))
}

/// Statements that are right but for one word.
fn almost_right() -> impl Strategy<Value = String> {
    let right = [
        "SELECT id, n + 1 AS m FROM t WHERE id = $1 AND ( n > 2 OR s IS NULL ) FOR UPDATE",
        "INSERT INTO t ( id, n ) VALUES ( $1, 2 ) ON CONFLICT ( id ) DO UPDATE SET n = excluded.n",
        "UPDATE t SET n = n + 1, s = 'a' WHERE id = $1 AND n IN ( 1, 2 )",
        "DELETE FROM t WHERE n BETWEEN 1 AND 2 RETURNING id",
    ];
    let words: Vec<&'static str> = WORDS.split_whitespace().collect();
    let word = proptest::sample::select(words);
    (proptest::sample::select(right.to_vec()), word, 0..20usize).prop_map(|(text, word, at)| {
        let mut all: Vec<&str> = text.split_whitespace().collect();
        let at = at % all.len();
        all[at] = word;
        all.join(" ")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn any_text_does_no_harm(
        texts in proptest::collection::vec(prop_oneof![words(), almost_right(), any::<String>()], 1..6),
        driver in 0..DRIVERS.len(),
    ) {
        let trace = trace(DRIVERS[driver], &texts);
        let ends = !trace.completions.is_empty() || !trace.problems.is_empty();
        prop_assert!(ends, "{texts:?}");
    }
}

#[test]
fn a_placeholder_before_the_first_is_said() {
    let trace = trace(DRIVERS[0], &["SELECT n FROM t WHERE id = $0".into()]);
    assert!(trace.problems[0].message.contains("no value is bound to placeholder 0"));
}

#[test]
fn long_conditions_do_no_harm() {
    let many = vec!["n = 1"; 5_000].join(" OR ");
    let deep = format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000));
    for condition in [many, deep] {
        let text = format!("UPDATE t SET n = 2 WHERE id = $1 AND ({condition})");
        let trace = trace(DRIVERS[0], &[text]);
        assert!(!trace.steps.is_empty() || !trace.problems.is_empty());
    }
}
