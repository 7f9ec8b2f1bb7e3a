//! What the deployment needs besides the code: a table for the log, and the permission to use
//! it, as text to copy into the description.

use std::path::Path;

/// The text for a deployment description.
pub(crate) fn text(source: &Path) -> String {
    let name = source.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let serverless = name.starts_with("serverless.");
    let is_description = [".yml", ".yaml", ".json"].iter().any(|ending| name.ends_with(ending));
    let name = if is_description { &*name } else { "a template" };
    let (indent, heading) = match serverless {
        true => ("    ", "resources:\n  Resources:\n"),
        false => ("  ", "Resources:\n"),
    };
    let mut text = format!("# {name}: the log of the retry runtime\n{heading}");
    for line in TABLE.lines() {
        text += &format!("{indent}{line}\n");
    }
    text += match serverless {
        true => SERVERLESS,
        false => SAM,
    };
    text
}

const TABLE: &str = "\
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

const SERVERLESS: &str = "\
provider:
  iam:
    role:
      statements:
        - Effect: Allow
          Action: [dynamodb:GetItem, dynamodb:PutItem, dynamodb:UpdateItem, dynamodb:DeleteItem]
          Resource: !GetAtt AplombRetryTable.Arn
";

const SAM: &str = "\
# for every function that was changed
      Policies:
        - DynamoDBCrudPolicy: { TableName: !Ref AplombRetryTable }
";
