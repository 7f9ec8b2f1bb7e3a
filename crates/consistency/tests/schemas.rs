//! What a schema beside the model says: constraints, cascades, defaults, views,
//! triggers.

mod files;

use aplomb_consistency::{Database, Options, Schema, Verdict};
use files::summarize_with_schema;

const SCHEMA: &str = "
    CREATE TABLE orders (id int PRIMARY KEY, number int UNIQUE, state text DEFAULT 'new');
    CREATE TABLE lines (id int PRIMARY KEY, order_id int REFERENCES orders (id) ON DELETE CASCADE,
        amount int NOT NULL, CHECK (amount > 0));
    CREATE TABLE notes (id int PRIMARY KEY, order_id int REFERENCES orders (id) ON DELETE SET NULL);
    CREATE TABLE bills (id int PRIMARY KEY, order_id int REFERENCES orders (id));
    CREATE TABLE audited (id int PRIMARY KEY, v int);
    CREATE TRIGGER t AFTER UPDATE ON audited FOR EACH ROW EXECUTE FUNCTION f();
    CREATE VIEW open_orders AS SELECT id, number FROM orders WHERE state = 'new';
";

const HEAD: &str = r#"
    import { Pool } from "pg";
    import { concurrently, integer, invariant, nullable, table, text } from "@aplomb/consistency";
    const pool = new Pool();
    const orders = table("orders", { number: integer, state: text },
      { rows: { 1: { number: 7, state: "new" } } });
    const lines = table("lines", { order_id: integer, amount: integer },
      { rows: { 5: { order_id: 1, amount: 3 } } });
    const notes = table("notes", { order_id: nullable(integer) }, { rows: { 6: { order_id: 1 } } });
    const bills = table("bills", { order_id: integer }, { rows: [] });
"#;

fn verdict(body: &str, level: &str) -> Result<Verdict, String> {
    let schema = Schema::of(&[SCHEMA.to_string()]);
    let summary = summarize_with_schema("model.ts", &format!("{HEAD}{body}"), &schema);
    if let Some(problem) = summary.problems.first() {
        return Err(problem.message.clone());
    }
    let database: Database = level.parse().unwrap();
    Ok(database.check(&summary.program, &Options::default()).unwrap().verdict)
}

#[track_caller]
fn holds(body: &str) {
    for level in ["postgres:read-committed", "postgres:repeatable-read"] {
        let verdict = verdict(body, level);
        assert!(verdict.as_ref().is_ok_and(Verdict::holds), "{level}: {verdict:?}");
    }
}

#[track_caller]
fn breaks(body: &str) {
    let verdict = verdict(body, "postgres:read-committed");
    assert!(verdict.as_ref().is_ok_and(|it| it.violation().is_some()), "{verdict:?}");
}

#[test]
fn what_is_deleted_takes_rows_with_it() {
    let remove = r#"
        concurrently(() => pool.query("DELETE FROM orders WHERE id = 1"));
    "#;
    holds(&format!("{remove} invariant(\"gone\", () => orders.read(1) === null);"));
    holds(&format!("{remove} invariant(\"with its lines\", () => lines.read(5) === null);"));
    let note = "notes.read(6) !== null && notes.read(6)!.order_id === null";
    holds(&format!("{remove} invariant(\"the note stays\", () => {note});"));
}

#[test]
fn a_line_that_comes_at_the_same_time_goes_too_or_is_refused() {
    holds(
        r#"
        async function add() {
          try {
            await pool.query("INSERT INTO lines (id, order_id, amount) VALUES (9, 1, 2)");
          } catch (error) {
            if (error.code !== "23503") throw error;
          }
        }
        concurrently(() => pool.query("DELETE FROM orders WHERE id = 1"), add);
        invariant("no line without an order", () => lines.count(() => true) === 0);
    "#,
    );
}

#[test]
fn rows_that_others_refer_to_stay() {
    holds(
        r#"
        async function bill() {
          try {
            await pool.query("INSERT INTO bills (id, order_id) VALUES (1, 1)");
          } catch (error) {}
        }
        async function remove() {
          try {
            await pool.query("DELETE FROM orders WHERE id = 1");
          } catch (error) {}
        }
        concurrently(bill, remove);
        invariant("a bill has an order", () => bills.read(1) === null || orders.read(1) !== null);
    "#,
    );
}

#[test]
fn unique_columns_checks_and_defaults() {
    let insert = |number: u32| {
        format!(
            r#"
            async function order(id: number) {{
              try {{
                await pool.query("INSERT INTO orders (id, number) VALUES ($1, {number})", [id]);
                return true;
              }} catch (error) {{
                return false;
              }}
            }}
            const [a, b] = concurrently(() => order(2), () => order(3));
            "#
        )
    };
    holds(&format!("{} invariant(\"taken\", () => !a && !b);", insert(7)));
    holds(&format!("{} invariant(\"one of them\", () => a !== b);", insert(8)));
    breaks(&format!("{} invariant(\"the first one\", () => a);", insert(8)));
    let state = "(a ? orders.read(2)! : orders.read(3)!).state === \"new\"";
    holds(&format!("{} invariant(\"as the schema says\", () => {state});", insert(8)));
    holds(
        r#"
        async function shrink() {
          try {
            await pool.query("UPDATE lines SET amount = amount - 2 WHERE id = 5");
          } catch (error) {}
        }
        concurrently(shrink, shrink);
        invariant("some is left", () => lines.read(5)!.amount === 1);
    "#,
    );
}

#[test]
fn views_are_queries() {
    let read = r#"
        async function close() {
          await pool.query("UPDATE orders SET state = 'closed' WHERE id = 1");
        }
        async function open() {
          const { rows } = await pool.query("SELECT number FROM open_orders WHERE id = 1");
          return rows.length;
        }
        const [, found] = concurrently(close, open);
    "#;
    holds(&format!("{read} invariant(\"one or none\", () => found === 0 || found === 1);"));
    breaks(&format!("{read} invariant(\"still open\", () => found === 1);"));
    breaks(&format!("{read} invariant(\"closed already\", () => found === 0);"));
}

#[test]
fn what_a_trigger_does_is_not_known() {
    let body = r#"
        const audited = table("audited", { v: 0 }, { rows: [1] });
        concurrently(() => pool.query("UPDATE audited SET v = 1 WHERE id = 1"));
        invariant("done", () => audited.read(1)!.v === 1);
    "#;
    let reason = verdict(body, "postgres:read-committed").unwrap_err();
    assert!(reason.contains("trigger"), "{reason}");
}
