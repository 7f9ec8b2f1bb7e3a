//! Handlers that speak SQL, each checked with the others it names: `postgres.js`,
//! `mysql.js`, `drivers.js`, `knex.js`, `handlers.py`; `schema.sql` has their tables. The comment above a
//! handler begins with what is true of it, derived from the definition of retry
//! safety; a line `// today unknown` follows where Aplomb does not know.
//! `UPDATE_EXPECT=1` removes those lines where Aplomb knows by now; where it knows no more,
//! somebody has to write the line. A verdict that contradicts the truth fails.

use std::{path::Path, path::PathBuf};

use aplomb_retry::{Application, Options, Row, Word, load};

const VERDICTS: [&str; 4] = ["safe", "unsafe", "unsafe-concurrent", "unknown"];

/// One handler of a file.
struct Case {
    /// The line of the comment that says what is true.
    line: usize,
    name: String,
    /// Functions that run at the same time.
    others: Vec<String>,
    expected: String,
    /// What Aplomb says today, if a line tells.
    today: Option<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sql")
}

/// The handlers of a file, by their comments: `// unsafe-concurrent with readOrder: why`.
fn cases(text: &str, comment: &str) -> Vec<Case> {
    let lines: Vec<&str> = text.lines().collect();
    let truth = |line: &str| {
        let (truth, _) = line.strip_prefix(comment)?.split_once(": ")?;
        let (verdict, others) = truth.split_once(" with ").unwrap_or((truth, ""));
        let others = others.split(" and ").filter(|other| !other.is_empty());
        let others: Vec<String> = others.map(str::to_string).collect();
        VERDICTS.contains(&verdict).then(|| (verdict.to_string(), others))
    };
    let mut found = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        let Some((expected, others)) = truth(text) else { continue };
        let below = &lines[line + 1..];
        let name = below.iter().find_map(|line| {
            let rest = line.strip_prefix("export const ").or(line.strip_prefix("def "))?;
            rest.split([' ', '(']).next()
        });
        let name = name.expect("a handler below its comment").to_string();
        let today = below.first().and_then(|line| line.strip_prefix(comment));
        let today = today.and_then(|line| line.strip_prefix("today ")).map(str::to_string);
        found.push(Case { line, name, others, expected, today });
    }
    found
}

/// What Aplomb says of handlers, the first of them being the one in question.
fn row(path: &Path, names: &[&str]) -> Row {
    let handlers: Vec<String> =
        names.iter().map(|name| format!("{}:{name}", path.display())).collect();
    let mut loaded = load(&Application::of_handlers(Path::new("."), &handlers).unwrap());
    loaded.check(0, Options::default()).row
}

fn verdict(path: &Path, case: &Case) -> (String, String) {
    let mut names = vec![case.name.as_str()];
    names.extend(case.others.iter().map(String::as_str));
    let Row { verdict, reason, .. } = row(path, &names);
    (verdict.to_string(), reason)
}

fn check(file: &str, comment: &str) {
    let path = folder().join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let cases = cases(&text, comment);
    assert!(cases.len() > 5, "{file} has handlers with comments");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for case in cases.iter().rev() {
        let (found, reason) = verdict(&path, case);
        let promised = case.today.as_ref().unwrap_or(&case.expected);
        if found == *promised {
            continue;
        }
        if !update || found != case.expected {
            wrong.push(format!("{file}: {} is {}: {found}, {reason}", case.name, case.expected));
            continue;
        }
        lines.remove(case.line + 1);
    }
    if update {
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn postgres() {
    check("postgres.js", "// ");
}

#[test]
fn mysql() {
    check("mysql.js", "// ");
}

#[test]
fn other_drivers() {
    check("drivers.js", "// ");
}

#[test]
fn knex() {
    check("knex.js", "// ");
}

#[test]
fn python() {
    check("handlers.py", "# ");
}

/// What is not supported is named, with the statement and what would help.
#[test]
fn reasons() {
    let path = folder().join("postgres.js");
    for (name, expected) in [
        ("misspelt", "the statement `SELEC * FROM orders` cannot be read"),
        ("anyStatement", "the text of a statement is not known here; write it as a constant"),
        ("beginOnPool", "BEGIN through a pool"),
        ("unknownFunction", "what `deliver_parcel` gives is not known"),
        ("insertSelect", "INSERT ... SELECT is not supported"),
        ("writeView", "open_orders is a view"),
        ("loseSavepoint", "there is no savepoint `counted` here"),
        ("removeCart", "a delete from carts also changes tables that refer to it"),
    ] {
        let reason = row(&path, &[name]).reason;
        assert!(reason.contains(expected), "{name}: {reason}");
    }
}

/// Without a schema, the key of a table is guessed, and the verdict says so.
#[test]
fn guesses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("app.js");
    let source = r#"
        import { Pool } from "pg";
        const pool = new Pool();
        export const save = async ({ order, total }) => {
          await pool.query(
            "INSERT INTO orders (order_id, total) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [order, total],
          );
        };"#;
    std::fs::write(&path, source).unwrap();
    let row = row(&path, &["save"]);
    assert_eq!(row.verdict, Word::Safe);
    let expected = "the key of the table orders is order_id";
    assert!(row.assumptions.iter().any(|text| text == expected), "{:?}", row.assumptions);
}

/// How many rows an update changes is another number on a retry than how many it finds. Where a
/// program asks for it, nothing is said of its updates.
#[test]
fn changed_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("app.js");
    for asked in ["[closed]", "[{ changedRows }]"] {
        let shown = if asked == "[closed]" { "closed.changedRows" } else { "changedRows" };
        let source = format!(
            r#"
            import mysql from "mysql2/promise";
            const pool = mysql.createPool({{}});
            export const close = async ({{ id }}) => {{
              const {asked} = await pool.execute("UPDATE orders SET total = 0 WHERE id = ?", [id]);
              return {shown};
            }};"#
        );
        std::fs::write(&path, source).unwrap();
        let row = row(&path, &["close"]);
        assert_eq!(row.verdict, Word::Unknown, "{asked}");
        assert!(row.reason.contains("changedRows"), "{}", row.reason);
    }
}
