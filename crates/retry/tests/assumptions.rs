//! A verdict of `aplomb check` lists the assumptions that it needs.

use aplomb_retry::{Application, Options, discover, load};

const ARCHIVE: &str = r#"
    import { DynamoDB } from "@aws-sdk/client-dynamodb";
    import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
    import { SNS } from "@aws-sdk/client-sns";
    const db = DynamoDBDocument.from(new DynamoDB());
    const sns = new SNS();
    const keep = (row) => db.put({ TableName: "archive", Item: { id: row.id, text: row.text } });
    const announce = () => sns.publish({ TopicArn: "archive", Message: "rows are coming" });
    export const rows = async (event) => { for (const row of event.rows) await keep(row); };
    export const row = async (event) => { await keep(event.row); };
    export const announcedRows = async (event) => {
      await announce();
      for (const row of event.rows) await keep(row);
    };
    export const announcedRow = async (event) => { await announce(); await keep(event.row); };
    const Key = (row) => ({ TableName: "archive", Key: { id: row.id } });
    const mark = (row) => db.update({
      ...Key(row), UpdateExpression: "SET old = :yes", ExpressionAttributeValues: { ":yes": true },
    });
    export const markedTwice = async ({ row }) => {
      await mark({ id: row.id });
      await mark({ id: `${row.id}-copy` });
    };
    export const markedAndGone = async ({ row }) => { await mark(row); await db.delete(Key(row)); };
"#;

/// A proof lists that nobody may look while a retry is under way if it needs that: the
/// proof that a function is safe, and the proof that its protection suffices.
#[test]
fn that_nobody_looks_is_listed_where_it_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.js");
    std::fs::write(&path, ARCHIVE).unwrap();
    for (name, verdict, protected, needed) in [
        ("rows", "safe", 0, true),
        ("row", "safe", 0, false),
        ("announcedRows", "unsafe", 1, true),
        ("announcedRow", "unsafe", 1, false),
        ("markedTwice", "safe", 0, false),
        // The retry marks a row that the attempt had deleted.
        ("markedAndGone", "safe", 0, true),
    ] {
        let handlers = [format!("{}:{name}", path.display())];
        let application = Application::of_handlers(folder.path(), &handlers).unwrap();
        let row = load(&application).check(0, Options::default()).row;
        assert_eq!(row.verdict.to_string(), verdict, "{name}");
        assert_eq!(row.protect.len(), protected, "{name}: {row:?}");
        let listed = row.assumptions.iter().filter(|text| text.starts_with("nobody looks"));
        assert_eq!(listed.count() == 1, needed, "{name}: {row:?}");
    }
}

const SHOP: &str = r#"
    import pg from "pg";
    const pool = new pg.Pool();
    const insert = "INSERT INTO processed (id) VALUES ($1) ON CONFLICT DO NOTHING";
    export const keep = async ({ id }) => { await pool.query(insert, [id]); };
    export const hello = async () => "hello";
    export const show = async ({ id }) =>
      (await pool.query("SELECT id FROM processed WHERE id = $1", [id])).rows;
    export const mixed = async ({ id, statement }) => {
      await pool.query(insert, [id]);
      await pool.query(statement);
    };
    export const purge = async ({ statement }) => { await pool.query(statement); };
    export const count = async ({ id }) => {
      await pool.query("UPDATE processed SET n = n + 1 WHERE id = $1", [id]);
    };
"#;

/// What a function does that nobody has read is not among what the others were proved
/// against: they say so, if they use a store. A function that is merely not proved was read.
#[test]
fn functions_that_were_not_read_completely_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("app.mjs"), SHOP).unwrap();
    for (functions, keep) in [
        ("keep hello", None),
        ("keep hello count", None),
        ("keep hello purge", Some("purge")),
        ("keep hello show purge", Some("purge")),
        ("keep hello lost", Some("lost")),
        ("keep hello mixed", Some("mixed (which uses processed)")),
        ("keep hello purge count lost", Some("purge, lost")),
    ] {
        let mut description = "service: app\nprovider: { name: aws }\nfunctions:\n".to_string();
        for name in functions.split(' ') {
            let file = if name == "lost" { "nowhere" } else { "app" };
            description += &format!("  {name}: {{ handler: {file}.{name} }}\n");
        }
        std::fs::write(folder.path().join("serverless.yml"), description).unwrap();
        let loaded = load(&discover(folder.path()).unwrap().remove(0));
        for (index, (handler, _)) in loaded.functions.iter().enumerate() {
            let expected = match &*handler.name {
                "keep" => keep,
                "hello" | "show" => None,
                _ => continue,
            };
            let row = loaded.clone().check(index, Options::default()).row;
            assert_eq!(row.verdict.to_string(), "safe", "{functions}: {row:?}");
            let listed = row.assumptions.iter().find_map(|text| {
                text.strip_prefix(
                    "functions that were not read completely leave alone what this function uses: ",
                )
            });
            assert_eq!(listed, expected, "{functions}: {}", handler.name);
        }
    }
}

const PROBES: &str = r#"
    import axios from "axios";
    import { DynamoDB } from "@aws-sdk/client-dynamodb";
    import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
    const db = DynamoDBDocument.from(new DynamoDB());
    const put = (id) => db.put({ TableName: "states", Item: { id } });
    export const handled = async ({ id }) => {
      let state = "up";
      try { await axios.get("https://example.org/health"); } catch { state = "down"; }
      await put(id + state);
    };
    export const parsed = async ({ id }) => {
      let state = "up";
      const answer = await fetch("https://example.org/health");
      try { await answer.json(); } catch { state = "down"; }
      await put(id + state);
    };
    export const open = async ({ id }) => {
      await axios.get("https://example.org/health");
      await put(id);
    };
"#;

/// The way that a program takes when a request fails is not seen: a proof says so, if the
/// program has such a way.
#[test]
fn that_requests_succeed_is_listed_where_their_failure_is_handled() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("probes.mjs");
    std::fs::write(&path, PROBES).unwrap();
    for (name, needed) in [("handled", true), ("parsed", true), ("open", false)] {
        let handlers = [format!("{}:{name}", path.display())];
        let application = Application::of_handlers(folder.path(), &handlers).unwrap();
        let row = load(&application).check(0, Options::default()).row;
        let listed = row.assumptions.iter().any(|text| text.starts_with("web requests that only"));
        assert_eq!(listed, needed, "{name}: {row:?}");
    }
}
