// Handlers on the retry runtime.

import { randomUUID } from "node:crypto";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { SES, SESClient, SendEmailCommand } from "@aws-sdk/client-ses";
import { DynamoDBDocument, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import {
  atLeastOnce, atMostOnce, derivedRandom, derivedUuid, idempotencyKey, identities, keep, once,
  onceInItem, records, retrySafe, startedAt,
} from "@aplomb/retry";
import AWS from "aws-sdk";
import { MongoClient } from "mongodb";
import pg from "pg";
import request from "request";
import Stripe from "stripe";

const db = DynamoDBDocument.from(new DynamoDB());
const old = new AWS.DynamoDB.DocumentClient();
const mail = new SES();
const mails = new SESClient({});
const stripe = new Stripe("key");
const pool = new pg.Pool();
const documents = new MongoClient("mongodb://localhost").db("shop").collection("items");
const count = (id) => ({
  TableName: "items",
  Key: { id },
  UpdateExpression: "ADD hits :one",
  ExpressionAttributeValues: { ":one": 1 },
});
const letter = { Source: "a@example.com", Destination: { ToAddresses: ["b@example.com"] }, Message: {} };

// safe: a derived key is the same on every attempt, and nobody else's
export const derived = retrySafe(identities.http, async ({ title }) => {
  const id = derivedUuid("derived.id");
  await db.put({ TableName: "items", Item: { id, title } });
  return { id };
});

// unsafe: the key is drawn again
export const drawn = retrySafe(identities.http, async ({ title }) => {
  await db.put({ TableName: "items", Item: { id: randomUUID(), title } });
});

// unsafe: the identity is another one on every attempt
export const renamed = retrySafe(() => randomUUID(), async ({ title }) => {
  await db.put({ TableName: "items", Item: { id: derivedUuid("renamed.id"), title } });
});

// unsafe: a client that asks again has another request id
export const invoked = retrySafe(identities.invocation, async ({ id }) => {
  await once("invoked.update", db, "update", count(id));
});

// safe: counted once
export const counted = retrySafe((event) => event.request, async ({ id }) => {
  await once("counted.update", db, "update", count(id));
});

// safe: with a command
export const commanded = retrySafe((event) => event.request, async ({ id }) => {
  await once("commanded.update", db, new UpdateCommand(count(id)));
});

// safe: version 2, as a promise
export const promised = retrySafe((event) => event.request, async ({ id }) => {
  await once("promised.update", old, "update", count(id));
});

// safe: version 2, with a callback that counts something else
export const calledBack = retrySafe((event) => event.request, (event, context, callback) => {
  once("calledBack.update", old, "update", count(event.id), (error) => {
    if (error) return callback(error);
    once("calledBack.update2", old, "update", count(event.other), callback);
  });
});

// unsafe: what the callback does is none of the step
export const goesOn = retrySafe((event) => event.request, (event, context, callback) => {
  once("goesOn.update", old, "update", count(event.id), (error) => {
    if (error) return callback(error);
    old.update(count(event.other), callback);
  });
});

// unsafe: one of two is protected
export const half = retrySafe((event) => event.request, async ({ id, other }) => {
  await once("half.update", db, "update", count(id));
  await db.update(count(other));
});

// safe: a refusal is kept, so the answer is the same
export const registered = retrySafe((event) => event.request, async ({ id, title }) => {
  try {
    await once("registered.put", db, "put", {
      TableName: "items",
      Item: { id, title },
      ConditionExpression: "attribute_not_exists(id)",
    });
    return { statusCode: 201 };
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
    return { statusCode: 409 };
  }
});

// unsafe: a ClientRequestToken forgets what was cancelled, so a retry may do it after all
export const forgotten = retrySafe((event) => event.request, async ({ request, id, to }) => {
  try {
    await db.transactWrite({
      ClientRequestToken: request,
      TransactItems: [{ Put: {
        TableName: "items", Item: { id }, ConditionExpression: "attribute_not_exists(id)",
      } }],
    });
  } catch (error) {
    await once("forgotten.delete", db, "delete", { TableName: "items", Key: { id } });
    return "taken";
  }
  return "free";
});

// safe: the content before is kept with the write
export const replaced = retrySafe((event) => event.request, async ({ id }) => {
  const { Attributes } = await once("replaced.update", db, "update", {
    ...count(id), ReturnValues: "ALL_OLD",
  });
  return Attributes;
});

// unknown: a put does not tell
export const told = retrySafe((event) => event.request, async ({ id, title }) => {
  const { Attributes } = await once("told.put", db, "put", {
    TableName: "items", Item: { id, title }, ReturnValues: "ALL_OLD",
  });
  return Attributes;
});

// unknown: parameters that a transaction does not have
export const legacy = retrySafe((event) => event.request, async ({ id }) => {
  await once("legacy.delete", db, "delete", { TableName: "items", Key: { id }, Expected: {} });
});

// safe: a statement
export const queried = retrySafe((event) => event.request, async ({ id }) => {
  await once("queried.query", pool, "query", "UPDATE counters SET n = n + 1 WHERE id = $1", [id]);
});

// unknown: documents of MongoDB are in no transaction with a log
export const document = retrySafe((event) => event.request, async ({ id }) => {
  await once("document.updateOne", documents, "updateOne", { _id: id }, { $inc: { hits: 1 } });
});

// safe: a key for each of two lists
export const nested = retrySafe((event) => event.request, async ({ orders }) => {
  for (const order of orders) {
    for (const line of order.lines) {
      await once(["nested.update", order.id, line.id], db, "update", count(line.id));
    }
  }
});

// unknown: a key of the inner list only: another order may have it too
export const halfNested = retrySafe((event) => event.request, async ({ orders, names }) => {
  for (const order of orders) {
    for (const name of names) {
      await once(["halfNested.update", name], db, "update", count(name));
    }
  }
});

// unsafe: read again, after the write
export const rereads = retrySafe((event) => event.request, async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  await once("rereads.put", db, "put", { TableName: "items", Item: { id, hits: Item.hits + 1 } });
  return Item.hits;
});

// safe: what was read is kept, and written once
export const keeps = retrySafe((event) => event.request, async ({ id }) => {
  const { Item } = await keep("keeps.get", () => db.get({ TableName: "items", Key: { id } }));
  await once("keeps.put", db, "put", { TableName: "items", Item: { id, hits: Item.hits + 1 } });
  return Item.hits;
});

// safe: the same with a command
export const keepsCommand = retrySafe((event) => event.request, async ({ id }) => {
  const { Item } = await keep("keepsCommand.get", db, new GetCommand({ TableName: "items", Key: { id } }));
  await once("keepsCommand.put", db, "put", { TableName: "items", Item: { id, hits: Item.hits + 1 } });
  return Item.hits;
});

// unsafe-concurrent: kept, but what is written again may be outdated
export const keepsOnly = retrySafe((event) => event.request, async ({ id }) => {
  const { Item } = await keep("keepsOnly.get", () => db.get({ TableName: "items", Key: { id } }));
  await db.put({ TableName: "items", Item: { id, hits: Item.hits + 1 } });
  return Item.hits;
});

// unknown: keep runs its function again
export const keepsWrites = retrySafe((event) => event.request, async ({ id }) => {
  await keep("keepsWrites.update", () => db.update(count(id)));
});

// unknown: two steps with one site
export const twice = retrySafe((event) => event.request, async ({ id, other }) => {
  await once("twice.update", db, "update", count(id));
  await once("twice.update", db, "update", count(other));
});

// safe: one site on two ways, of which an attempt takes one
export const either = retrySafe((event) => event.request, async ({ id, other, first }) => {
  if (first) {
    await once("either.update", db, "update", count(id));
  } else {
    await once("either.update", db, "update", count(other));
  }
});

// unknown: a site in a loop
export const looped = retrySafe((event) => event.request, async ({ ids }) => {
  for (const id of ids) await once("looped.update", db, "update", count(id));
});

// safe: with a key for each
export const keyed = retrySafe((event) => event.request, async ({ ids }) => {
  for (const id of ids) await once(["keyed.update", id], db, "update", count(id));
});

// safe: every record of a batch is a request
export const batch = retrySafe(identities.sqs, async (event) => {
  for (const record of records(event.Records)) {
    const id = derivedUuid("batch.id");
    await db.put({ TableName: "items", Item: { id, title: record.body } });
  }
});

// safe: all at once
export const together = retrySafe(identities.sqs, async (event) => {
  await Promise.all(records(event.Records).map(async (record) => {
    await once("together.update", db, "update", count(record.body));
  }));
});

// unknown: a batch has no identity of its own that tells its records apart
export const unnamed = retrySafe(identities.sqs, async (event) => {
  for (const record of event.Records) {
    await once("unnamed.update", db, "update", count(record.body));
  }
});

// unknown: outside of an attempt
export const outside = async ({ id }) => {
  await once("outside.update", db, "update", count(id));
};

// safe: in the item
export const marked = retrySafe((event) => event.request, async ({ id }) => {
  await onceInItem("marked.update", db, "update", count(id));
});

// unknown: a put takes the mark away
export const unmarked = retrySafe((event) => event.request, async ({ id, title }) => {
  await once("unmarked.put", db, "put", { TableName: "marks", Item: { id, title } });
  await onceInItem("unmarked.update", db, "update", { ...count(id), TableName: "marks" });
});

// unknown: in the item there is no refusal
export const conditionallyMarked = retrySafe((event) => event.request, async ({ id }) => {
  await onceInItem("conditionallyMarked.update", db, "update", {
    ...count(id), ConditionExpression: "attribute_exists(id)",
  });
});

// safe: Stripe recognises the key
export const charged = retrySafe((event) => event.request, async ({ amount }) => {
  await stripe.charges.create({ amount }, { idempotencyKey: idempotencyKey("charged.charge") });
});

// unsafe: a mail without a key
export const mailed = retrySafe((event) => event.request, async () => {
  await mail.sendEmail(letter);
});

// safe: the user has chosen what a crash while it is sent means
export const mailedOnce = retrySafe((event) => event.request, async () => {
  await atMostOnce("mailedOnce.mail", mails, new SendEmailCommand(letter));
});

// safe: or the other way
export const mailedAgain = retrySafe((event) => event.request, async () => {
  await atLeastOnce("mailedAgain.mail", () => mail.sendEmail(letter));
});

// unknown: whoever answers by a callback alone is not waited for
export const mailedByOthers = retrySafe((event) => event.request, (event, context, callback) => {
  atMostOnce("mailedByOthers.post", request, "post", { url: "https://example.com" }, callback);
});

// unknown: a mail cannot be in a transaction
export const mailInTransaction = retrySafe((event) => event.request, async () => {
  await once("mailInTransaction.mail", mails, new SendEmailCommand(letter));
});

// safe: the time of the request
export const timed = retrySafe((event) => event.request, async ({ id }) => {
  await once("timed.put", db, "put", { TableName: "items", Item: { id, at: startedAt() } });
  return startedAt();
}, { time: true });

// unknown: nobody keeps the time
export const untimed = retrySafe((event) => event.request, async ({ id }) => {
  await once("untimed.put", db, "put", { TableName: "items", Item: { id, at: startedAt() } });
});

// safe: a number that is drawn once
export const lucky = retrySafe((event) => event.request, async ({ id }) => {
  const number = derivedRandom("lucky.number");
  await once("lucky.put", db, "put", { TableName: "items", Item: { id, number } });
  return number;
});
