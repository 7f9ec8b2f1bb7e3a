//! What models do not say is not known: for every modelled call, a condition on a field of
//! its answer that no model lists, and for every listed package, a member that is not.

use super::execute_file;
use aplomb_symbolic::Action;
use std::collections::{BTreeMap, BTreeSet};

/// What a program must not do unnoticed.
const PUBLISH: &str = "publish";

/// Whether the program may publish, or something of it is not supported.
fn is_noticed(file: &str, source: &str) -> bool {
    let (terms, trace) = execute_file(file, source);
    let reached = trace.steps.iter().filter(|step| !terms.is_false(step.guard));
    !trace.problems.is_empty()
        || reached
            .clone()
            .any(|step| &*step.label == PUBLISH || matches!(step.action, Action::Unknown { .. }))
}

/// Whether a program does nothing that anybody notices, and all of it is supported: what is
/// noticed of a longer one then comes from what was added.
fn is_quiet(file: &str, source: &str) -> bool {
    !is_noticed(file, source)
}

/// Calls that are not supported, so that nothing has to be asked of their answers.
const NOT_SUPPORTED: [&str; 1] = [r#"s3.listObjectVersions({ Bucket: "files" })"#];

const JAVASCRIPT: &str = r#"
import { S3 } from "@aws-sdk/client-s3";
import { SNS } from "@aws-sdk/client-sns";
import { SQS } from "@aws-sdk/client-sqs";
import { SSM } from "@aws-sdk/client-ssm";
import { KMS } from "@aws-sdk/client-kms";
import { DynamoDB, ExecuteStatementCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument, GetCommand } from "@aws-sdk/lib-dynamodb";
import AWS from "aws-sdk";
import axios from "axios";
import nano from "nano";
import mongoose from "mongoose";
import { MongoClient } from "mongodb";
import Stripe from "stripe";
import pg from "pg";
import mysql from "mysql2/promise";
import Database from "better-sqlite3";
import { RDSData } from "@aws-sdk/client-rds-data";
import { SFN } from "@aws-sdk/client-sfn";
import { SecretsManager } from "@aws-sdk/client-secrets-manager";
import { CognitoIdentityProvider } from "@aws-sdk/client-cognito-identity-provider";
import { waitUntilObjectExists } from "@aws-sdk/client-s3";
import neon from "@neondatabase/serverless";
import postgres from "postgres";
import pgPromise from "pg-promise";
import Redis from "ioredis";
const sfn = new SFN(), secrets = new SecretsManager(), cognito = new CognitoIdentityProvider();
const nocase = new neon.Pool(), sql = postgres("url"), promised = pgPromise()("url");
const cache = new Redis("url");
const pool = new pg.Pool(), my = mysql.createPool({}), lite = new Database("a.db");
const data = new RDSData();
const aurora = { resourceArn: "r", secretArn: "s", database: "d" };
const INSERT = "INSERT INTO items (id) VALUES ('a') ON CONFLICT (id) DO NOTHING";
const db = DynamoDBDocument.from(new DynamoDB());
const raw = new DynamoDB();
const old = new AWS.DynamoDB.DocumentClient();
const oldObjects = new AWS.S3();
const s3 = new S3(), sns = new SNS(), sqs = new SQS(), ssm = new SSM(), kms = new KMS();
const users = new MongoClient("url").db("app").collection("users");
const User = mongoose.model("User", new mongoose.Schema({ name: String }));
const documents = nano("url").use("documents");
const stripe = new Stripe("key");
const TableName = "items", Key = { id: "a" }, Item = { id: "a" };
const o = { Bucket: "files", Key: "a" };
"#;

/// Calls that a model knows, one a line.
const JAVASCRIPT_CALLS: &str = r#"
db.get({ TableName, Key })
db.send(new GetCommand({ TableName, Key }))
db.put({ TableName, Item })
db.put({ TableName, Item, ReturnValues: "ALL_OLD" })
db.put({ TableName, Item, ConditionExpression: "attribute_not_exists(id)" })
db.update({ TableName, Key, UpdateExpression: "SET a = :a", ExpressionAttributeValues: { ":a": 1 } })
db.update({ TableName, Key, UpdateExpression: "SET a = :a", ExpressionAttributeValues: { ":a": 1 }, ReturnValues: event.wanted })
db.delete({ TableName, Key })
db.query({ TableName, KeyConditionExpression: "id = :a", ExpressionAttributeValues: { ":a": 1 } })
db.scan({ TableName })
db.batchGet({ RequestItems: { items: { Keys: [Key] } } })
db.batchWrite({ RequestItems: { items: [{ PutRequest: { Item } }] } })
db.transactWrite({ TransactItems: [{ Put: { TableName, Item } }] })
db.transactGet({ TransactItems: [{ Get: { TableName, Key } }] })
raw.send(new ExecuteStatementCommand({ Statement: "SELECT * FROM items" }))
old.get({ TableName, Key }).promise()
old.scan({ TableName }).promise()
s3.getObject(o)
s3.headObject(o)
s3.putObject({ ...o, Body: "a" })
s3.deleteObject(o)
s3.deleteObjects({ Bucket: "files", Delete: { Objects: [{ Key: "a" }] } })
s3.copyObject({ ...o, CopySource: "files/b" })
s3.listObjects({ Bucket: "files" })
s3.listObjectsV2({ Bucket: "files" })
s3.listObjectVersions({ Bucket: "files" })
s3.getObjectTagging(o)
s3.putObjectTagging({ ...o, Tagging: { TagSet: [] } })
s3.deleteObjectTagging(o)
s3.getObjectAcl(o)
s3.putObjectAcl({ ...o, ACL: "private" })
oldObjects.upload({ ...o, Body: "a" }).promise()
sns.listTopics({})
sns.createTopic({ Name: "a" })
sqs.sendMessage({ QueueUrl: "q", MessageBody: "a" })
sqs.deleteMessage({ QueueUrl: "q", ReceiptHandle: "a" })
sqs.receiveMessage({ QueueUrl: "q" })
ssm.getParameter({ Name: "a" })
kms.sign({ KeyId: "k", Message: "a" })
users.insertOne({ _id: "a" })
users.insertMany([{ _id: "a" }])
users.findOne({ _id: "a" })
users.updateOne({ _id: "a" }, { $set: { a: 1 } })
users.updateMany({ a: 1 }, { $set: { a: 2 } })
users.replaceOne({ _id: "a" }, { a: 1 })
users.deleteOne({ _id: "a" })
users.deleteMany({ a: 1 })
users.findOneAndUpdate({ _id: "a" }, { $set: { a: 1 } })
users.bulkWrite([{ insertOne: { document: { _id: "a" } } }])
User.updateOne({ _id: "a" }, { name: "b" })
User.deleteOne({ _id: "a" })
User.findById("a")
documents.insert({ _id: "a" })
documents.get("a")
documents.list()
sfn.startExecution({ stateMachineArn: "m", name: "a", input: "{}" })
sfn.describeExecution({ executionArn: "e" })
secrets.getSecretValue({ SecretId: "a" })
cognito.adminGetUser({ UserPoolId: "p", Username: "u" })
cognito.adminUpdateUserAttributes({ UserPoolId: "p", Username: "u", UserAttributes: [] })
cognito.adminCreateUser({ UserPoolId: "p", Username: "u" })
waitUntilObjectExists({ client: s3, maxWaitTime: 5 }, o)
users.find({ a: 1 }).toArray().then((found) => found[0] || {})
users.findOneAndReplace({ _id: "a" }, { a: 1 })
users.findOneAndDelete({ _id: "a" })
User.find({ name: "a" }).then((found) => found[0] || {})
User.findByIdAndUpdate("a", { name: "b" }, { new: true }).then((found) => found || {})
nocase.query("SELECT * FROM items WHERE id = 'a'")
sql`SELECT * FROM items WHERE id = ${"a"}`.then((rows) => rows[0] || {})
promised.result("SELECT * FROM items WHERE id = 'a'")
cache.hgetall("a")
axios.get("https://example.com")
axios.post("https://example.com", {})
pool.query("SELECT * FROM items WHERE id = 'a'")
pool.query(INSERT)
pool.query("UPDATE items SET a = 1 WHERE id = 'a'")
pool.query("DELETE FROM items WHERE id = 'a'")
my.query("INSERT IGNORE INTO items (id) VALUES ('a')").then(([header]) => header)
my.query("UPDATE items SET a = 1 WHERE id = 'a'").then(([header]) => header)
my.query("SELECT * FROM items WHERE id = 'a'").then(([rows, fields]) => fields[0])
lite.prepare(INSERT).run()
data.executeStatement({ ...aurora, sql: INSERT })
stripe.customers.retrieve("a")
stripe.customers.create({})
"#;

const PYTHON: &str = r#"
import boto3
import requests
import psycopg2
from pymongo import MongoClient
table = boto3.resource("dynamodb").Table("items")
raw = boto3.client("dynamodb")
s3 = boto3.client("s3")
sns = boto3.client("sns")
sqs = boto3.client("sqs")
ssm = boto3.client("ssm")
sfn = boto3.client("stepfunctions")
secrets = boto3.client("secretsmanager")
cognito = boto3.client("cognito-idp")
users = MongoClient("url")["app"]["users"]
key = {"id": "a"}
connection = psycopg2.connect("url")
def ran(text):
    cursor = connection.cursor()
    cursor.execute(text)
    return cursor
"#;

/// Calls whose answers are dictionaries, and after the empty line those that are objects.
const PYTHON_CALLS: &str = r#"
table.get_item(Key=key)
table.put_item(Item=key)
table.put_item(Item=key, ReturnValues="ALL_OLD")
table.update_item(Key=key, UpdateExpression="SET a = :a", ExpressionAttributeValues={":a": 1})
table.delete_item(Key=key)
table.scan()
table.query(KeyConditionExpression="id = :a", ExpressionAttributeValues={":a": 1})
raw.transact_write_items(TransactItems=[{"Put": {"TableName": "items", "Item": {"id": {"S": "a"}}}}])
raw.batch_write_item(RequestItems={"items": [{"PutRequest": {"Item": {"id": {"S": "a"}}}}]})
raw.batch_get_item(RequestItems={"items": {"Keys": [{"id": {"S": "a"}}]}})
raw.execute_statement(Statement="SELECT * FROM items")
s3.get_object(Bucket="files", Key="a")
s3.head_object(Bucket="files", Key="a")
s3.put_object(Bucket="files", Key="a", Body="a")
s3.delete_object(Bucket="files", Key="a")
s3.delete_objects(Bucket="files", Delete={"Objects": [{"Key": "a"}]})
s3.copy_object(Bucket="files", Key="a", CopySource={"Bucket": "files", "Key": "b"})
s3.list_objects_v2(Bucket="files")
s3.get_object_tagging(Bucket="files", Key="a")
raw.transact_get_items(TransactItems=[{"Get": {"TableName": "items", "Key": {"id": {"S": "a"}}}}])
s3.put_object_tagging(Bucket="files", Key="a", Tagging={"TagSet": []})
sfn.start_execution(stateMachineArn="m", name="a", input="{}")
secrets.get_secret_value(SecretId="a")
cognito.admin_get_user(UserPoolId="p", Username="u")
cognito.admin_create_user(UserPoolId="p", Username="u")
sns.list_topics()
sqs.send_message(QueueUrl="q", MessageBody="a")
sqs.delete_message(QueueUrl="q", ReceiptHandle="a")
ssm.get_parameter(Name="a")

users.insert_one({"_id": "a"})
users.insert_many([{"_id": "a"}])
users.update_one({"_id": "a"}, {"$set": {"a": 1}})
users.update_many({"a": 1}, {"$set": {"a": 2}})
users.replace_one({"_id": "a"}, {"a": 1})
users.delete_one({"_id": "a"})
users.delete_many({"a": 1})
users.bulk_write([])
ran("INSERT INTO items (id) VALUES ('a') ON CONFLICT (id) DO NOTHING")
ran("SELECT * FROM items WHERE id = 'a'")
requests.get("https://example.com")
requests.post("https://example.com")
"#;

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty())
}

#[test]
fn a_field_that_no_model_lists_is_not_missing() {
    let (mut silent, mut vacuous) = (Vec::new(), Vec::new());
    for call in lines(JAVASCRIPT_CALLS) {
        let program = |condition: &str| {
            let body = format!("const answer = await {call};\n  {condition}");
            format!("{JAVASCRIPT}export const handler = async (event) => {{\n  {body}\n}};\n")
        };
        if !is_quiet("app.js", &program("")) {
            vacuous.push(call);
        }
        if !is_noticed("app.js", &program("if (answer.aplombUnlisted) await sns.publish({});")) {
            silent.push(call);
        }
    }
    let (records, objects) = PYTHON_CALLS.split_once("\n\n").expect("two parts");
    for (calls, field) in [(records, "get(\"aplomb_unlisted\")"), (objects, "aplomb_unlisted")] {
        for call in lines(calls) {
            let program = |condition: &str| {
                let body = format!("answer = {call}\n{condition}");
                format!("{PYTHON}def handler(event, context):\n    {body}\n")
            };
            if !is_quiet("app.py", &program("")) {
                vacuous.push(call);
            }
            let condition = format!("    if answer.{field}:\n        sns.publish()");
            if !is_noticed("app.py", &program(&condition)) {
                silent.push(call);
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
    assert_eq!(vacuous, NOT_SUPPORTED, "noticed without any condition");
}

/// The first operation of each kind that the facts of a service list, as boto3 writes it.
fn listed_operations(facts: &str) -> Vec<String> {
    let parts = facts.split("; ").skip(1);
    let named = parts.filter_map(|part| {
        let (kind, names) = part.split_once(' ')?;
        matches!(kind, "read" | "set").then(|| names.split(' ').next())?
    });
    let full = named.map(|name| name.replace('*', "AplombThing"));
    full.map(|name| {
        let mut written = String::new();
        for (place, letter) in name.char_indices() {
            if place > 0 && letter.is_uppercase() {
                written.push('_');
            }
            written.extend(letter.to_lowercase());
        }
        written
    })
    .collect()
}

#[test]
fn a_field_that_a_listed_operation_does_not_list_is_not_missing() {
    let facts = include_str!("../../src/models/aws_operations.txt");
    let (mut asked, mut silent, mut vacuous) = (0, Vec::new(), Vec::new());
    for line in facts.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let service = line.split(';').next().expect("a service");
        for operation in listed_operations(line) {
            let program = |condition: &str| {
                format!(
                    "import boto3\nsns = boto3.client(\"sns\")\n\
                     service = boto3.client(\"{service}\")\n\
                     def handler(event, context):\n    \
                     answer = service.{operation}(Name=\"a\")\n{condition}"
                )
            };
            asked += 1;
            if !is_quiet("app.py", &program("")) {
                vacuous.push(format!("{service}.{operation}"));
            }
            let condition = "    if answer.get(\"aplomb_unlisted\"):\n        sns.publish()\n";
            if !is_noticed("app.py", &program(condition)) {
                silent.push(format!("{service}.{operation}"));
            }
        }
    }
    assert!(asked > 400, "{asked} operations");
    assert!(silent.is_empty(), "{}", silent.join(" "));
    assert!(vacuous.is_empty(), "noticed without any condition: {}", vacuous.join(" "));
}

#[test]
fn a_field_of_a_failure_that_no_model_lists_is_not_missing() {
    let javascript = r#"
export const handler = async () => {
  try {
    await CALL;
  } catch (error) {
    if (error.aplombUnlisted) await sns.publish({});
  }
};
"#;
    let python = r#"
def handler(event, context):
    try:
        CALL
    except Exception as e:
        if e.response.get("aplomb_unlisted"):
            sns.publish()
"#;
    for (file, start, body, call) in [
        ("app.js", JAVASCRIPT, javascript, "s3.getObject(o)"),
        ("app.js", JAVASCRIPT, javascript, "s3.headObject(o)"),
        ("app.js", JAVASCRIPT, javascript, "s3.putObject({ ...o, IfNoneMatch: '*' })"),
        (
            "app.js",
            JAVASCRIPT,
            javascript,
            "db.put({ TableName, Item, ConditionExpression: 'attribute_not_exists(id)' })",
        ),
        ("app.py", PYTHON, python, "s3.get_object(Bucket='files', Key='a')"),
        (
            "app.py",
            PYTHON,
            python,
            "table.put_item(Item=key, ConditionExpression='attribute_not_exists(id)')",
        ),
    ] {
        let source = format!("{start}{}", body.replace("CALL", call));
        assert!(is_noticed(file, &source), "{call}");
    }
}

/// What knows a package before its data is asked: the language, or a framework that says
/// what it takes for granted of middleware.
const KNOWN_OTHERWISE: [&str; 3] = ["@middy/util", "assert", "zlib"];

#[test]
fn a_member_that_is_not_listed_is_not_pure() {
    type Section = BTreeMap<String, Vec<String>>;
    let data = include_str!("../../src/models/packages.toml");
    let sections: BTreeMap<String, Section> = toml::from_str(data).expect("well-formed data");
    let meanings = sections.iter().filter(|(meaning, _)| *meaning != "reviewed");
    let packages: BTreeSet<&String> = meanings.flat_map(|(_, section)| section.keys()).collect();
    let reviewed: BTreeSet<&String> = sections["reviewed"].values().flatten().collect();
    let mut silent = Vec::new();
    for package in packages {
        let is_whole = reviewed.contains(package);
        // Logs are not observable, whatever sends them.
        let is_silent = is_whole && sections["nothing"].contains_key(package);
        if is_silent || KNOWN_OTHERWISE.contains(&package.as_str()) {
            continue;
        }
        // What was reviewed as a whole vouches for all its members but those that send.
        let [camel, snake] = match is_whole {
            true => ["sendUnlisted", "send_unlisted"],
            false => ["aplombUnlisted", "aplomb_unlisted"],
        };
        let javascript = format!(
            "const p = require(\"{package}\");\n\
             exports.handler = async (event) => {{ await p.{camel}(event.id); }};\n"
        );
        let is_name = package.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let is_module = is_name && package != "assert";
        let python = format!(
            "import {package}\n\
             def handler(event, context):\n    {package}.{snake}(event[\"id\"])\n"
        );
        // Neither language has all packages: where one is a name of the other, that one is
        // the language's own.
        let noticed =
            is_noticed("app.js", &javascript) || (is_module && is_noticed("app.py", &python));
        if !noticed {
            silent.push(package.as_str());
        }
    }
    assert!(silent.is_empty(), "{}", silent.join(" "));
}
