//! What patches look like: one for each style of source that is edited.

use std::path::Path;

use aplomb_fix::{Outcome, Settings, plan};
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
    let folder = format!("{}/", folder.display());
    // Indented expectations have no blanks in empty lines.
    let lines = plan.diff().replace(&folder, "");
    let lines = lines.lines().map(|line| format!("{}\n", line.trim_end()));
    expected.assert_eq(&lines.collect::<String>());
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
            @@ -3,6 +3,7 @@
             import boto3
             from pynamodb.attributes import NumberAttribute, UnicodeAttribute
             from pynamodb.models import Model
            +from aplomb.retry import derived_uuid, once, retry_safe
 
             table = boto3.resource("dynamodb").Table("counters")
             client = boto3.client("dynamodb")
            @@ -16,8 +17,11 @@
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
            @@ -24,12 +28,14 @@
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
