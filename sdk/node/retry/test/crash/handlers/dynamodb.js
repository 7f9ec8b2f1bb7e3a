"use strict";
// One order: a price that others change, a piece that may not be there, a payment whose
// reply counts, a counter, a record. `selective` protects what needs it; the others
// are controls that must fail.

const { randomUUID } = require("node:crypto");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument, PutCommand, UpdateCommand } = require("@aws-sdk/lib-dynamodb");
const { derivedUuid, keep, logs, once, onceInItem, retrySafe } = require("../../..");
const { CREDENTIALS } = require("../../serve");

module.exports = async (endpoint) => {
  const client = new DynamoDBClient({ endpoint, ...CREDENTIALS });
  const db = DynamoDBDocument.from(client);

  const price = () => db.get({ TableName: "items", Key: { id: "price" }, ConsistentRead: true });
  const take = { TableName: "items", Key: { id: "stock" }, UpdateExpression: "SET pieces = pieces - :one", ConditionExpression: "pieces >= :one", ExpressionAttributeValues: { ":one": 1 } };
  const pay = (user, amount) => ({ TableName: "items", Key: { id: user }, UpdateExpression: "SET balance = balance - :amount", ExpressionAttributeValues: { ":amount": amount }, ReturnValues: "UPDATED_NEW" });
  const count = { TableName: "items", Key: { id: "statistics" }, UpdateExpression: "ADD orders :one", ExpressionAttributeValues: { ":one": 1 } };
  const reject = async ({ request }) => {
    await db.send(new PutCommand({ TableName: "rejections", Item: { id: request } }));
    return { rejected: true };
  };

  /** The handler, given how its steps are performed. */
  const order = (steps) => async (event) => {
    const id = steps.id();
    const { Item } = await steps.price();
    try {
      await steps.take(event);
    } catch (error) {
      if (error.name !== "ConditionalCheckFailedException") throw error;
      return reject(event);
    }
    const { Attributes } = await steps.pay(event.user, Item.price);
    await steps.count();
    const answer = { id, price: Item.price, balance: Attributes.balance };
    await db.put({ TableName: "orders", Item: { ...answer, request: event.request, user: event.user } });
    return answer;
  };

  // By hand, since the runtime refuses it: a mark in the item on a conditional update.
  const takeInItem = async ({ request }) => {
    const mark = { "#mark": `m:${request}` };
    try {
      await db.update({ ...take, UpdateExpression: `${take.UpdateExpression}, #mark = :one`, ConditionExpression: "pieces >= :one AND attribute_not_exists(#mark)", ExpressionAttributeNames: mark });
    } catch (error) {
      const { Item } = await db.get({ TableName: "items", Key: take.Key, ConsistentRead: true });
      if (!Item[mark["#mark"]]) throw error;
    }
  };

  const raw = {
    id: randomUUID,
    price,
    take: () => db.send(new UpdateCommand(take)),
    pay: (...payment) => db.update(pay(...payment)),
    count: () => db.update(count),
  };
  const protectedSteps = {
    id: () => derivedUuid("order.id"),
    price: () => keep("order.price", price),
    take: () => once("order.take", db, new UpdateCommand(take)),
    pay: (...payment) => once("order.pay", db, "update", pay(...payment)),
    count: () => onceInItem("order.count", db, "update", count),
  };
  const safe = (steps) => retrySafe((event) => event.request, order(steps), { log: logs.dynamodb(client) });
  return {
    selective: safe(protectedSteps),
    raw: order(raw),
    "price not kept": safe({ ...protectedSteps, price }),
    "conditional in the item": safe({ ...protectedSteps, take: takeInItem }),
  };
};
