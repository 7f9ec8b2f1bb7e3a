//! `aplomb consistency` as users run it.

mod contract;

use std::{fs, path::Path, process::Command};

use serde_json::Value;

/// What a run leaves behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_aplomb"))
        .arg("consistency")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    Run {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs on an example.
fn example(arguments: &[&str]) -> Run {
    run_in(&root().join("examples/consistency"), arguments)
}

/// Runs on a file with this text.
fn with_text(name: &str, text: &str, arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), text).unwrap();
    let mut all = vec![name];
    all.extend(arguments);
    run_in(folder.path(), &all)
}

fn data(run: &Run) -> Value {
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    contract::check(&report);
    report["data"].clone()
}

/// The benchmarks of Table 2 through the command line, with the exit code of
/// each of the forty cells.
#[test]
fn table_2() {
    let expected = [
        ("auction_v1.ts", "01111"),
        ("auction_v2.py", "00000"),
        ("courseware_b1.py", "01111"),
        ("courseware_b2.ts", "00011"),
        ("courseware_b3.ts", "00000"),
        ("fusionticket_b1.py", "00011"),
        ("fusionticket_b2.ts", "00011"),
        ("simplebank.py", "01111"),
    ];
    for (file, codes) in expected {
        let models = ["SER", "SI", "PSI", "PC", "CC"];
        let found: String = models
            .iter()
            .map(|model| {
                let run = example(&[file, "--model", model, "--no-remedies", "--quiet"]);
                assert_eq!(run.err, "", "{file} {model}");
                run.code.to_string()
            })
            .collect();
        assert_eq!(found, codes, "{file} under SER, SI, PSI, PC, CC");
    }
}

#[test]
fn the_report_has_all_levels_and_the_execution() {
    let run = example(&["simplebank.ts", "--models", "all", "--no-remedies", "--format", "json"]);
    assert_eq!(run.code, 1);
    let data = data(&run);
    let levels = data["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 13);
    let holds: Vec<&str> = levels
        .iter()
        .filter(|row| row["verdict"] == "holds")
        .map(|row| row["model"].as_str().unwrap())
        .collect();
    assert_eq!(holds, ["SER", "US"]);
    let snapshot = levels.iter().find(|row| row["model"] == "SI").unwrap();
    assert_eq!(snapshot["anomaly"], "write skew");
    assert_eq!(snapshot["execution"]["arbitration"].as_array().unwrap().len(), 2);
    assert_eq!(data["transactions"], serde_json::json!(["withdraw", "withdraw 2"]));
}

#[test]
fn the_weakest_level_is_the_question_if_none_is_given() {
    let run = example(&["fusionticket_b1.ts", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert_eq!(data(&run)["weakest"], serde_json::json!(["UA"]));
    // What fails serially fails everywhere.
    let text =
        "import { variable, transaction, invariant, concurrently } from '@aplomb/consistency';
        const x = variable('x', 0);
        invariant('zero', () => x.read() === 0);
        concurrently(transaction('one', () => x.write(1)));";
    let run = with_text("model.js", text, &[]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.out.contains("AP207"), "{}", run.out);
}

#[test]
fn remedies_are_part_of_the_answer() {
    let run = example(&["simplebank.ts", "--database", "postgres:repeatable-read"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("run all of them at postgres:serializable"), "{}", run.out);
    assert!(run.out.contains("write `current account` back"), "{}", run.out);
}

/// Code that speaks SQL is asked at the levels of its database, and breaks
/// where the default does.
#[test]
fn the_levels_are_those_of_the_database() {
    let run = example(&["bank/model.ts", "--format", "json"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let answer = data(&run)["answer"].as_str().unwrap().to_owned();
    assert_eq!(
        answer,
        "PostgreSQL: READ COMMITTED (default) and REPEATABLE READ break it, SERIALIZABLE keeps it"
    );
}

#[test]
fn repetition_and_induction() {
    let text = "import { variable, transaction, invariant, concurrently, integer } from '@aplomb/consistency';
        const stock = variable('stock', 3);
        const buy = transaction('buy', (n) => {
          const left = stock.read();
          if (n > 0 && left >= n) stock.write(left - n);
        });
        invariant('not negative', () => stock.read() >= 0);
        concurrently(() => buy(integer('n')));";
    let run = with_text("model.js", text, &["--model", "CC", "--inductive"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("any number of transactions"), "{}", run.out);
    let run = with_text("model.js", text, &["--model", "CC", "--repeat", "3", "--format", "json"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert_eq!(data(&run)["levels"][0]["instances"], 3);
    let limited = text.replace("left >= n", "left >= 1");
    let run = with_text("model.js", &limited, &["--model", "SER", "--repeat", "2", "--quiet"]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
}

/// Application code that talks to DynamoDB: what is computed between two
/// requests is lost at any level, what one request does is not.
#[test]
fn requests_to_dynamodb() {
    for (file, code) in [("model.ts", 1), ("model.py", 1), ("fixed.ts", 0)] {
        let file = format!("tickets/{file}");
        let run = example(&[&file, "--database", "dynamodb:strong"]);
        assert_eq!(run.code, code, "{file}: {}{}", run.out, run.err);
        assert!(run.out.contains("promised is sold"), "{file}: {}", run.out);
    }
}

/// A question that takes too long is unknown, and says why.
#[test]
fn a_timeout_is_said() {
    let many: String = (1..=14)
        .map(|i| format!("const t{i} = transaction('t{i}', () => {{ const v = x.read(); x.write(v * v + {i} * y.read()); y.write(y.read() * v - {i}); }});\n"))
        .collect();
    let clients: Vec<String> = (1..=14).map(|i| format!("t{i}")).collect();
    let text = format!(
        "import {{ variable, transaction, invariant, concurrently }} from '@aplomb/consistency';
         const x = variable('x', 1); const y = variable('y', 1);
         {many}
         invariant('never', () => x.read() * x.read() !== 1789 * y.read() + 3);
         concurrently({});",
        clients.join(", ")
    );
    let run = with_text("model.js", &text, &["--model", "CC", "--timeout", "1"]);
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    assert!(run.out.contains("unknown") && run.out.contains("time"), "{}", run.out);
}

/// Bad input: exit code 2 with a message, or *unknown* with the place.
#[test]
fn bad_input() {
    let model = |body: &str| {
        format!(
            "import {{ variable, transaction, invariant, concurrently, integer, assume }} \
             from '@aplomb/consistency';\nconst x = variable('x', 0);\n{body}"
        )
    };
    let run = with_text("model.js", &model(""), &["--model", "XX"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("PGRC"), "{}", run.err);
    let run = with_text("model.js", &model(""), &["--database", "postgres:chaos"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("postgres:repeatable-read"), "{}", run.err);
    let run = run_in(&root(), &["no-such-file.ts"]);
    assert_eq!(run.code, 2, "{}", run.err);
    let run = with_text("model.rb", "", &[]);
    assert_eq!(run.code, 2, "{}", run.err);

    let loops = model(
        "concurrently(transaction('t', () => { while (x.read() > 0) x.write(x.read() - 1); }));
         invariant('any', () => x.read() >= 0);",
    );
    let empty = model("");
    for (file, text) in [("model.js", "import { from;"), ("model.py", "def f(:\n")] {
        let run = with_text(file, text, &["--model", "SI"]);
        assert_eq!(run.code, 2, "{text}: {}{}", run.out, run.err);
        assert!(
            run.err.contains(&format!("{file}:1:")) && run.err.contains("syntax"),
            "{}",
            run.err
        );
    }
    for (text, reason) in [(&loops, "loop"), (&empty, "no transaction")] {
        let run = with_text("model.js", text, &["--model", "SI"]);
        assert_eq!(run.code, 3, "{text}: {}{}", run.out, run.err);
        assert!(run.out.contains("AP290") && run.out.contains(reason), "{text}: {}", run.out);
    }

    let vacuous = model(
        "const n = integer('n'); assume(n > 1); assume(n < 1);
         invariant('any', () => x.read() === 5); concurrently(transaction('t', () => x.write(n)));",
    );
    let run = with_text("model.js", &vacuous, &["--model", "SI"]);
    assert_eq!(run.code, 3);
    assert!(run.out.contains("AP208"), "{}", run.out);

    let run = example(&["simplebank.ts", "--model", "SI", "--replay-on", "oracle://host"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("postgres://"), "{}", run.err);
    let run = example(&["simplebank.ts", "--repeat", "2"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--model SI"), "{}", run.err);
}

#[test]
fn databases_are_listed_with_their_sources() {
    let run = run_in(&root(), &["--databases"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("postgres:repeatable-read: SI"), "{}", run.out);
    assert!(run.out.contains("https://"), "{}", run.out);
}

/// A folder stands for the models in it.
#[test]
fn a_folder_is_an_argument() {
    let run = example(&["bank", "--database", "postgres:serializable", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let data = data(&run);
    let files: Vec<&str> =
        data["models"].as_array().unwrap().iter().map(|it| it["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["bank/model.py", "bank/model.ts"]);
    let run = example(&["bank", "--quiet"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let empty = tempfile::tempdir().unwrap();
    let run = run_in(empty.path(), &["."]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no models in ."), "{}", run.err);
}

/// At PostgreSQL's levels a row that is added again is another one, also in
/// what is told about it.
#[test]
fn rows_that_come_back_are_told() {
    let model = r#"
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const seats = table("seats", { guest: 0 }, { rows: { 1: { guest: 7 } } });

async function swap() {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("DELETE FROM seats WHERE id = 1");
  await client.query("INSERT INTO seats (id, guest) VALUES (1, 8)");
  await client.query("COMMIT");
  client.release();
}

async function move(): Promise<number> {
  const done = await pool.query("UPDATE seats SET guest = 9 WHERE id = 1");
  return done.rowCount;
}

const [, moved] = concurrently(swap, move);
invariant("somebody sits there, and is moved", () => moved === 1 && seats.read(1) !== null);
"#;
    let run = with_text("model.ts", model, &["--database", "postgres:read-committed"]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    assert!(run.out.contains("how it happens"), "{}", run.out);
    assert!(!run.out.contains("(added)"), "{}", run.out);
    let run = with_text("model.ts", model, &[]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
}
