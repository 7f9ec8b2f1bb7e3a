//! What the deployment needs besides the code: a table for the log, and the permission to use
//! it. The description is edited where it is written in the usual way, and what comes out is
//! read again: nothing may have changed but what was added. Else there is text to copy.

mod block;

use std::path::Path;

use aplomb_retry::read_description;
use serde_json::Value;

use crate::edit::{Edit, apply};
use block::{Block, Document};

/// The name of the table among the resources.
const TABLE: &str = "AplombRetryTable";

/// What the deployment needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deployment {
    /// The description has it.
    Complete,
    /// Edits of the description, and what becomes of it.
    Edited { original: String, edits: Vec<Edit>, text: String },
    /// Text to copy.
    ToCopy(String),
}

/// What the description at a path needs, so that these functions can use the log.
pub(crate) fn needed(path: &Path, functions: &[String]) -> Deployment {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if name == "cdk.json" {
        return Deployment::ToCopy(CONSTRUCTS.to_owned());
    }
    let is_description = [".yml", ".yaml", ".json"].iter().any(|ending| name.ends_with(ending));
    let is_serverless = name.starts_with("serverless.");
    let shown = if is_description { &*name } else { "a template" };
    let to_copy = || Deployment::ToCopy(to_copy(shown, is_serverless));
    let Some(original) = is_description.then(|| std::fs::read_to_string(path).ok()).flatten()
    else {
        return to_copy();
    };
    let Ok(before) = read_description(&original) else { return to_copy() };
    if tables(&before, is_serverless).next().is_some() {
        return Deployment::Complete;
    }
    let edits = match is_serverless {
        true => serverless(&original),
        false => sam(&original, &before, functions),
    };
    let Some(mut edits) = edits else { return to_copy() };
    edits.sort_by_key(|edit| edit.range.start);
    match apply(&original, &edits).filter(|text| only_adds(&before, text, is_serverless)) {
        Some(text) => Deployment::Edited { original, edits, text },
        None => to_copy(),
    }
}

/// The tables of the log that a document has: resources may be given in several parts.
fn tables(document: &Value, is_serverless: bool) -> impl Iterator<Item = &Value> {
    let below = if is_serverless { &document["resources"] } else { document };
    let parts = below.as_array().map_or(std::slice::from_ref(below), Vec::as_slice);
    parts.iter().map(|part| &part["Resources"][TABLE]).filter(|table| !table.is_null())
}

/// Whether a text has all that a document has, and the table.
fn only_adds(before: &Value, text: &str, is_serverless: bool) -> bool {
    let Ok(after) = read_description(text) else { return false };
    let table = read_description(TABLE_LINES).unwrap_or_default();
    let added = tables(&after, is_serverless).eq([&table[TABLE]]);
    added && extends(before, &after)
}

/// Whether a value has all that another one has, at the same places.
fn extends(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => before
            .iter()
            .all(|(key, value)| after.get(key).is_some_and(|other| extends(value, other))),
        (Value::Array(before), Value::Array(after)) => {
            before.len() <= after.len() && before.iter().zip(after).all(|(one, other)| one == other)
        }
        _ => before == after,
    }
}

/// The table, and a permission for all functions.
fn serverless(text: &str) -> Option<Vec<Edit>> {
    let document = Document::new(text);
    let whole = document.whole();
    let table = table(&document);
    let mut edits = Vec::new();
    edits.push(match document.child(&whole, "resources") {
        Some(parts) if parts.is_list => {
            let lines = format!("Resources:\n{}", indented(&table, document.step()));
            added(text, &document, &parts, &item(&lines))
        }
        _ => entry(text, &document, &whole, &["resources", "Resources"], &table)?,
    });
    let provider = document.child(&whole, "provider")?;
    let old = document.child(&provider, "iamRoleStatements").filter(|block| block.is_list);
    edits.push(match old {
        Some(statements) => added(text, &document, &statements, &item(STATEMENT)),
        None if document.has(&provider, "iamRoleStatements") || document.has(&provider, "role") => {
            return None;
        }
        None => {
            entry(text, &document, &provider, &["iam", "role", "statements"], &item(STATEMENT))?
        }
    });
    Some(edits)
}

/// The table, and a policy for each of the functions.
fn sam(text: &str, parsed: &Value, functions: &[String]) -> Option<Vec<Edit>> {
    let document = Document::new(text);
    let whole = document.whole();
    let resources = document.child(&whole, "Resources")?;
    let mut edits = Vec::new();
    for function in functions {
        let known = &parsed["Resources"][function.as_str()];
        let role = &known["Properties"]["Role"];
        if known["Type"] != "AWS::Serverless::Function" || !role.is_null() {
            return None;
        }
        let properties = document.child(&document.child(&resources, function)?, "Properties")?;
        edits.push(entry(text, &document, &properties, &["Policies"], &item(POLICY))?);
    }
    // Behind what is added to the last function.
    edits.push(added(text, &document, &resources, &table(&document)));
    Some(edits)
}

/// Adds lines below a path of keys, and the keys that are missing; none if one of them is
/// written in a way that is not edited.
fn entry(
    text: &str,
    document: &Document<'_>,
    around: &Block,
    path: &[&str],
    lines: &str,
) -> Option<Edit> {
    let [first, rest @ ..] = path else {
        // Entries of a list do not go into a mapping, nor the other way round.
        let fits = around.is_list == lines.starts_with("- ");
        return fits.then(|| added(text, document, around, lines));
    };
    if around.is_list {
        return None;
    }
    match document.child(around, first) {
        Some(block) => entry(text, document, &block, rest, lines),
        None if document.has(around, first) => None,
        None => {
            let below = |inner: String, key: &&str| {
                format!("{key}:\n{}", indented(&inner, document.step()))
            };
            let lines = path.iter().rev().fold(lines.to_owned(), below);
            // Sections of a document stand apart if others do.
            let apart = around.indent == 0 && text.contains("\n\n");
            let lines = if apart { format!("\n{lines}") } else { lines };
            Some(added(text, document, around, &lines))
        }
    }
}

/// Adds lines at the end of a block.
fn added(text: &str, document: &Document<'_>, block: &Block, lines: &str) -> Edit {
    let at = document.offset(block.lines.end).min(text.len());
    let lines = indented(lines, block.indent);
    let break_before = if text[..at].ends_with('\n') || at == 0 { "" } else { "\n" };
    let lines = match text.contains("\r\n") {
        true => lines.replace('\n', "\r\n"),
        false => lines,
    };
    Edit { range: at..at, text: format!("{break_before}{lines}") }
}

/// Lines as an item of a list.
fn item(lines: &str) -> String {
    let mut item = String::new();
    for (index, line) in lines.lines().enumerate() {
        item += &format!("{}{line}\n", if index == 0 { "- " } else { "  " });
    }
    item
}

fn indented(lines: &str, by: usize) -> String {
    let indented = |line: &str| match line.is_empty() {
        true => "\n".to_owned(),
        false => format!("{:by$}{line}\n", ""),
    };
    lines.lines().map(indented).collect()
}

/// The table, indented as the document is.
fn table(document: &Document<'_>) -> String {
    let indented = |line: &str| {
        let text = line.trim_start();
        let by = (line.len() - text.len()) / 2 * document.step();
        format!("{:by$}{text}\n", "")
    };
    TABLE_LINES.lines().map(indented).collect()
}

/// The text for a description that is not edited.
fn to_copy(name: &str, is_serverless: bool) -> String {
    let heading = format!("# {name}: the log of the retry runtime\n");
    match is_serverless {
        true => format!(
            "{heading}resources:\n  Resources:\n{}provider:\n  iam:\n    role:\n      statements:\n{}",
            indented(TABLE_LINES, 4),
            indented(&item(STATEMENT), 8)
        ),
        false => format!(
            "{heading}Resources:\n{}# for every function that was changed\n      Policies:\n{}",
            indented(TABLE_LINES, 2),
            indented(&item(POLICY), 8)
        ),
    }
}

const TABLE_LINES: &str = "\
AplombRetryTable:
  Type: AWS::DynamoDB::Table
  Properties:
    TableName: aplomb_retry
    BillingMode: PAY_PER_REQUEST
    AttributeDefinitions:
      - { AttributeName: request, AttributeType: S }
      - { AttributeName: step, AttributeType: S }
    KeySchema:
      - { AttributeName: request, KeyType: HASH }
      - { AttributeName: step, KeyType: RANGE }
    TimeToLiveSpecification: { AttributeName: ttl, Enabled: true }
";

const STATEMENT: &str = "\
Effect: Allow
Action: [dynamodb:GetItem, dynamodb:PutItem, dynamodb:UpdateItem, dynamodb:DeleteItem]
Resource: !GetAtt AplombRetryTable.Arn
";

const POLICY: &str = "\
DynamoDBCrudPolicy: { TableName: !Ref AplombRetryTable }
";

/// The same for the CDK, whose description is a program.
const CONSTRUCTS: &str = "\
# the stack: the log of the retry runtime
const log = new dynamodb.TableV2(this, \"AplombRetryTable\", {
  tableName: \"aplomb_retry\",
  partitionKey: { name: \"request\", type: dynamodb.AttributeType.STRING },
  sortKey: { name: \"step\", type: dynamodb.AttributeType.STRING },
  timeToLiveAttribute: \"ttl\",
});
// for every function that was changed
log.grantReadWriteData(changed);
";

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(name: &str, text: &str, functions: &[&str], expected: Expect) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let functions: Vec<String> = functions.iter().map(|name| name.to_string()).collect();
        expected.assert_eq(&match needed(&path, &functions) {
            Deployment::Complete => "complete".into(),
            Deployment::ToCopy(_) => "to copy".into(),
            Deployment::Edited { text, edits, original } => {
                assert_eq!(apply(&original, &edits).as_ref(), Some(&text));
                std::fs::write(&path, &text).unwrap();
                assert_eq!(needed(&path, &functions), Deployment::Complete);
                text
            }
        });
    }

    #[test]
    fn for_the_cdk_there_is_a_table_to_copy() {
        let Deployment::ToCopy(text) = needed(Path::new("shop/cdk.json"), &[]) else { panic!() };
        for name in ["aplomb_retry", "request", "step", "ttl"] {
            assert!(text.contains(&format!("\"{name}\"")) && TABLE_LINES.contains(name), "{name}");
        }
    }

    #[test]
    fn a_description_that_has_neither_resources_nor_permissions() {
        check(
            "serverless.yml",
            "service: shop\n\nprovider:\n  name: aws\n\n# all of them\nfunctions:\n  f:\n    handler: f.f\n",
            &["f"],
            expect![[r#"
                service: shop

                provider:
                  name: aws
                  iam:
                    role:
                      statements:
                        - Effect: Allow
                          Action: [dynamodb:GetItem, dynamodb:PutItem, dynamodb:UpdateItem, dynamodb:DeleteItem]
                          Resource: !GetAtt AplombRetryTable.Arn

                # all of them
                functions:
                  f:
                    handler: f.f

                resources:
                  Resources:
                    AplombRetryTable:
                      Type: AWS::DynamoDB::Table
                      Properties:
                        TableName: aplomb_retry
                        BillingMode: PAY_PER_REQUEST
                        AttributeDefinitions:
                          - { AttributeName: request, AttributeType: S }
                          - { AttributeName: step, AttributeType: S }
                        KeySchema:
                          - { AttributeName: request, KeyType: HASH }
                          - { AttributeName: step, KeyType: RANGE }
                        TimeToLiveSpecification: { AttributeName: ttl, Enabled: true }
            "#]],
        );
    }

    #[test]
    fn resources_and_permissions_are_extended() {
        check(
            "serverless.yml",
            "provider:
    name: aws
    iam:
        role:
            statements:
            - Effect: Allow
              Action: [dynamodb:PutItem]
              Resource: '*'
functions:
    f: { handler: f.f }
resources:
    Resources:
        Orders:
            Type: AWS::DynamoDB::Table

    Outputs: {}
",
            &["f"],
            expect![[r#"
                provider:
                    name: aws
                    iam:
                        role:
                            statements:
                            - Effect: Allow
                              Action: [dynamodb:PutItem]
                              Resource: '*'
                            - Effect: Allow
                              Action: [dynamodb:GetItem, dynamodb:PutItem, dynamodb:UpdateItem, dynamodb:DeleteItem]
                              Resource: !GetAtt AplombRetryTable.Arn
                functions:
                    f: { handler: f.f }
                resources:
                    Resources:
                        Orders:
                            Type: AWS::DynamoDB::Table
                        AplombRetryTable:
                            Type: AWS::DynamoDB::Table
                            Properties:
                                TableName: aplomb_retry
                                BillingMode: PAY_PER_REQUEST
                                AttributeDefinitions:
                                    - { AttributeName: request, AttributeType: S }
                                    - { AttributeName: step, AttributeType: S }
                                KeySchema:
                                    - { AttributeName: request, KeyType: HASH }
                                    - { AttributeName: step, KeyType: RANGE }
                                TimeToLiveSpecification: { AttributeName: ttl, Enabled: true }

                    Outputs: {}
            "#]],
        );
        check(
            "serverless.yml",
            "provider:\n  iamRoleStatements:\n    - Effect: Allow\nresources:\n  - ${file(x.yml)}\n",
            &["f"],
            expect![[r#"
                provider:
                  iamRoleStatements:
                    - Effect: Allow
                    - Effect: Allow
                      Action: [dynamodb:GetItem, dynamodb:PutItem, dynamodb:UpdateItem, dynamodb:DeleteItem]
                      Resource: !GetAtt AplombRetryTable.Arn
                resources:
                  - ${file(x.yml)}
                  - Resources:
                      AplombRetryTable:
                        Type: AWS::DynamoDB::Table
                        Properties:
                          TableName: aplomb_retry
                          BillingMode: PAY_PER_REQUEST
                          AttributeDefinitions:
                            - { AttributeName: request, AttributeType: S }
                            - { AttributeName: step, AttributeType: S }
                          KeySchema:
                            - { AttributeName: request, KeyType: HASH }
                            - { AttributeName: step, KeyType: RANGE }
                          TimeToLiveSpecification: { AttributeName: ttl, Enabled: true }
            "#]],
        );
    }

    #[test]
    fn a_template_gets_a_policy_for_each_function() {
        check(
            "template.yaml",
            "Resources:
  F:
    Type: AWS::Serverless::Function
    Properties:
      Handler: f.f
      Policies:
        - AWSLambdaBasicExecutionRole
  G:
    Type: AWS::Serverless::Function
    Properties:
      Handler: f.g

Outputs: {}",
            &["F", "G"],
            expect![[r#"
                Resources:
                  F:
                    Type: AWS::Serverless::Function
                    Properties:
                      Handler: f.f
                      Policies:
                        - AWSLambdaBasicExecutionRole
                        - DynamoDBCrudPolicy: { TableName: !Ref AplombRetryTable }
                  G:
                    Type: AWS::Serverless::Function
                    Properties:
                      Handler: f.g
                      Policies:
                        - DynamoDBCrudPolicy: { TableName: !Ref AplombRetryTable }
                  AplombRetryTable:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      TableName: aplomb_retry
                      BillingMode: PAY_PER_REQUEST
                      AttributeDefinitions:
                        - { AttributeName: request, AttributeType: S }
                        - { AttributeName: step, AttributeType: S }
                      KeySchema:
                        - { AttributeName: request, KeyType: HASH }
                        - { AttributeName: step, KeyType: RANGE }
                      TimeToLiveSpecification: { AttributeName: ttl, Enabled: true }

                Outputs: {}"#]],
        );
    }

    #[test]
    fn what_is_written_in_another_way_is_not_edited() {
        for text in [
            "provider: ${file(provider.yml)}\nfunctions: {}\n",
            "provider:\n  name: aws\nresources: ${file(resources.yml)}\n",
            "provider:\n  name: aws\n  iam:\n    role: arn:aws:iam::1:role/x\n",
            "{ provider: { name: aws } }",
        ] {
            check("serverless.yml", text, &["f"], expect!["to copy"]);
        }
        for text in [
            "Resources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties:\n      Policies: ReadOnly\n",
            "Resources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties:\n      Role: !Ref R\n",
            "Resources:\n  F:\n    Type: AWS::Lambda::Function\n    Properties:\n      Handler: f.f\n",
            "{ \"Resources\": { \"F\": {} } }",
        ] {
            check("template.yml", text, &["F"], expect!["to copy"]);
        }
    }
}
