"use strict";
// Real servers for the tests, and clients of all kinds.

const { spawn } = require("node:child_process");
const path = require("node:path");
const readline = require("node:readline");
const { after } = require("node:test");

const SERVE = path.join(__dirname, "..", "..", "..", "..", "scripts", "serve");
const CREDENTIALS = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

const closing = [];
after(() => Promise.all(closing.map((close) => close())));

/** Starts a server until the tests of this file have ended; gives its address. */
async function serve(name) {
  const child = spawn(SERVE, [name], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  closing.push(() => {
    child.stdin.end();
    return ended;
  });
  const address = new Promise((resolve) => readline.createInterface({ input: child.stdout }).once("line", resolve));
  const first = await Promise.race([address, ended.then(() => undefined)]);
  if (first === undefined) throw new Error(`scripts/serve ${name} failed`);
  return first;
}

/** DynamoDB with the log and the tables named: all have the key `id`. */
async function serveDynamodb(...tables) {
  const endpoint = await serve("dynamodb");
  const settings = { endpoint, ...CREDENTIALS };
  const { CreateTableCommand, DynamoDBClient } = require("@aws-sdk/client-dynamodb");
  const client = new DynamoDBClient(settings);
  const create = (TableName, ...keys) =>
    client.send(
      new CreateTableCommand({
        TableName,
        KeySchema: keys.map((AttributeName, index) => ({ AttributeName, KeyType: index ? "RANGE" : "HASH" })),
        AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
  await create("aplomb_retry", "request", "step");
  for (const table of tables) await create(table, "id");
  closing.push(() => client.destroy());
  return { settings, client };
}

module.exports = { CREDENTIALS, closing, serve, serveDynamodb };
