//! Every assumption that a verdict of `aplomb check` can list stands in the book, and
//! a verdict lists those that it needs.

use std::path::{Path, PathBuf};

use aplomb_retry::{Application, Options, load};

/// The texts that the sources below a folder pass to `assume`.
fn assumptions(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            assumptions(&path, found);
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        for rest in source.split(".assume(").skip(1) {
            let argument = rest.trim_start().trim_start_matches("&format!(").trim_start();
            let Some(text) = argument.strip_prefix('"') else { continue };
            let text = text.split(['"', '{']).next().unwrap_or_default();
            found.push((path.clone(), text.trim().to_string()));
        }
    }
}

#[test]
fn the_book_lists_every_assumption() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let chapter = std::fs::read_to_string(root.join("docs/src/retry-safety.md")).unwrap();
    let mut found = Vec::new();
    for name in ["cloud", "symbolic", "idempotence"] {
        assumptions(&root.join("crates").join(name).join("src"), &mut found);
    }
    assert!(found.len() > 10, "the sources say `.assume(\"...\")`");
    for (path, text) in found {
        assert!(chapter.contains(&text), "{}: not in the book: {text}", path.display());
    }
}

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
