//! What patches look like: one for each style of source that is edited.

use std::path::Path;

use aplomb_fix::{Outcome, Plan, Settings, plan};
use aplomb_retry::{Application, discover};
use expect_test::{Expect, expect};

/// The diff for the handlers of one file.
fn check(file: &str, text: &str, handlers: &[&str], expected: Expect) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(file), text).unwrap();
    let handlers: Vec<String> = handlers.iter().map(|name| format!("{file}:{name}")).collect();
    let application = Application::of_handlers(folder.path(), &handlers).unwrap();
    let settings = Settings { identity: Some("event.request".into()), ..Settings::default() };
    let settings = match file.ends_with(".py") {
        true => Settings { identity: Some("event['request']".into()), ..settings },
        false => settings,
    };
    shown(&application, &settings, folder.path(), expected);
}

fn shown(application: &Application, settings: &Settings, folder: &Path, expected: Expect) {
    let plan = plan(application, settings, |_| true, |_| {});
    for planned in &plan.functions {
        assert!(
            matches!(planned.outcome, Outcome::Fixed(_) | Outcome::Safe),
            "{}: {:?}",
            planned.checked.row.name,
            planned.outcome
        );
    }
    expected.assert_eq(&diff(&plan, folder));
}

/// The patch as expectations write it, which have no blanks in empty lines.
fn diff(plan: &Plan, folder: &Path) -> String {
    let lines = plan.diff().replace(&format!("{}/", folder.display()), "");
    lines.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn version_2_with_promises() {
    check(
        "orders.js",
        "'use strict'

const AWS = require('aws-sdk')
const uuid = require('uuid')

const db = new AWS.DynamoDB.DocumentClient()

module.exports.create = async (event) => {
  const id = uuid.v4() // never the same
  await db
    .put({ TableName: 'orders', Item: { id, customer: event.customer } })
    .promise()
  await db
    .update({
      TableName: 'customers',
      Key: { id: event.customer },
      UpdateExpression: 'ADD orders :one',
      ExpressionAttributeValues: { ':one': 1 }
    })
    .promise()
  return { id }
}
",
        &["create"],
        expect![[r#"
            --- orders.js
            +++ orders.js
            @@ -1,22 +1,20 @@
             'use strict'

             const AWS = require('aws-sdk')
            -const uuid = require('uuid')
            +const { derivedUuid, once, retrySafe } = require('@aplomb/retry')

             const db = new AWS.DynamoDB.DocumentClient()

            -module.exports.create = async (event) => {
            +module.exports.create = retrySafe((event) => event.request, async (event) => {
            -  const id = uuid.v4() // never the same
            +  const id = derivedUuid('create.id') // never the same
               await db
                 .put({ TableName: 'orders', Item: { id, customer: event.customer } })
                 .promise()
            -  await db
            -    .update({
            +  await once('create.update', db, 'update', {
                   TableName: 'customers',
                   Key: { id: event.customer },
                   UpdateExpression: 'ADD orders :one',
                   ExpressionAttributeValues: { ':one': 1 }
                 })
            -    .promise()
               return { id }
            -}
            +})
        "#]],
    );
}

#[test]
fn version_2_with_callbacks() {
    check(
        "count.js",
        r#"const AWS = require("aws-sdk");
const db = new AWS.DynamoDB.DocumentClient();

exports.handler = (event, context, callback) => {
  const params = {
    TableName: "pages",
    Key: { id: event.page },
    UpdateExpression: "ADD visits :one",
    ExpressionAttributeValues: { ":one": 1 },
  };
  db.update(params, (error, data) => {
    if (error) return callback(error);
    callback(null, "counted");
  });
};
"#,
        &["handler"],
        expect![[r#"
            --- count.js
            +++ count.js
            @@ -1,7 +1,8 @@
             const AWS = require("aws-sdk");
            +const { once, retrySafe } = require("@aplomb/retry");
             const db = new AWS.DynamoDB.DocumentClient();
 
            -exports.handler = (event, context, callback) => {
            +exports.handler = retrySafe((event) => event.request, (event, context, callback) => {
               const params = {
                 TableName: "pages",
                 Key: { id: event.page },
            @@ -8,8 +9,8 @@
                 UpdateExpression: "ADD visits :one",
                 ExpressionAttributeValues: { ":one": 1 },
               };
            -  db.update(params, (error, data) => {
            +  once("handler.update", db, "update", params, (error, data) => {
                 if (error) return callback(error);
                 callback(null, "counted");
               });
            -};
            +});
        "#]],
    );
}

#[test]
fn version_3_with_commands_in_typescript() {
    check(
        "stock.ts",
        r#"import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

const store = DynamoDBDocumentClient.from(new DynamoDBClient({}));

interface Event { article: string; pieces: number }

export async function take(event: Event): Promise<number> {
  const { Item } = await store.send(new GetCommand({
    TableName: "stock",
    Key: { article: event.article },
  }));
  const left = (Item?.pieces ?? 0) - event.pieces;
  await store.send(new PutCommand({
    TableName: "stock",
    Item: { article: event.article, pieces: left },
  }));
  return left;
}
"#,
        &["take"],
        expect![[r#"
            --- stock.ts
            +++ stock.ts
            @@ -1,19 +1,20 @@
             import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
             import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
            +import { keep, once, retrySafe } from "@aplomb/retry";
 
             const store = DynamoDBDocumentClient.from(new DynamoDBClient({}));
 
             interface Event { article: string; pieces: number }
 
            -export async function take(event: Event): Promise<number> {
            +export const take = retrySafe((event) => event.request, async function take(event: Event): Promise<number> {
            -  const { Item } = await store.send(new GetCommand({
            +  const { Item } = await keep("take.get", store, new GetCommand({
                 TableName: "stock",
                 Key: { article: event.article },
               }));
               const left = (Item?.pieces ?? 0) - event.pieces;
            -  await store.send(new PutCommand({
            +  await once("take.put", store, new PutCommand({
                 TableName: "stock",
                 Item: { article: event.article, pieces: left },
               }));
               return left;
            -}
            +});
        "#]],
    );
}

#[test]
fn boto3_and_pynamodb() {
    check(
        "app.py",
        r#"import uuid

import boto3
from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.models import Model

table = boto3.resource("dynamodb").Table("counters")
client = boto3.client("dynamodb")


class User(Model):
    class Meta:
        table_name = "users"

    name = UnicodeAttribute(hash_key=True)
    visits = NumberAttribute()


def count(event, context):
    table.update_item(
        Key={"id": event["id"]},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )


def note(event, context):
    id = str(uuid.uuid4())
    client.put_item(TableName="notes", Item={"id": {"S": id}, "text": {"S": event["text"]}})
    return id


def visit(event, context):
    user = User(event["name"])
    user.update(actions=[User.visits.add(1)])
"#,
        &["count", "note", "visit"],
        expect![[r#"
            --- app.py
            +++ app.py
            @@ -1,8 +1,7 @@
            -import uuid
            -
             import boto3
             from pynamodb.attributes import NumberAttribute, UnicodeAttribute
             from pynamodb.models import Model
            +from aplomb.retry import derived_uuid, once, retry_safe

             table = boto3.resource("dynamodb").Table("counters")
             client = boto3.client("dynamodb")
            @@ -16,8 +15,11 @@
                 visits = NumberAttribute()


            +@retry_safe(lambda event, context: event['request'])
             def count(event, context):
            -    table.update_item(
            +    once(
            +        "count.update_item",
            +        table.update_item,
                     Key={"id": event["id"]},
                     UpdateExpression="ADD hits :one",
                     ExpressionAttributeValues={":one": 1},
            @@ -24,12 +26,14 @@
                 )


            +@retry_safe(lambda event, context: event['request'])
             def note(event, context):
            -    id = str(uuid.uuid4())
            +    id = str(derived_uuid("note.id"))
                 client.put_item(TableName="notes", Item={"id": {"S": id}, "text": {"S": event["text"]}})
                 return id


            +@retry_safe(lambda event, context: event['request'])
             def visit(event, context):
                 user = User(event["name"])
            -    user.update(actions=[User.visits.add(1)])
            +    once("visit.update", user.update, actions=[User.visits.add(1)])
        "#]],
    );
}

#[test]
fn an_identity_of_another_trigger_is_for_functions_whose_own_names_no_request() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "serverless.yml",
        "service: files
functions:
  index:
    handler: app.index
    events:
      - s3: uploads
  nightly:
    handler: app.nightly
    events:
      - schedule: rate(1 day)
  create:
    handler: app.create
    events:
      - httpApi: POST /files
",
    );
    write(
        "app.js",
        r#"import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());
const count = (id) => ({
  TableName: "counters",
  Key: { id },
  UpdateExpression: "ADD files :one",
  ExpressionAttributeValues: { ":one": 1 },
});

export const index = async (event) => {
  await db.update(count(event.Records[0].s3.bucket.name));
};

export const nightly = async () => {
  await db.update(count("nights"));
};

export const create = async (event) => {
  await db.update(count(event.body));
};
"#,
    );
    let application = discover(folder.path()).unwrap().remove(0);
    let settings = Settings { identity: Some("http".into()), ..Settings::default() };
    let plan = plan(&application, &settings, |_| true, |_| {});
    let diff = diff(&plan, folder.path());
    for wrapped in ["identities.s3", "identities.eventBridge", "identities.http"] {
        assert!(diff.contains(&format!("retrySafe({wrapped}, async (")), "{wrapped}: {diff}");
    }
}

#[test]
fn records_of_a_queue() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "serverless.yml",
        "service: mail\nfunctions:\n  count:\n    handler: app.count\n    events:\n      - sqs: arn:aws:sqs:x\n",
    );
    write(
        "app.py",
        r#"import boto3

table = boto3.resource("dynamodb").Table("senders")


def count(event, context):
    for record in event["Records"]:
        table.update_item(
            Key={"id": record["body"]},
            UpdateExpression="ADD mails :one",
            ExpressionAttributeValues={":one": 1},
        )
"#,
    );
    let application = discover(folder.path()).unwrap().remove(0);
    shown(
        &application,
        &Settings::default(),
        folder.path(),
        expect![[r#"
            --- app.py
            +++ app.py
            @@ -1,11 +1,15 @@
             import boto3
            +from aplomb.retry import identities, once, records, retry_safe
 
             table = boto3.resource("dynamodb").Table("senders")
 
 
            +@retry_safe(identities.sqs)
             def count(event, context):
            -    for record in event["Records"]:
            +    for record in records(event["Records"]):
            -        table.update_item(
            +        once(
            +            "count.update_item",
            +            table.update_item,
                         Key={"id": record["body"]},
                         UpdateExpression="ADD mails :one",
                         ExpressionAttributeValues={":one": 1},
        "#]],
    );
}

#[test]
fn a_key_where_a_site_is_used_several_times() {
    check(
        "transfer.mjs",
        r#"import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

const add = (account, amount) =>
  db.update({
    TableName: "accounts",
    Key: { account },
    UpdateExpression: "ADD balance :amount",
    ExpressionAttributeValues: { ":amount": amount },
  });

export const transfer = async ({ from, to, amount }) => {
  await add(from, -amount);
  await add(to, amount);
};

export const restock = async ({ articles }) => {
  for (const article of articles) {
    await db.update({
      TableName: "stock",
      Key: { id: article.id },
      UpdateExpression: "ADD pieces :pieces",
      ExpressionAttributeValues: { ":pieces": article.pieces },
    });
  }
};
"#,
        &["transfer", "restock"],
        expect![[r#"
            --- transfer.mjs
            +++ transfer.mjs
            @@ -1,10 +1,11 @@
             import { DynamoDB } from "@aws-sdk/client-dynamodb";
             import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
            +import { once, retrySafe } from "@aplomb/retry";
 
             const db = DynamoDBDocument.from(new DynamoDB());
 
             const add = (account, amount) =>
            -  db.update({
            +  once(["transfer.update", account], db, "update", {
                 TableName: "accounts",
                 Key: { account },
                 UpdateExpression: "ADD balance :amount",
            @@ -11,14 +12,14 @@
                 ExpressionAttributeValues: { ":amount": amount },
               });
 
            -export const transfer = async ({ from, to, amount }) => {
            +export const transfer = retrySafe((event) => event.request, async ({ from, to, amount }) => {
               await add(from, -amount);
               await add(to, amount);
            -};
            +});
 
            -export const restock = async ({ articles }) => {
            +export const restock = retrySafe((event) => event.request, async ({ articles }) => {
               for (const article of articles) {
            -    await db.update({
            +    await once(["restock.update", article.id], db, "update", {
                   TableName: "stock",
                   Key: { id: article.id },
                   UpdateExpression: "ADD pieces :pieces",
            @@ -25,4 +26,4 @@
                   ExpressionAttributeValues: { ":pieces": article.pieces },
                 });
               }
            -};
            +});
        "#]],
    );
}

#[test]
fn what_is_imported_already_is_extended() {
    check(
        "more.js",
        r#"const { identities, once, retrySafe } = require("@aplomb/retry");
const { randomUUID } = require("node:crypto");
const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocument.from(new DynamoDB());

exports.create = retrySafe((event) => event.request, async ({ title }) => {
  await db.put({ TableName: "notes", Item: { id: randomUUID(), title } });
});
"#,
        &["create"],
        expect![[r#"
            --- more.js
            +++ more.js
            @@ -1,5 +1,4 @@
            -const { identities, once, retrySafe } = require("@aplomb/retry");
            +const { derivedUuid, identities, once, retrySafe } = require("@aplomb/retry");
            -const { randomUUID } = require("node:crypto");
             const { DynamoDB } = require("@aws-sdk/client-dynamodb");
             const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

            @@ -6,5 +5,5 @@
             const db = DynamoDBDocument.from(new DynamoDB());

             exports.create = retrySafe((event) => event.request, async ({ title }) => {
            -  await db.put({ TableName: "notes", Item: { id: randomUUID(), title } });
            +  await db.put({ TableName: "notes", Item: { id: derivedUuid("create.id"), title } });
             });
        "#]],
    );
}

#[test]
fn a_handler_that_is_passed_on_is_wrapped_where_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let index = "export { create } from \"./notes.js\";\n";
    std::fs::write(folder.path().join("index.js"), index).unwrap();
    let notes = r#"import { v4 as uuidv4 } from "uuid";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";

const ddb = new DynamoDBClient();

export async function create(event) {
  const id = uuidv4();
  await ddb.send(new PutItemCommand({
    TableName: "notes",
    Item: { id: { S: id }, text: { S: event.text } },
  }));
  return { id };
}
"#;
    std::fs::write(folder.path().join("notes.js"), notes).unwrap();
    let application =
        Application::of_handlers(folder.path(), &["index.js:create".to_owned()]).unwrap();
    let settings = Settings { identity: Some("event.request".into()), ..Settings::default() };
    shown(
        &application,
        &settings,
        folder.path(),
        expect![[r#"
        --- notes.js
        +++ notes.js
        @@ -1,13 +1,13 @@
        -import { v4 as uuidv4 } from "uuid";
         import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
        +import { derivedUuid, retrySafe } from "@aplomb/retry";

         const ddb = new DynamoDBClient();

        -export async function create(event) {
        +export const create = retrySafe((event) => event.request, async function create(event) {
        -  const id = uuidv4();
        +  const id = derivedUuid("create.id");
           await ddb.send(new PutItemCommand({
             TableName: "notes",
             Item: { id: { S: id }, text: { S: event.text } },
           }));
           return { id };
        -}
        +});
    "#]],
    );
}

#[test]
fn items_of_a_loop_are_told_apart_by_what_the_call_uses() {
    check(
        "news.mjs",
        r#"import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const notify = async ({ people }) => {
  await Promise.all(
    people.map((person) =>
      db.send(
        new UpdateCommand({
          TableName: "letters",
          Key: { email: person.email.toLowerCase() },
          UpdateExpression: "ADD letters :one",
          ExpressionAttributeValues: { ":one": 1 },
        }),
      ),
    ),
  );
};
"#,
        &["notify"],
        expect![[r#"
            --- news.mjs
            +++ news.mjs
            @@ -1,12 +1,15 @@
             import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
             import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
            +import { once, retrySafe } from "@aplomb/retry";

             const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

            -export const notify = async ({ people }) => {
            +export const notify = retrySafe((event) => event.request, async ({ people }) => {
               await Promise.all(
                 people.map((person) =>
            -      db.send(
            +      once(
            +        ["notify.update", person.email.toLowerCase()],
            +        db,
                     new UpdateCommand({
                       TableName: "letters",
                       Key: { email: person.email.toLowerCase() },
            @@ -16,4 +19,4 @@
                   ),
                 ),
               );
            -};
            +});
        "#]],
    );
}

#[test]
fn imports_of_python_go_when_nothing_uses_them() {
    check(
        "notes.py",
        r#"import json
import uuid

import boto3

table = boto3.resource("dynamodb").Table("notes")


def create(event, context):
    note = {"id": str(uuid.uuid4()), "text": json.loads(event["body"])["text"]}
    table.put_item(Item=note)
    return note
"#,
        &["create"],
        expect![[r#"
            --- notes.py
            +++ notes.py
            @@ -1,12 +1,13 @@
             import json
            -import uuid

             import boto3
            +from aplomb.retry import derived_uuid, retry_safe

             table = boto3.resource("dynamodb").Table("notes")


            +@retry_safe(lambda event, context: event['request'])
             def create(event, context):
            -    note = {"id": str(uuid.uuid4()), "text": json.loads(event["body"])["text"]}
            +    note = {"id": str(derived_uuid("create.id")), "text": json.loads(event["body"])["text"]}
                 table.put_item(Item=note)
                 return note
        "#]],
    );
}

/// A queue whose orders are listed and shipped by others, so that a retry must not put them again.
fn orders(file: &str, text: &str, expected: Expect) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(file), text).unwrap();
    let description = "\
provider:
  name: aws
functions:
  place:
    handler: orders.place
    events:
      - sqs: arn:aws:sqs:eu-central-1:1:orders
  ship:
    handler: orders.ship
  all:
    handler: orders.all
resources:
  Resources:
    Orders:
      Type: AWS::DynamoDB::Table
      Properties:
        TableName: orders
        KeySchema: [{ AttributeName: id, KeyType: HASH }]
";
    std::fs::write(folder.path().join("serverless.yml"), description).unwrap();
    let application = discover(folder.path()).unwrap().remove(0);
    let plan = plan(&application, &Settings::default(), |name| name == "place", |_| {});
    assert!(
        matches!(plan.functions[0].outcome, Outcome::Fixed(_)),
        "{:?}",
        plan.functions[0].outcome
    );
    expected.assert_eq(&diff(&plan, folder.path()));
}

#[test]
fn a_put_under_a_key_of_its_request_may_have_a_condition() {
    orders(
        "orders.js",
        r#"import { randomUUID } from "node:crypto";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const place = async (event) => {
  for (const record of event.Records) {
    const id = randomUUID();
    await db.put({
      TableName: "orders",
      Item: { id, customer: record.body, phase: "placed" },
    });
  }
};

export const ship = async ({ id }) => {
  await db.update({
    TableName: "orders",
    Key: { id },
    UpdateExpression: "SET phase = :shipped",
    ConditionExpression: "attribute_exists(id)",
    ExpressionAttributeValues: { ":shipped": "shipped" },
  });
};

export const all = async () => {
  const { Items } = await db.scan({ TableName: "orders" });
  return Items;
};
"#,
        expect![[r#"
            --- orders.js
            +++ orders.js
            @@ -1,4 +1,3 @@
            -import { randomUUID } from "node:crypto";
             import { DynamoDB } from "@aws-sdk/client-dynamodb";
             import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
 
            @@ -6,10 +5,13 @@
 
             export const place = async (event) => {
               for (const record of event.Records) {
            -    const id = randomUUID();
            +    const id = record.messageId;
                 await db.put({
                   TableName: "orders",
                   Item: { id, customer: record.body, phase: "placed" },
            +      ConditionExpression: "attribute_not_exists(id)",
            +    }).catch((error) => {
            +      if (error.name !== "ConditionalCheckFailedException") throw error;
                 });
               }
             };
        "#]],
    );
    orders(
        "orders.py",
        r#"import uuid

import boto3

table = boto3.resource("dynamodb").Table("orders")


def place(event, context):
    for record in event["Records"]:
        table.put_item(
            Item={"id": str(uuid.uuid4()), "customer": record["body"], "phase": "placed"},
        )


def ship(event, context):
    table.update_item(
        Key={"id": event["id"]},
        UpdateExpression="SET phase = :shipped",
        ConditionExpression="attribute_exists(id)",
        ExpressionAttributeValues={":shipped": "shipped"},
    )


def all(event, context):
    return table.scan()["Items"]
"#,
        expect![[r#"
            --- orders.py
            +++ orders.py
            @@ -1,5 +1,3 @@
            -import uuid
            -
             import boto3
 
             table = boto3.resource("dynamodb").Table("orders")
            @@ -7,9 +5,13 @@
 
             def place(event, context):
                 for record in event["Records"]:
            -        table.put_item(
            +        try:
            +            table.put_item(
            -            Item={"id": str(uuid.uuid4()), "customer": record["body"], "phase": "placed"},
            +                Item={"id": str(record["messageId"]), "customer": record["body"], "phase": "placed"},
            +                ConditionExpression="attribute_not_exists(id)",
            -        )
            +            )
            +        except table.meta.client.exceptions.ConditionalCheckFailedException:
            +            pass
 
 
             def ship(event, context):
        "#]],
    );
}
