//! A verdict of `aplomb check` lists the assumptions that it needs.

use aplomb_retry::{Application, Options, load};

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
