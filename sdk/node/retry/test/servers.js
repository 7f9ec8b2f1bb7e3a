"use strict";
// Servers that live as long as the tests of a file.

const { after } = require("node:test");
const { CREDENTIALS, LOG, createTables, start } = require("./serve");

const closing = [];
after(() => Promise.all(closing.map((close) => close())));

/** Starts a server until the tests of this file have ended; gives its address. */
async function serve(name) {
  const { address, stop } = await start(name);
  closing.push(stop);
  return address;
}

/** DynamoDB with the log and the tables named: all have the key `id`. */
async function serveDynamodb(...tables) {
  const settings = { endpoint: await serve("dynamodb"), ...CREDENTIALS };
  const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
  const client = new DynamoDBClient(settings);
  closing.push(() => client.destroy());
  await createTables(client, { ...LOG, ...Object.fromEntries(tables.map((table) => [table, ["id"]])) });
  return { settings, client };
}

module.exports = { closing, serve, serveDynamodb };
