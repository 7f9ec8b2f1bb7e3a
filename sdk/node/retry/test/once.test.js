"use strict";
// Writes of DynamoDB in every style in which handlers send them, against DynamoDB Local.

const assert = require("node:assert/strict");
const { before, describe, test } = require("node:test");
const lowLevel = require("@aws-sdk/client-dynamodb");
const library = require("@aws-sdk/lib-dynamodb");
const { marshall, unmarshall } = require("@aws-sdk/util-dynamodb");
const AWS = require("aws-sdk");
const { identities, logs, once, onceInItem, retrySafe } = require("..");
const { serveDynamodb } = require("./servers");

const TABLE = "items";
const ADD = {
  UpdateExpression: "SET #last = :last ADD hits :one",
  ExpressionAttributeNames: { "#last": "last" },
};
const OPERATIONS = { put: "PutItem", update: "UpdateItem", delete: "DeleteItem", get: "GetItem", transactWrite: "TransactWriteItems" };

let settings;
let client;
before(async () => ({ settings, client } = await serveDynamodb(TABLE)));

// Each style: how a handler calls `method` of a document client on native input.
const STYLES = {
  "v3 document client, command": () => {
    const db = library.DynamoDBDocumentClient.from(client);
    const command = (method, input) => new library[`${method[0].toUpperCase()}${method.slice(1)}Command`](input);
    return { call: (method, input) => [db, command(method, input)] };
  },
  "v3 client, command": () => ({
    call: (method, input) => [client, new lowLevel[`${OPERATIONS[method]}Command`](low(input))],
    shown: unmarshall,
  }),
  "v3 document client, method": () => {
    const db = library.DynamoDBDocument.from(client);
    return { call: (method, input) => [db, method, input] };
  },
  "v3 client, method": () => {
    const db = new lowLevel.DynamoDB(settings);
    return { call: (method, input) => [db, OPERATIONS[method][0].toLowerCase() + OPERATIONS[method].slice(1), low(input)], shown: unmarshall };
  },
  "v2 document client": () => {
    const db = new AWS.DynamoDB.DocumentClient(settings);
    return { call: (method, input) => [db, method, input] };
  },
  "v2 client": () => {
    const db = new AWS.DynamoDB(settings);
    return { call: (method, input) => [db, OPERATIONS[method][0].toLowerCase() + OPERATIONS[method].slice(1), low(input)], shown: AWS.DynamoDB.Converter.unmarshall };
  },
};

function low({ Key, Item, ExpressionAttributeValues, TransactItems, ...rest }) {
  return {
    ...rest,
    ...(Key && { Key: marshall(Key) }),
    ...(Item && { Item: marshall(Item) }),
    ...(ExpressionAttributeValues && { ExpressionAttributeValues: marshall(ExpressionAttributeValues) }),
    ...(TransactItems && { TransactItems: TransactItems.map((item) => Object.fromEntries(Object.entries(item).map(([kind, input]) => [kind, low(input)]))) }),
  };
}

let requests = 0;
/** A handler and a request: calling the result is an attempt. */
function attempts(handler, options) {
  requests += 1;
  const event = { request: `r${requests}` };
  const safe = retrySafe((given) => given.request, handler, { name: "tests", log: logs.dynamodb(client), ...options });
  return () => safe(event, {});
}

async function item(id) {
  const { Item } = await library.DynamoDBDocumentClient.from(client).send(new library.GetCommand({ TableName: TABLE, Key: { id }, ConsistentRead: true }));
  return Item;
}

const errorName = async (promise) => promise.then(() => "none", (error) => error.code ?? error.name);

for (const [style, open] of Object.entries(STYLES)) {
  describe(style, () => {
    const id = (what) => `${style}/${what}`;
    const add = (what, more = {}) => ({ TableName: TABLE, Key: { id: id(what) }, ...ADD, ExpressionAttributeValues: { ":one": 1, ":last": what }, ...more });

    test("an update happens once", async () => {
      const { call } = open();
      const attempt = attempts(() => once("add", ...call("update", add("add"))));
      const replies = [await attempt(), await attempt(), await attempt()];
      assert.deepEqual(await item(id("add")), { id: id("add"), hits: 1, last: "add" });
      assert.deepEqual(replies.map((reply) => reply.Attributes), [undefined, undefined, undefined]);
    });

    test("put and delete happen once", async () => {
      const { call } = open();
      const put = attempts(() => once("put", ...call("put", { TableName: TABLE, Item: { id: id("put"), n: 1 } })));
      const remove = attempts(() => once("delete", ...call("delete", { TableName: TABLE, Key: { id: id("put") } })));
      await put();
      await remove();
      await put();
      assert.equal(await item(id("put")), undefined);
    });

    test("a refusal is the outcome, even when the condition holds later", async () => {
      const { call } = open();
      const refused = attempts(() => once("take", ...call("update", add("refused", { ConditionExpression: "attribute_exists(id)" }))));
      assert.equal(await errorName(refused()), "ConditionalCheckFailedException");
      await attempts(() => once("put", ...call("put", { TableName: TABLE, Item: { id: id("refused") } })))();
      assert.equal(await errorName(refused()), "ConditionalCheckFailedException");
      assert.deepEqual(await item(id("refused")), { id: id("refused") });
    });

    test("a success is the outcome, even when the condition fails later", async () => {
      const { call } = open();
      const put = attempts(() => once("create", ...call("put", { TableName: TABLE, Item: { id: id("created") }, ConditionExpression: "attribute_not_exists(id)" })));
      await put();
      assert.equal(await errorName(put()), "none");
    });

    for (const wanted of ["ALL_NEW", "ALL_OLD", "UPDATED_NEW", "UPDATED_OLD"]) {
      test(`a retry gets the ${wanted} of the first attempt`, async () => {
        const { call, shown = (values) => values } = open();
        const input = add(wanted, { ReturnValues: wanted });
        await attempts(() => once("before", ...call("update", { ...add(wanted), ExpressionAttributeValues: { ":one": 5, ":last": "before" } })))();
        const attempt = attempts(() => once("add", ...call("update", input)));
        const first = await attempt();
        await attempts(() => once("between", ...call("update", add(wanted))))();
        const again = await attempt();
        const expected = { ALL_NEW: { id: id(wanted), hits: 6, last: wanted }, ALL_OLD: { id: id(wanted), hits: 5, last: "before" }, UPDATED_NEW: { hits: 6, last: wanted }, UPDATED_OLD: { hits: 5, last: "before" } };
        assert.deepEqual({ ...shown(first.Attributes) }, expected[wanted]);
        assert.deepEqual(again.Attributes, first.Attributes);
        assert.equal((await item(id(wanted))).hits, 7);
      });
    }

    test("values and a condition that is refused", async () => {
      const { call } = open();
      const input = add("both", { ReturnValues: "ALL_NEW", ConditionExpression: "#last = :last", ExpressionAttributeValues: { ":one": 1, ":last": "other" } });
      const attempt = attempts(() => once("add", ...call("update", input)));
      assert.equal(await errorName(attempt()), "ConditionalCheckFailedException");
      await attempts(() => once("put", ...call("put", { TableName: TABLE, Item: { id: id("both"), last: "other" } })))();
      assert.equal(await errorName(attempt()), "ConditionalCheckFailedException");
      const other = attempts(() => once("add", ...call("update", input)));
      assert.equal((await other()).Attributes !== undefined, true);
    });

    test("updates of many requests that ask for values are counted once each", async () => {
      const { call, shown = (values) => values } = open();
      const many = Array.from({ length: 8 }, () => attempts(() => once("add", ...call("update", add("many", { ReturnValues: "UPDATED_NEW" })))));
      const firsts = await Promise.all(many.flatMap((attempt) => [attempt(), attempt()]));
      const hits = firsts.map(({ Attributes }) => shown(Attributes).hits);
      assert.deepEqual(hits.filter((_, index) => index % 2 === 0).sort(), [1, 2, 3, 4, 5, 6, 7, 8]);
      assert.deepEqual(hits.filter((_, index) => index % 2), hits.filter((_, index) => index % 2 === 0));
      assert.equal((await item(id("many"))).hits, 8);
    });

    test("a transaction of the user happens once, and reports its own reasons", async () => {
      const { call } = open();
      const writes = (condition) => ({
        TransactItems: [{ Update: add("transaction") }, { Put: { TableName: TABLE, Item: { id: id("second") }, ...(condition && { ConditionExpression: condition }) } }],
      });
      const attempt = attempts(() => once("both", ...call("transactWrite", writes())));
      await attempt();
      await attempt();
      assert.equal((await item(id("transaction"))).hits, 1);
      const refused = attempts(() => once("both", ...call("transactWrite", writes("attribute_not_exists(id)"))));
      for (const _ of [1, 2]) {
        const error = await refused().catch((thrown) => thrown);
        assert.equal(error.name, "TransactionCanceledException");
        assert.deepEqual(error.CancellationReasons.map(({ Code }) => Code), ["None", "ConditionalCheckFailed"]);
      }
    });

    test("in the item: once, with the values of the first attempt", async () => {
      const { call, shown = (values) => values } = open();
      const update = (more) => call("update", { ...add("marked"), UpdateExpression: "ADD hits :one SET #last = :last", ...more });
      const plain = attempts(() => onceInItem("add", ...update({})));
      await plain();
      await plain();
      const valued = attempts(() => onceInItem("add", ...update({ ReturnValues: "UPDATED_NEW" })));
      const first = await valued();
      await attempts(() => onceInItem("add", ...update({})))();
      const again = await valued();
      assert.deepEqual({ ...shown(first.Attributes) }, { hits: 2, last: "marked" });
      assert.deepEqual({ ...shown(again.Attributes) }, { hits: 2, last: "marked" });
      assert.equal((await item(id("marked"))).hits, 3);
    });

    test("callbacks are answered within the attempt", async () => {
      const { call } = open();
      const handler = (_event, _context, callback) => {
        once("first", ...call("update", add("callback")), (error) => {
          if (error) callback(error);
          else once("second", ...call("update", add("callback")), callback);
        });
      };
      const safe = retrySafe(() => id("callback"), handler, { name: "tests", log: logs.dynamodb(client) });
      const attempt = () => new Promise((resolve, reject) => safe({}, {}, (error, reply) => (error ? reject(error) : resolve(reply))));
      await attempt();
      await attempt();
      assert.equal((await item(id("callback"))).hits, 2);
    });
  });
}

test("batches are written once", async () => {
  const db = library.DynamoDBDocument.from(client);
  const attempt = attempts(() => once("batch", db, "batchWrite", { RequestItems: { [TABLE]: [{ PutRequest: { Item: { id: "b1" } } }, { DeleteRequest: { Key: { id: "b2" } } }] } }));
  assert.deepEqual((await attempt()).UnprocessedItems, {});
  await db.delete({ TableName: TABLE, Key: { id: "b1" } });
  await attempt();
  assert.equal(await item("b1"), undefined);
});

test("refusals are errors of the classes that handlers catch", async () => {
  const attempt = attempts(() => once("put", client, new lowLevel.PutItemCommand(low({ TableName: TABLE, Item: { id: "x" }, ConditionExpression: "attribute_exists(id)" }))));
  await assert.rejects(attempt(), lowLevel.ConditionalCheckFailedException);
});

test("what cannot be once is refused before it is sent", async () => {
  const db = library.DynamoDBDocument.from(client);
  const code = (handler) => attempts(handler)().then(() => "none", (error) => error.code);
  const update = { TableName: TABLE, Key: { id: "never" }, UpdateExpression: "SET a = :a", ExpressionAttributeValues: { ":a": 1 } };
  assert.equal(await code(() => once("s", db, "put", { TableName: TABLE, Item: { id: "never" }, Expected: {} })), "NOT_SUPPORTED");
  assert.equal(await code(() => once("s", db, "put", { TableName: TABLE, Item: { id: "never" }, ReturnValues: "ALL_OLD" })), "NOT_SUPPORTED");
  assert.equal(await code(() => once("s", db, "get", { TableName: TABLE, Key: { id: "never" } })), "NOT_SUPPORTED");
  assert.equal(await code(() => once("s", { anything() {} }, "anything")), "NOT_SUPPORTED");
  assert.equal(await code(() => onceInItem("s", db, "update", { ...update, ConditionExpression: "a = :a" })), "NOT_SUPPORTED");
  assert.equal(await code(() => onceInItem("s", db, "update", { ...update, ReturnValues: "ALL_NEW" })), "NOT_SUPPORTED");
  assert.equal(await code(() => onceInItem("s", db, "put", { TableName: TABLE, Item: { id: "never" } })), "NOT_SUPPORTED");
  assert.equal(await item("never"), undefined);
});

test("two functions that get the same message do not see each other", async () => {
  const db = library.DynamoDBDocument.from(client);
  const handler = () => once("add", db, "update", { TableName: TABLE, Key: { id: "shared" }, UpdateExpression: "ADD hits :one", ExpressionAttributeValues: { ":one": 1 } });
  const event = { Records: [{ EventSource: "aws:sns", Sns: { MessageId: "m1" } }] };
  for (const functionName of ["one", "other", "one"]) {
    await retrySafe(identities.sns, handler, { log: logs.dynamodb(client) })(event, { functionName });
  }
  assert.equal((await item("shared")).hits, 2);
});
