//! What `check` knows of the retry runtime. The comment above a handler begins with the
//! verdict that it has beside other instances of itself: `safe`, `unsafe`,
//! `unsafe-concurrent`, or `unknown` where the runtime refuses what it does.

use std::path::Path;

use aplomb_retry::{Application, Options, Word, discover, load};

/// The handlers of a file with their verdicts.
fn cases<'t>(text: &'t str, comment: &str) -> Vec<(&'t str, &'t str)> {
    let mut found = Vec::new();
    let mut expected = None;
    for line in text.lines() {
        if let Some((verdict, _)) = line.strip_prefix(comment).and_then(|rest| rest.split_once(':'))
            && ["safe", "unsafe", "unsafe-concurrent", "unknown"].contains(&verdict)
        {
            expected = Some(verdict);
        }
        let declared = line.strip_prefix("export const ").or(line.strip_prefix("def "));
        if let (Some(rest), Some(verdict)) = (declared, expected) {
            found.push((rest.split([' ', '(']).next().unwrap_or_default(), verdict));
            expected = None;
        }
    }
    found
}

fn check(file: &str, comment: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runtime").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut wrong = Vec::new();
    let cases = cases(&text, comment);
    assert!(cases.len() > 10, "the cases of {file} are found");
    for (name, expected) in cases {
        let handler = format!("{}:{name}", path.display());
        let application = Application::of_handlers(Path::new("."), &[handler]).unwrap();
        let mut loaded = load(&application);
        let row = loaded.check(0, Options::default()).row;
        if row.verdict.to_string() != expected {
            wrong.push(format!("{file}: {name} is {expected}: {} ({})", row.verdict, row.reason));
        }
        let rests = |words: &str| row.assumptions.iter().any(|it| it.contains(words));
        if row.verdict == Word::Safe && !rests("same identity") {
            wrong.push(format!("{file}: {name} does not say what it rests on"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn javascript() {
    check("handlers.js", "// ");
}

#[test]
fn python() {
    check("handlers.py", "# ");
}

/// The identity of an invocation, and a durable execution, last as long as the platform repeats
/// the invocation itself: behind a queue or a stream a retry has a new one of both.
#[test]
fn what_a_retry_has_in_common_depends_on_the_trigger() {
    let head = r#"
        import { randomUUID } from "node:crypto";
        import { DynamoDB } from "@aws-sdk/client-dynamodb";
        import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
        import { withDurableExecution } from "@aws/durable-execution-sdk-js";
        import { derivedUuid, identities, retrySafe } from "@aplomb/retry";
        const db = DynamoDBDocument.from(new DynamoDB());
    "#;
    let derived = r#"
        export const handler = retrySafe(identities.invocation, async (event) => {
          await db.put({ TableName: "items", Item: { id: derivedUuid("handler.id") } });
        });"#;
    let durable = r#"
        export const handler = withDurableExecution(async (event, context) => {
          const id = await context.step("id", async () => randomUUID());
          await db.put({ TableName: "items", Item: { id } });
        });"#;
    let cases = [
        (derived, "sns: topic", Word::Safe),
        (derived, "sqs: arn:aws:sqs:queue", Word::Unsafe),
        (derived, "stream: arn:aws:kinesis:stream", Word::Unsafe),
        (durable, "sns: topic", Word::Safe),
        (durable, "sqs: arn:aws:sqs:queue", Word::Unsafe),
        (durable, "stream: arn:aws:kinesis:stream", Word::Unsafe),
    ];
    for (handler, event, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        let description =
            format!("functions:\n  f:\n    handler: app.handler\n    events:\n      - {event}\n");
        std::fs::write(folder.path().join("serverless.yml"), description).unwrap();
        std::fs::write(folder.path().join("app.mjs"), format!("{head}{handler}")).unwrap();
        let application = discover(folder.path()).unwrap().remove(0);
        let row = load(&application).check(0, Options::default()).row;
        assert_eq!(row.verdict, expected, "{event}: {handler} {}", row.reason);
    }
}
