"use strict";
// What DynamoDB Local never says: that a transaction met another one, or an ordinary
// write. A proxy says it, before the request reaches the store; and it drops answers.

const assert = require("node:assert/strict");
const http = require("node:http");
const { before, test } = require("node:test");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");
const AWS = require("aws-sdk");
const { logs, once, retrySafe } = require("..");
const { CREDENTIALS } = require("./serve");
const { closing, serveDynamodb } = require("./servers");

const CANCELLED = {
  __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
  Message: "Transaction cancelled, please refer cancellation reasons for specific reasons [None, TransactionConflict]",
  CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict", Message: "Transaction is ongoing for the item" }],
};
const IN_PROGRESS = { __type: "com.amazonaws.dynamodb.v20120810#TransactionInProgressException", Message: "in progress" };

let direct;
let endpoint;
let faults = [];
before(async () => {
  const { settings } = await serveDynamodb("items");
  direct = DynamoDBDocument.from(new DynamoDBClient(settings));
  closing.unshift(() => direct.destroy());
  const proxy = http.createServer((request, response) => pass(settings.endpoint, request, response));
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${proxy.address().port}`;
  closing.unshift(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
});

function pass(target, request, response) {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const fault = request.headers["x-amz-target"]?.endsWith("TransactWriteItems") ? faults.shift() : undefined;
    if (fault && fault !== "drop") {
      response.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
      return void response.end(JSON.stringify(fault));
    }
    const { host, ...headers } = request.headers;
    const upstream = http.request(target, { method: request.method, headers }, (answer) => {
      if (fault === "drop") return void response.destroy();
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    upstream.end(Buffer.concat(chunks));
  });
}

const CLIENTS = {
  "AWS SDK 3": () => DynamoDBDocument.from(new DynamoDBClient({ endpoint, ...CREDENTIALS })),
  "AWS SDK 2": () => new AWS.DynamoDB.DocumentClient({ endpoint, ...CREDENTIALS }),
};
for (const [name, open] of Object.entries(CLIENTS)) {
  for (const values of ["NONE", "UPDATED_NEW"]) {
    const attempt = (db, id) =>
      retrySafe(() => id, () => once("add", db, "update", { TableName: "items", Key: { id }, UpdateExpression: "ADD hits :one", ExpressionAttributeValues: { ":one": 1 }, ReturnValues: values }), { name: "tests", log: logs.dynamodb({}) })();
    const hits = async (id) => (await direct.get({ TableName: "items", Key: { id }, ConsistentRead: true })).Item.hits;

    test(`${name}, ${values}: conflicts are tried again, dropped answers are found again`, async () => {
      const db = open();
      const id = `${name} ${values}`;
      faults = [CANCELLED, CANCELLED, IN_PROGRESS, CANCELLED];
      await attempt(db, id);
      assert.equal(faults.length, 0);
      faults = ["drop"];
      await attempt(db, `${id} dropped`);
      assert.equal(faults.length, 0);
      assert.deepEqual([await hits(id), await hits(`${id} dropped`)], [1, 1]);
    });

    if (values === "NONE") test(`${name}: a conflict that never ends is an error, and the next attempt succeeds`, async () => {
      const db = open();
      const id = `${name} forever`;
      faults = Array(200).fill(CANCELLED);
      await assert.rejects(attempt(db, id), { name: "TransactionCanceledException" });
      faults = [];
      await attempt(db, id);
      assert.equal(await hits(id), 1);
    });
  }
}
