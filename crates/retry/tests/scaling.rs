//! What a proof costs when a function does more of the same. Counted are the questions that had
//! to be decided, not seconds: twice as many operations make at most four times as many
//! crashes and repetitions, and a few more.

use aplomb_retry::{Application, Options, load};
use std::path::Path;

const SDK: &str = r#"
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");
const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const db = DynamoDBDocument.from(new DynamoDB());
"#;

/// Operations of which a function has many, with `#` for the number of each.
const OPERATIONS: [(&str, &str); 6] = [
    ("one key", r##"await db.put({ TableName: "t", Item: { id: e.id, v: # } });"##),
    ("any keys", r##"await db.put({ TableName: "t", Item: { id: e.id#, v: # } });"##),
    ("tables", r##"if (e.x#) await db.put({ TableName: "t#", Item: { id: e.id, v: # } });"##),
    ("branches", r##"if (e.x#) await db.put({ TableName: "t", Item: { id: e.id, v: # } });"##),
    (
        "fields",
        r##"await db.update({ TableName: "t", Key: { id: e.id },
             UpdateExpression: "SET a# = :v", ExpressionAttributeValues: { ":v": e.v# } });"##,
    ),
    (
        "looks before",
        r##"const { Item: i# } = await db.get({ TableName: "t", Key: { id: e.id } });
           if (!i#) await db.put({ TableName: "t", Item: { id: e.id, v: # } });"##,
    ),
];

/// How many questions are decided to check a function with this body, which has the verdict.
fn questions(body: &str, verdict: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let source = format!("{SDK}exports.f = async (e) => {{\n{body}}};\n");
    std::fs::write(folder.path().join("app.js"), source).unwrap();
    let handler = format!("{}:f", folder.path().join("app.js").display());
    let application = Application::of_handlers(Path::new("."), &[handler]).unwrap();
    let mut loaded = load(&application);
    let row = loaded.check(0, Options::default()).row;
    assert_eq!(row.verdict.to_string(), verdict, "{body}: {row:?}");
    loaded.app.questions()
}

/// So many operations.
fn many(operation: &str, count: usize) -> String {
    (0..count).map(|n| operation.replace('#', &n.to_string()) + "\n").collect()
}

#[test]
fn twice_the_operations_cost_at_most_four_times_as_much() {
    let mut dear = Vec::new();
    for (name, operation) in OPERATIONS {
        let [few, many] = [8, 16].map(|count| questions(&many(operation, count), "safe"));
        if many > 5 * few {
            dear.push(format!("{name}: {few} questions for 8 operations, {many} for 16"));
        }
    }
    assert!(dear.is_empty(), "{}", dear.join("\n"));
}

/// Each value that differs between the attempts doubles the runs without a crash that a violation
/// is compared with, unless nothing depends on it.
#[test]
fn values_that_nobody_uses_cost_nothing() {
    let unused = many("const started# = Date.now();", 40);
    let put = r#"await db.put({ TableName: "t", Item: { id: crypto.randomUUID() } });"#;
    questions(&format!("{unused}{put}\n"), "unsafe");
}

/// A text that doubles: what is drawn of the witness, and what its judge makes of it, is bounded.
#[test]
fn values_that_double() {
    let doubled = "x = x + x;\n".repeat(64);
    let put = r#"await db.put({ TableName: "t", Item: { id: crypto.randomUUID(), x } });"#;
    questions(&format!("let x = e.a;\n{doubled}{put}\n"), "unknown");
    let doubled = "x = x + x;\n".repeat(8);
    questions(&format!("let x = e.a;\n{doubled}{put}\n"), "unsafe");
}
