"use strict";
// Real servers, by scripts/serve.

const { spawn } = require("node:child_process");
const path = require("node:path");
const readline = require("node:readline");

const SERVE = path.join(__dirname, "..", "..", "..", "..", "scripts", "serve");

/** Starts a server: its address, and a function that stops it. */
async function start(name) {
  const child = spawn(SERVE, [name], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const line = new Promise((resolve) => readline.createInterface({ input: child.stdout }).once("line", resolve));
  const address = await Promise.race([line, ended.then(() => undefined)]);
  if (address === undefined) throw new Error(`scripts/serve ${name} failed`);
  const stop = () => {
    child.stdin.end();
    return ended;
  };
  return { address, stop };
}

const CREDENTIALS = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };
const LOG = { aplomb_retry: ["request", "step"] };

/** Creates tables, given the names of their keys. */
async function createTables(client, tables) {
  const { CreateTableCommand } = require("@aws-sdk/client-dynamodb");
  for (const [TableName, keys] of Object.entries(tables)) {
    await client.send(
      new CreateTableCommand({
        TableName,
        KeySchema: keys.map((AttributeName, index) => ({ AttributeName, KeyType: index ? "RANGE" : "HASH" })),
        AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
  }
}

module.exports = { CREDENTIALS, LOG, createTables, start };
