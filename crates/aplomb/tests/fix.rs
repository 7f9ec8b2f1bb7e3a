//! `aplomb fix` as a program: what it shows, what it writes, and what it refuses.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

const COUNTER: &str = r#"import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const count = async ({ page }) => {
  await db.update({
    TableName: "pages",
    Key: { page },
    UpdateExpression: "ADD visits :one",
    ExpressionAttributeValues: { ":one": 1 },
  });
};
"#;

/// A folder with a handler that counts twice when it is retried.
fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("app.mjs"), COUNTER).unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_aplomb"))
        .arg("fix")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> (String, String, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

const HANDLER: [&str; 4] = ["--handler", "app.mjs:count", "--identity", "http"];

fn with(more: &[&'static str]) -> Vec<&'static str> {
    HANDLER.into_iter().chain(more.iter().copied()).collect()
}

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
    let done = Command::new("git").args(identity).args(arguments).current_dir(folder).output();
    assert!(done.unwrap().status.success());
}

#[test]
fn a_patch_is_shown_and_nothing_is_written() {
    let folder = place();
    let (shown, _, code) = said(&run(folder.path(), &HANDLER, ""));
    assert_eq!(code, Some(1), "{shown}");
    assert!(shown.contains("# count: unsafe, safe with this patch (+4 write units per request)"));
    assert!(shown.contains("+  await once(\"count.update\", db, \"update\", {"), "{shown}");
    assert!(shown.contains("AplombRetryTable"), "{shown}");
    assert_eq!(fs::read_to_string(folder.path().join("app.mjs")).unwrap(), COUNTER);
}

#[test]
fn a_patch_that_is_written_verifies_and_is_not_needed_again() {
    let folder = place();
    let (shown, errors, code) = said(&run(folder.path(), &with(&["--write"]), ""));
    assert_eq!(code, Some(0), "{shown}{errors}");
    let patched = fs::read_to_string(folder.path().join("app.mjs")).unwrap();
    assert!(patched.contains("retrySafe(identities.http, async ({ page }) => {"), "{patched}");
    let (again, _, code) = said(&run(folder.path(), &HANDLER, ""));
    assert_eq!(
        (again.as_str(), code),
        ("# every function is safe, there is nothing to fix\n", Some(0))
    );
}

#[test]
fn an_identity_that_nobody_gave_is_asked_for() {
    let folder = place();
    let (shown, _, code) = said(&run(folder.path(), &["--handler", "app.mjs:count"], ""));
    assert_eq!(code, Some(1));
    assert!(shown.contains("not fixed:") && shown.contains("--identity"), "{shown}");
}

#[test]
fn an_identity_that_is_new_each_time_fixes_nothing() {
    let folder = place();
    let identity = "(event, context) => context.awsRequestId";
    let arguments = ["--handler", "app.mjs:count", "--identity", identity];
    let (shown, _, code) = said(&run(folder.path(), &arguments, ""));
    assert_eq!(code, Some(1));
    assert!(shown.contains("not fixed: with the patch count is unsafe"), "{shown}");
    assert!(!shown.contains("+++"), "{shown}");
}

#[test]
fn an_identity_that_does_not_parse_fixes_nothing() {
    let folder = place();
    let arguments = ["--handler", "app.mjs:count", "--identity", "event.(", "--write"];
    let (shown, _, code) = said(&run(folder.path(), &arguments, ""));
    assert_eq!(code, Some(1), "{shown}");
    assert!(shown.contains("not fixed: the edited source cannot be read"), "{shown}");
    assert_eq!(fs::read_to_string(folder.path().join("app.mjs")).unwrap(), COUNTER);
}

#[test]
fn a_work_tree_with_changes_is_refused() {
    let folder = place();
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "first"]);
    fs::write(folder.path().join("app.mjs"), format!("{COUNTER}// mine\n")).unwrap();
    let (_, errors, code) = said(&run(folder.path(), &with(&["--write"]), ""));
    assert_eq!(code, Some(2));
    assert!(errors.contains("the work tree has uncommitted changes: app.mjs"), "{errors}");
    assert!(errors.contains("--allow-dirty"), "{errors}");
    let (shown, _, code) = said(&run(folder.path(), &with(&["--write", "--allow-dirty"]), ""));
    assert_eq!(code, Some(0), "{shown}");
    assert!(fs::read_to_string(folder.path().join("app.mjs")).unwrap().ends_with("// mine\n"));
}

#[test]
fn a_handler_that_is_exported_twice_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let twice = COUNTER
        .replace("export const count", "const count")
        .replace(
            "import { DynamoDB } from \"@aws-sdk/client-dynamodb\"",
            "const { DynamoDB } = require(\"@aws-sdk/client-dynamodb\")",
        )
        .replace(
            "import { DynamoDBDocument } from \"@aws-sdk/lib-dynamodb\"",
            "const { DynamoDBDocument } = require(\"@aws-sdk/lib-dynamodb\")",
        );
    let twice = format!("{twice}exports.count = count;\nexports.count = count;\n");
    fs::write(folder.path().join("app.js"), &twice).unwrap();
    let arguments = ["--handler", "app.js:count", "--identity", "http", "--write"];
    let (shown, _, code) = said(&run(folder.path(), &arguments, ""));
    assert_eq!(code, Some(1), "{shown}");
    assert!(shown.contains("count is exported more than once"), "{shown}");
    assert_eq!(fs::read_to_string(folder.path().join("app.js")).unwrap(), twice);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_read_only_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = place();
    let file = folder.path().join("app.mjs");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let (_, errors, code) = said(&run(folder.path(), &with(&["--write"]), ""));
    assert_eq!(code, Some(2));
    assert!(errors.contains("cannot write") && errors.contains("app.mjs"), "{errors}");
    assert_eq!(fs::read_to_string(&file).unwrap(), COUNTER);
}

const NOTES: &str = r#"import { randomUUID } from "node:crypto";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const create = async ({ text }) => {
  await db.put({ TableName: "notes", Item: { id: randomUUID(), text } });
};

export const touch = async ({ id }) => {
  await db.put({ TableName: "notes", Item: { id, text: "touched" } });
  await db.delete({ TableName: "notes", Key: { id } });
};
"#;

#[test]
fn attempts_that_overlap_are_excluded_where_they_do_harm() {
    let folder = place();
    fs::write(folder.path().join("notes.mjs"), NOTES).unwrap();
    let check = |handler: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aplomb"));
        command.args(["check", "--handler", handler]).args(more).current_dir(folder.path());
        said(&command.output().unwrap())
    };
    // A change that comes late is recognised: nothing is missing.
    let counted = with(&["--overlap"]);
    let (shown, _, _) = said(&run(folder.path(), &counted, ""));
    assert!(shown.contains("once(") && !shown.contains("lease"), "{shown}");
    // The put of a late attempt would come after the delete of its retry.
    let alone = ["--sequential"];
    assert_eq!(check("notes.mjs:touch", &alone).2, Some(0));
    let (shown, _, code) = check("notes.mjs:touch", &["--sequential", "--overlap"]);
    assert_eq!(code, Some(3), "{shown}");
    assert!(shown.contains("an attempt that is still running when its retry starts"), "{shown}");
    // An identifier that is derived does not keep the put from coming late.
    let arguments = ["--handler", "notes.mjs:create", "--identity", "http", "--overlap", "--write"];
    let (shown, _, code) = said(&run(folder.path(), &arguments, ""));
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("+2 write units"), "{shown}");
    let patched = fs::read_to_string(folder.path().join("notes.mjs")).unwrap();
    assert!(patched.contains("}, { lease: true });"), "{patched}");
    assert_eq!(check("notes.mjs:create", &["--overlap"]).2, Some(0));
}

#[test]
fn items_are_marked_where_that_suffices() {
    let folder = place();
    let (shown, _, _) = said(&run(folder.path(), &with(&["--in-item"]), ""));
    assert!(shown.contains("+  await onceInItem(\"count.update\", db, \"update\", {"), "{shown}");
    assert!(shown.contains("(+1 write per request)"), "{shown}");
    // A mark would go with the item.
    let removing = format!(
        "{COUNTER}\nexport const forget = async ({{ page }}) => {{\n  \
         await db.delete({{ TableName: \"pages\", Key: {{ page }} }});\n}};\n"
    );
    fs::write(folder.path().join("app.mjs"), removing).unwrap();
    let beside = with(&["--in-item", "--handler", "app.mjs:forget"]);
    let (shown, _, _) = said(&run(folder.path(), &beside, ""));
    assert!(shown.contains("once(\"count.update\"") && !shown.contains("onceInItem("), "{shown}");
}

#[test]
fn the_description_is_extended_by_what_the_log_needs() {
    let folder = place();
    let description = "\
service: pages

provider:
  name: aws

functions:
  count:
    handler: app.count
    events:
      - eventBridge: { pattern: { source: [pages] } }
";
    let file = folder.path().join("serverless.yml");
    fs::write(&file, description).unwrap();
    let (shown, _, _) = said(&run(folder.path(), &["."], ""));
    assert!(shown.contains("+++ ./serverless.yml"), "{shown}");
    assert_eq!(fs::read_to_string(&file).unwrap(), description);
    let (shown, errors, code) = said(&run(folder.path(), &[".", "--write"], ""));
    assert_eq!(code, Some(0), "{shown}{errors}");
    let extended = fs::read_to_string(&file).unwrap();
    assert!(extended.contains("Resource: !GetAtt AplombRetryTable.Arn\n"), "{extended}");
    assert!(extended.ends_with("TimeToLiveSpecification: { AttributeName: ttl, Enabled: true }\n"));
    let (again, _, code) = said(&run(folder.path(), &["."], ""));
    assert_eq!((again.contains("nothing to fix"), code), (true, Some(0)), "{again}");
}

#[cfg(unix)]
#[test]
fn a_description_that_is_read_only_keeps_everything_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = place();
    let file = folder.path().join("serverless.yml");
    let description = "provider:\n  name: aws\nfunctions:\n  count:\n    handler: app.count\n";
    fs::write(&file, description).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let arguments = [".", "--identity", "http", "--write"];
    let (_, errors, code) = said(&run(folder.path(), &arguments, ""));
    assert_eq!(code, Some(2));
    assert!(errors.contains("cannot write") && errors.contains("serverless.yml"), "{errors}");
    assert_eq!(fs::read_to_string(folder.path().join("app.mjs")).unwrap(), COUNTER);
    assert_eq!(fs::read_to_string(&file).unwrap(), description);
}

#[test]
fn interactive_asks_for_every_function() {
    let folder = place();
    let (_, errors, code) = said(&run(folder.path(), &with(&["--interactive"]), "n\n"));
    assert!(errors.contains("apply the fix of count? [y/N/q]"), "{errors}");
    assert_eq!(fs::read_to_string(folder.path().join("app.mjs")).unwrap(), COUNTER);
    assert_eq!(code, Some(1));
    let (shown, _, _) = said(&run(folder.path(), &with(&["--interactive"]), "y\n"));
    assert!(shown.contains("# count: unsafe, now safe"), "{shown}");
    assert_ne!(fs::read_to_string(folder.path().join("app.mjs")).unwrap(), COUNTER);
}

#[test]
fn sarif_and_html_carry_the_change() {
    let folder = place();
    let (sarif, _, code) = said(&run(folder.path(), &with(&["--format", "sarif"]), ""));
    assert_eq!(code, Some(1));
    assert!(sarif.contains("\"fixes\"") && sarif.contains("retrySafe(identities.http, "));
    let (html, _, _) = said(&run(folder.path(), &with(&["--format", "html"]), ""));
    assert!(html.contains("retrySafe(identities.http"));
    let (json, _, _) = said(&run(folder.path(), &with(&["--format", "json"]), ""));
    assert!(json.contains("\"outcome\": \"fixed\"") && json.contains("\"write_units\": 4"));
}
