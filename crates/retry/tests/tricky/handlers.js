// Handlers whose verdict is easy to get wrong. The comment above each says what
// is true of it alone; `today` says what Aplomb says, where that is less.

import { spawn } from "node:child_process";
import { createHash, createHmac, randomUUID } from "node:crypto";
import fs from "node:fs";
import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { S3 } from "@aws-sdk/client-s3";
import { SNS } from "@aws-sdk/client-sns";
import { SQS } from "@aws-sdk/client-sqs";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import algolia from "algoliasearch";
import AWS from "aws-sdk";
import rows from "csv-parser";
import Redis from "ioredis";
import { MongoClient } from "mongodb";
import Stripe from "stripe";

const db = DynamoDBDocument.from(new DynamoDB());
const bus = new EventBridgeClient({});
const functions = new LambdaClient({});
const objects = new S3();
const topics = new SNS();
const queues = new SQS();
const stripe = new Stripe(process.env.STRIPE_KEY);
const users = new MongoClient(process.env.MONGO).db("app").collection("users");

const TableName = "items";
const put = (Item) => db.put({ TableName, Item });
const get = async (id) => (await db.get({ TableName, Key: { id } })).Item;
const publish = (Message) => topics.publish({ TopicArn: "news", Message });
const failed = (error) => error.name === "ConditionalCheckFailedException";
const increment = {
  TableName: "counters",
  UpdateExpression: "ADD hits :one",
  ExpressionAttributeValues: { ":one": 1 },
};
const count = (id) => db.update({ ...increment, Key: { id } });
const claim = (id) => db.put({
  TableName: "claims",
  Item: { id },
  ConditionExpression: "attribute_not_exists(id)",
});

// unsafe: the key is fresh where the event has none
export const missingField = async (event) => { await put({ id: event.id ?? randomUUID() }); };

// unsafe: the same, by a default
export const defaultOfField = async ({ id = randomUUID() }) => { await put({ id }); };

// unsafe: the same, by truth
export const falsyField = async (event) => { await put({ id: event.id || String(Date.now()) }); };

let invocations = 0;

// unsafe: a warm instance still has what the attempt counted
export const moduleState = async (event) => {
  invocations += 1;
  await put({ id: `${event.id}-${invocations}` });
};

class Sequence {
  static last = 0;

  next() {
    Sequence.last += 1;
    return Sequence.last;
  }
}

// unsafe: the same in a class
// today unknown
export const classState = async (event) => {
  await put({ id: `${event.id}-${new Sequence().next()}` });
};

const seen = {};

// unsafe: another container has not seen it
export const moduleCache = async (event) => {
  if (seen[event.id]) return;
  seen[event.id] = true;
  await publish(event.id);
};

// unsafe: each look at the getter gives another key
export const getter = async () => {
  const fresh = { get id() { return randomUUID(); } };
  await put({ id: fresh.id });
};

// unsafe: the effect is in the finally block
export const finallyBlock = async (event) => {
  try {
    await put({ id: event.id });
  } finally {
    await publish(event.id);
  }
};

// unsafe: retries in the code do not help against a crash behind the last one
export const ownRetries = async (event) => {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await count(event.id);
      break;
    } catch (error) {
      if (attempt === 2) throw error;
    }
  }
};

// unsafe: a batch with a fresh key
export const batchFresh = async () => {
  await db.batchWrite({ RequestItems: { items: [{ PutRequest: { Item: { id: randomUUID() } } }] } });
};

// safe: a batch with a stable one
export const batchStable = async ({ id }) => {
  await db.batchWrite({ RequestItems: { items: [{ PutRequest: { Item: { id, state: "on" } } }] } });
};

// unsafe: the inner id is fresh
export const shadowedByFresh = async ({ id }) => {
  if (id) {
    const id = randomUUID();
    await put({ id });
  }
};

// safe: the inner id is not
export const shadowedByStable = async (event) => {
  const id = randomUUID();
  if (id) {
    const { id } = event;
    await put({ id, state: "on" });
  }
};

// unsafe: the later field wins
export const spreadOverrides = async ({ id }) => { await put({ id, ...{ id: randomUUID() } }); };

// unsafe: the item may have no id of its own
export const spreadOfInput = async ({ item }) => { await put({ id: randomUUID(), ...item }); };

// unsafe: assigned behind the literal
export const objectAssign = async ({ id }) => {
  const item = { id };
  Object.assign(item, { id: randomUUID() });
  await put(item);
};

const stamp = (item) => { item.id = randomUUID(); };

// unsafe: a helper changes its argument
export const changedArgument = async ({ id }) => {
  const item = { id };
  stamp(item);
  await put(item);
};

// unsafe: two names for one list
export const alias = async () => {
  const keys = [];
  const same = keys;
  same.push(randomUUID());
  await put({ id: keys[0] });
};

// unsafe: a digest of something fresh is fresh
export const digestOfFresh = async ({ name }) => {
  await put({ id: createHash("sha256").update(name + randomUUID()).digest("hex") });
};

// safe: a digest of the input is not
export const digestOfInput = async ({ name }) => {
  await put({ id: createHash("sha256").update(name).digest("hex") });
};

// unsafe: through JSON and back
export const throughJson = async () => {
  const copy = JSON.parse(JSON.stringify({ deep: { id: randomUUID() } }));
  await put({ id: copy.deep.id });
};

// unsafe: built by a fold
export const fold = async ({ title }) => {
  const value = { id: randomUUID(), title };
  await put(["id", "title"].reduce((item, name) => ({ ...item, [name]: value[name] }), {}));
};

// unsafe: all at once
export const promiseAll = async ({ texts }) => { await Promise.all(texts.map(publish)); };

// unsafe: not awaited, but it happens
export const forEachAsync = async ({ texts }) => {
  texts.forEach(async (text) => { await publish(text); });
};

// unsafe: behind a promise that nobody awaits
export const notAwaited = async ({ id }) => {
  put({ id }).then(() => publish(id));
  return 200;
};

// unsafe: in the executor of a promise
export const executor = async ({ text }) => {
  await new Promise((resolve, reject) => {
    topics.publish({ TopicArn: "news", Message: text }, (error, reply) => {
      if (error) reject(error);
      else resolve(reply);
    });
  });
};

// unsafe: a retry finds the claim of the attempt and complains
export const effectOfConflict = async ({ id }) => {
  try {
    await claim(id);
  } catch (error) {
    await publish(`${id} is taken`);
  }
};

// unsafe: the answer says who was first
export const answerOfConflict = async ({ id }) => claim(id).then(() => "new").catch(() => "old");

// unsafe: the retry reads the version that the attempt wrote, and goes on from there
export const compareAndSwap = async ({ id, title }) => {
  const { version } = await get(id);
  try {
    await db.update({
      TableName,
      Key: { id },
      UpdateExpression: "SET title = :title, version = :next",
      ConditionExpression: "version = :now",
      ExpressionAttributeValues: { ":title": title, ":now": version, ":next": version + 1 },
    });
  } catch (error) {
    if (!failed(error)) throw error;
  }
};

// safe: claim and count are one
export const claimWithCount = async ({ request, id }) => {
  try {
    await db.transactWrite({
      TransactItems: [
        {
          Put: {
            TableName: "claims",
            Item: { id: request },
            ConditionExpression: "attribute_not_exists(id)",
          },
        },
        { Update: { ...increment, Key: { id } } },
      ],
    });
  } catch (error) {
    if (error.name !== "TransactionCanceledException") throw error;
  }
  return 200;
};

// unsafe: a crash between claim and count loses the count
export const claimBeforeCount = async ({ request, id }) => {
  try {
    await claim(request);
  } catch (error) {
    if (!failed(error)) throw error;
    return 200;
  }
  await count(id);
  return 200;
};

// unsafe: a crash between count and mark counts twice
export const markAfterCount = async ({ request, id }) => {
  if (await get(request)) return 200;
  await count(id);
  await put({ id: request });
  return 200;
};

// safe: the queue recognises the repetition
export const deduplicated = async ({ id, text }) => {
  await queues.sendMessage({
    QueueUrl: "orders.fifo", MessageGroupId: "all", MessageBody: text, MessageDeduplicationId: id,
  });
};

// unsafe: by a key that is another one in the retry
export const deduplicatedByFresh = async ({ text }) => {
  await queues.sendMessage({
    QueueUrl: "orders.fifo",
    MessageGroupId: "all",
    MessageBody: text,
    MessageDeduplicationId: randomUUID(),
  });
};

// safe: the service recognises the repetition
export const idempotencyKey = async ({ id, amount }) => {
  await stripe.charges.create({ amount }, { idempotencyKey: id });
};

// unsafe: by a key that is another one in the retry
export const freshIdempotencyKey = async ({ amount }) => {
  await stripe.charges.create({ amount }, { idempotencyKey: randomUUID() });
};

// safe: nobody compares logs
export const log = async ({ id }) => {
  console.log(Date.now(), id);
  await put({ id });
};

// unsafe: the list grows
export const listAppend = async ({ id, tag }) => {
  await db.update({
    TableName,
    Key: { id },
    UpdateExpression: "SET tags = list_append(if_not_exists(tags, :none), :tag)",
    ExpressionAttributeValues: { ":none": [], ":tag": [tag] },
  });
};

// safe: the first time stays
export const ifNotExists = async ({ id }) => {
  await db.update({
    TableName,
    Key: { id },
    UpdateExpression: "SET createdAt = if_not_exists(createdAt, :now)",
    ExpressionAttributeValues: { ":now": Date.now() },
  });
};

// unsafe: the service chooses the version
export const versionOfObject = async ({ id }) => {
  const { VersionId } = await objects.putObject({ Bucket: "files", Key: id, Body: "text" });
  await put({ id: VersionId });
};

// unsafe: who calls again gets another request id
export const requestId = async (event, context) => { await put({ id: context.awsRequestId }); };

// unsafe: one case runs into the next
export const fallThrough = async ({ kind, id }) => {
  switch (kind) {
    case "both":
      await put({ id });
    case "message":
      await publish(id);
  }
};

// unsafe: twice fresh
export const loop = async () => {
  let left = 2;
  while (left > 0) {
    await put({ id: randomUUID() });
    left -= 1;
  }
};

// unsafe: the answer says what was there
export const oldOfPut = async ({ id }) => {
  const { Attributes } = await db.put({
    TableName, Item: { id, state: "on" }, ReturnValues: "ALL_OLD",
  });
  return { replaced: Attributes !== undefined };
};

// unsafe: on, off
export const toggle = async ({ id }) => {
  const item = await get(id);
  await put({ id, on: !(item && item.on) });
};

// safe: it reads what it wrote
export const ownWrite = async ({ id }) => {
  await put({ id, state: "on" });
  const { state } = await get(id);
  return state;
};

// unsafe: the second time there is nothing left to move
export const move = async ({ from, to }) => {
  const item = await get(from);
  const amount = item ? item.amount : 0;
  await put({ id: from, amount: 0 });
  await db.put({ TableName: "archive", Item: { id: to, amount } });
};

// unsafe: MongoDB counts
export const mongoIncrement = async ({ id }) => {
  await users.updateOne({ _id: id }, { $inc: { logins: 1 } }, { upsert: true });
};

// unsafe: MongoDB appends
export const mongoPush = async ({ id, tag }) => {
  await users.updateOne({ _id: id }, { $push: { tags: tag } });
};

// safe: MongoDB adds to a set
export const mongoAddToSet = async ({ id, tag }) => {
  await users.updateOne({ _id: id }, { $addToSet: { tags: tag } });
};

// unsafe: the driver makes an _id if the document has none
export const mongoInsertInput = async ({ body }) => {
  await users.insertOne(JSON.parse(body));
};

// unsafe: the answer is the old document
export const mongoOldDocument = async ({ id }) =>
  users.findOneAndUpdate({ _id: id }, { $set: { state: "on" } });

// unsafe: the answer says whether it was there
export const mongoDeleted = async ({ id }) => {
  const { deletedCount } = await users.deleteOne({ _id: id });
  return { deletedCount };
};

// safe: a request that only asks
export const httpGet = async ({ id }) => {
  const response = await fetch(`https://example.com/${id}`);
  return response.status;
};

// unsafe: a request that may change something
export const httpAnyMethod = async ({ method, id }) => {
  await fetch("https://example.com/", { method, body: id });
};

// unsafe: an event for others
export const eventBus = async ({ detail }) => {
  await bus.send(new PutEventsCommand({ Entries: [{ Detail: detail }] }));
};

// unsafe: another function starts
export const invoke = async ({ payload }) => {
  const command = { FunctionName: "next", InvocationType: "Event", Payload: payload };
  await functions.send(new InvokeCommand(command));
};

// unsafe: the key of the table can only be guessed, and the guess must not be "show"
export const unknownKey = async ({ show }) => {
  await db.put({ TableName: "tickets", Item: { ticket: randomUUID(), show } });
};

// unsafe: some have their answer early; for the others it tells whether there was an item
export const answeredEarlyToSome = (event, context, callback) => {
  if (event.quick) callback(null, "ok");
  db.delete({ TableName, Key: { id: event.id }, ReturnValues: "ALL_OLD" })
    .then(({ Attributes }) => callback(null, Boolean(Attributes)));
};

// unsafe: behind a piece of a text, a beginning and a number that must be right
export const textsOfACertainForm = async ({ arn, path, stock }) => {
  if (!path.startsWith("/v2/") || parseInt(stock.count) !== 0) return;
  await publish(`${arn.split(":")[3].toUpperCase()} is sold out`);
};

// unsafe: each message is published, whatever its number
export const byNumber = async (event) => {
  for (let i = 0; i < event.Records.length; i++) {
    await publish(event.Records[i].attributes.text.value);
  }
};

if (!process.env.NAMESPACE) {
  process.env.NAMESPACE = "dev";
}

// unsafe: the setting is its own where it was set
export const settingWithDefault = async ({ id }) => {
  const found = await db.get({ TableName: `${process.env.NAMESPACE}-items`, Key: { id } });
  if (found.Item) await publish(found.Item.text);
};

// unsafe: the item that is looked for is one of several
export const anItemForEachName = async ({ settings }) => {
  const named = (name) => settings.find((setting) => setting.name === name);
  await publish(`${named("from").value} to ${named("to").value}`);
};

// unsafe: which function runs depends on the input, and all of them send
export const functionsInATable = async ({ kind, id }) => {
  const kinds = { added: () => publish(`new: ${id}`), gone: () => publish(`gone: ${id}`) };
  if (!Object.prototype.hasOwnProperty.call(kinds, kind)) return;
  await kinds[kind]();
};

// safe: what the function puts together batch by batch is the same on retry
export const inBatches = async ({ ids }) => {
  let batch = [];
  for (const id of ids) {
    batch.push(id);
    if (batch.length === 25) {
      for (const id of batch) await put({ id });
      batch = [];
    }
  }
  for (const id of batch) await put({ id });
};

// unsafe: how often something was seen is kept from one iteration to the next
export const countedInALoop = async ({ ids }) => {
  let sent = 0;
  for (const id of ids) {
    const item = await get(id);
    if (item) sent += item.weight;
    await publish(`${id} is number ${sent}`);
  }
};

// unsafe: a request that comes from outside as a whole may lack a token
export const requested_from_outside = async (event) => {
  await topics.publish(event.request);
};

// unsafe: whichever command a branch made is sent
export const one_of_two_commands = async (event) => {
  let command;
  if (event.loud) {
    command = new PutEventsCommand({ Entries: [{ Detail: event.id }] });
  } else {
    command = new PutEventsCommand({ Entries: [] });
  }
  await bus.send(command);
};

// unsafe: a transaction to which an operation is added now and then
export const transaction_of_either_length = async (event) => {
  const TransactItems = [{ Put: { TableName, Item: { id: event.id } } }];
  if (event.counted) {
    TransactItems.push({ Update: { ...increment, Key: { id: event.id } } });
  }
  await db.transactWrite({ TransactItems });
};

// safe: a transaction to which a put is added now and then
export const transaction_of_puts = async (event) => {
  const TransactItems = [{ Put: { TableName, Item: { id: event.id } } }];
  if (event.both) {
    TransactItems.push({ Put: { TableName: "others", Item: { id: event.id } } });
  }
  await db.transactWrite({ TransactItems });
};

// safe: a table that a setting names, in a batch
export const batch_in_a_setting = async (event) => {
  const requests = event.ids.map((id) => ({ PutRequest: { Item: { id } } }));
  await db.batchWrite({ RequestItems: { [process.env.BATCHES]: requests } });
};

// unsafe: what is answered depends on what a batch finds in the table it writes
export const batch_read_back = async (event) => {
  const Keys = [{ id: event.id }];
  const found = await db.batchGet({ RequestItems: { [process.env.BATCHES]: { Keys } } });
  await db.put({ TableName: process.env.BATCHES, Item: { id: event.id } });
  return found.Responses[process.env.BATCHES][0] ? "known" : "new";
};

// unsafe: only addresses of one domain get this far
export const only_for_members = async (event) => {
  if (!event.email.toLowerCase().endsWith("@example.com")) return "no";
  await publish(event.email);
};

// safe: a client is made, which asks for nothing
export const only_searches = async (event) => {
  const found = await algolia("app", "key").initIndex("books").search(event.text);
  return found.hits.length;
};

// unsafe: an index of a search engine gets another entry
export const adds_to_an_index = async (event) => {
  await algolia("app", "key").initIndex("books").saveObject({ title: event.title });
};

const spoken = (text) => {
  const found = /(ask|open) (.*)/i.exec(text);
  return found && found.length ? found[2] : undefined;
};

// unsafe: some text has the form that is asked for
export const only_what_is_understood = async (event) => {
  const wish = spoken(event.text);
  if (wish === undefined) return "please repeat";
  await publish(wish);
};

const pages = new AWS.S3();
const saved = (Bucket, Key, path) => new Promise((resolve, reject) => {
  const file = fs.createWriteStream(path);
  const content = pages.getObject({ Bucket, Key }).createReadStream();
  content.on("error", reject);
  file.on("finish", () => resolve(path));
  content.pipe(file);
});
const converted = (path) => new Promise((resolve, reject) => {
  const program = spawn("/opt/convert", [path]);
  program.stdout.on("data", (text) => console.log(text.toString()));
  program.on("exit", (code) => (code === 0 ? resolve() : reject(code)));
});

// safe: a file goes through a local one and another program into another bucket
export const converts_a_file = async (event) => {
  const { bucket, object } = event.Records[0].s3;
  await saved(bucket.name, object.key, "/tmp/page");
  await converted("/tmp/page");
  const Body = fs.createReadStream("/tmp/page");
  await pages.upload({ Bucket: process.env.CONVERTED, Key: object.key, Body }).promise();
};

// unsafe: each row of a file is told
export const tells_each_row = (event) => new Promise((resolve, reject) => {
  pages.getObject({ Bucket: "rows", Key: event.key }).createReadStream()
    .pipe(rows())
    .on("data", (row) => publish(row.name))
    .on("error", reject)
    .on("end", resolve);
});

// safe: what a complete step gave is kept, also a new key
export const durable_key = withDurableExecution(async (event, context) => {
  const id = await context.step("key", async () => randomUUID());
  await context.wait({ seconds: 5 });
  await context.step("keep", async () => put({ id, text: event.text }));
  return id;
});

// safe: what a complete step read is kept
export const durable_read = withDurableExecution(async (event, context) => {
  const item = await context.runInChildContext("look", async (child) =>
    child.step("read", async () => get(event.id)));
  await context.step("write", () => put({ id: event.id, hits: item.hits + 1 }));
});

// unsafe: a crash inside a step repeats it, here with another key
export const durable_step_of_both = withDurableExecution(async (event, context) => {
  await context.step("both", async () => put({ id: randomUUID(), text: event.text }));
});

// unsafe: each branch runs, and a crash inside one repeats what it tells
export const durable_branches = withDurableExecution(async (event, context) => {
  await context.map("tell", event.ids, async (child, id) => child.step(() => publish(id)));
  return (await context.parallel([async () => 1, async () => 2])).getResults();
});

// unsafe: new ids, drawn in a loop that does nothing else
export const idsFirst = async ({ names }) => {
  const items = names.map((name) => ({ id: randomUUID(), name }));
  await put({ id: "all", items });
  await publish("saved");
};

// unsafe: whoever knows the secret gets this far
export const signed = async (event) => {
  const digest = createHmac("sha1", process.env.SECRET).update(event.body).digest("hex");
  if (event.headers.signature !== `sha1=${digest}`) return "forged";
  await publish(event.body);
};

const KEY = process.env.KEY || "";

// unsafe: a setting names the attribute that is the key
export const keyNamedByASetting = async ({ name }) => {
  await db.put({ TableName: "named", Item: { [KEY]: randomUUID(), name } });
};

const listed = async (parameters) => (await db.scan({ TableName: "items", ...parameters })).Items;
const remove = (id) => db.delete({ TableName: "items", Key: { id } });

// safe: a retry deletes what is left
export const deletesAll = async () => {
  for (const { id } of await listed()) await remove(id);
};

// unsafe: the first of what is left is another one
// today unknown
export const deletesTheFirst = async () => {
  for (const { id } of (await listed()).slice(0, 1)) await remove(id);
};

// unsafe: so it is where the store is asked for one
// today unknown
export const deletesOne = async () => {
  for (const { id } of await listed({ Limit: 1 })) await remove(id);
};

// unsafe: what is left has other places
// today unknown
export const deletesByPlace = async () => {
  const found = await listed();
  for (let i = 0; i < found.length; i++) if (i < 1) await remove(found[i].id);
};

// unsafe: whose parent was deleted tells of no grandparent
export const deletesParents = async () => {
  for (const { parent } of await listed()) await remove(parent);
};

// unsafe: there may be too few left to go on
// today unknown
export const deletesMany = async () => {
  const found = await listed();
  for (const { id } of found) if (found.length > 1) await remove(id);
};

// unsafe: the retry copies what the first attempt has deleted, and fails
export const movesObjects = async ({ Records }) => {
  for (const { s3: { bucket, object } } of Records) {
    const Bucket = bucket.name;
    const CopySource = encodeURI(`${Bucket}/${object.key}`);
    await objects.copyObject({ Bucket, CopySource, Key: `done/${object.key}` });
    await objects.deleteObject({ Bucket, Key: object.key });
  }
};

// unsafe: a source that cannot be taken apart may be the object that is deleted
// today unknown
export const movesWhatIsNamed = async ({ Records }) => {
  for (const { source, s3: { bucket, object } } of Records) {
    const Bucket = bucket.name;
    await objects.copyObject({ Bucket, CopySource: source, Key: `done/${object.key}` });
    await objects.deleteObject({ Bucket, Key: object.key });
  }
};

const earned = (id, ReturnValuesOnConditionCheckFailure) =>
  db.transactWrite({
    TransactItems: [
      {
        Put: {
          TableName: "seen",
          Item: { id },
          ConditionExpression: "attribute_not_exists(id)",
          ReturnValuesOnConditionCheckFailure,
        },
      },
      {
        Update: {
          TableName,
          Key: { id: "points" },
          UpdateExpression: "ADD points :one",
          ExpressionAttributeValues: { ":one": 1 },
        },
      },
    ],
  });

// safe: the first operation is the one that was refused
export const saysWhyItWasCancelled = async ({ id }) => {
  try {
    await earned(id);
  } catch (error) {
    if (error.CancellationReasons?.[0]?.Code !== "ConditionalCheckFailed") throw error;
  }
};

// safe: the message lists the same reasons
export const saysWhyInItsMessage = async ({ id }) => {
  try {
    await earned(id);
  } catch (error) {
    if (!error.message.includes("[ConditionalCheckFailed, None]")) throw error;
  }
};

// unsafe: the second operation was not refused
export const looksAtTheWrongReason = async ({ id }) => {
  try {
    await earned(id);
  } catch (error) {
    if (error.CancellationReasons[1].Code !== "ConditionalCheckFailed") throw error;
  }
};

// safe: the item that was in the way has the same key
export const showsWhatWasInTheWay = async ({ id }) => {
  try {
    await earned(id, "ALL_OLD");
  } catch (error) {
    if (error.CancellationReasons[0].Item.id !== id) throw error;
  }
};

const cache = new Redis(process.env.REDIS_URL);

// unsafe: the retry counts once more
export const countsInRedis = async ({ id }) => ({ used: await cache.incr(`quota:${id}`) });

// safe: what is set again is the same
export const setsInRedis = async ({ id, text }) => {
  await cache.set(`text:${id}`, text, "EX", 300);
};

// unsafe: the mark is set before the message is sent, so a retry does not send it
export const marksInRedis = async ({ id }) => {
  const first = await cache.set(`mark:${id}`, "1", "NX");
  if (first) await topics.publish({ TopicArn: "news", Message: id });
};

// unsafe: nobody knows what the script does, and the message is sent again
// today unknown
export const runsAScript = async ({ id }) => {
  await cache.eval("return redis.call('incr', KEYS[1])", 1, id);
};

// unsafe: the gateway gives another id to the client that asks again
export const keepsTheIdOfTheRequest = async ({ requestContext, body }) => {
  await db.put({ TableName, Item: { id: requestContext.requestId, body } });
};

const pending = { TableName: "bookings", IndexName: "by-state" };

// safe: what is expired is not found again
export const expiresWhatIsPending = async () => {
  const { Items } = await db.query({
    ...pending,
    KeyConditionExpression: "phase = :pending",
    ExpressionAttributeValues: { ":pending": "PENDING" },
  });
  for (const { id } of Items) {
    await db.update({
      TableName: "bookings",
      Key: { id },
      UpdateExpression: "SET phase = :expired",
      ExpressionAttributeValues: { ":expired": "EXPIRED" },
    });
  }
};

// unsafe: what stays pending is found again, and is counted again
export const countsWhatIsPending = async () => {
  const { Items } = await db.query({
    ...pending,
    KeyConditionExpression: "phase = :pending",
    ExpressionAttributeValues: { ":pending": "PENDING" },
  });
  for (const { id } of Items) {
    await db.update({
      TableName: "bookings",
      Key: { id },
      UpdateExpression: "ADD seen :one",
      ExpressionAttributeValues: { ":one": 1 },
    });
  }
};

// unsafe: the answer tells how many were left for the retry
export const answersHowManyExpired = async () => {
  const { Items } = await db.query({
    ...pending,
    KeyConditionExpression: "phase = :pending",
    ExpressionAttributeValues: { ":pending": "PENDING" },
  });
  for (const { id } of Items) {
    await db.update({
      TableName: "bookings",
      Key: { id },
      UpdateExpression: "SET phase = :expired",
      ExpressionAttributeValues: { ":expired": "EXPIRED" },
    });
  }
  return Items.length;
};

// unsafe: what is read first is there, and what is read next is not
export const secondRaises = async (event) => {
  try {
    event.a.b;
    event.c.d;
  } catch {
    if (event.a) await publish("there is an a and no c");
  }
};

// unsafe: each of several may be the one that is not there
// today unknown
export const thirdRaises = async (event) => {
  let came = "first";
  try {
    event.a.b;
    came = "second";
    event.c.d;
    came = "third";
    JSON.parse(event.body);
    came = "last";
  } catch {
    if (came === "third") await publish("no JSON");
  }
};

// unsafe: one of many is not there, which is the last
export const oneOfManyRaises = async (event) => {
  let came = 0;
  try {
    event.a.x;
    event.b.x;
    event.c.x;
    event.d.x;
    event.e.x;
    event.f.x;
    event.g.x;
    event.h.x;
    event.i.x;
    came = 1;
    event.j.x;
    came = 2;
  } catch {
    if (came === 1) await publish("no j");
  }
};

// safe: nothing is done where it raises, whatever it is
export const noneOfManyMatters = async (event) => {
  try {
    event.a.x;
    event.b.x;
    event.c.x;
    event.d.x;
    event.e.x;
    event.f.x;
    event.g.x;
    event.h.x;
    event.i.x;
    event.j.x;
  } catch {
    return null;
  }
};

// unsafe: one of very many is not there, of which not all are followed
// today unknown
export const oneOfVeryManyRaises = async (event) => {
  const use = () => {};
  let came = 0;
  try {
    use(event.aa.x, event.ab.x, event.ac.x, event.ad.x, event.ae.x, event.af.x);
    use(event.ag.x, event.ah.x, event.ai.x, event.aj.x, event.ak.x, event.al.x);
    use(event.ba.x, event.bb.x, event.bc.x, event.bd.x, event.be.x, event.bf.x);
    use(event.bg.x, event.bh.x, event.bi.x, event.bj.x, event.bk.x, event.bl.x);
    use(event.ca.x, event.cb.x, event.cc.x, event.cd.x, event.ce.x, event.cf.x);
    use(event.cg.x, event.ch.x, event.ci.x, event.cj.x, event.ck.x, event.cl.x);
    came = 1;
    event.last.x;
  } catch {
    if (came === 1) await publish("the last");
  }
};
