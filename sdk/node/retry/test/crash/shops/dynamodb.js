"use strict";
// A shop on DynamoDB: its tables, what other functions do to it meanwhile, and what
// its final content says about the requests.

const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");
const { CREDENTIALS, LOG, createTables } = require("../../serve");
const { chain, paid } = require("./history");

const TABLES = { ...LOG, items: ["id"], orders: ["id"], rejections: ["id"] };
const START = 1_000_000;

async function open(endpoint) {
  const client = new DynamoDBClient({ endpoint, ...CREDENTIALS });
  await createTables(client, TABLES);
  const db = DynamoDBDocument.from(client);
  const put = (Item) => db.put({ TableName: "items", Item });
  await put({ id: "price", price: 10 });
  await put({ id: "stock", pieces: 1 });
  await put({ id: "statistics", orders: 0 });
  for (const user of ["u0", "u1", "u2"]) await put({ id: user, balance: START });

  const add = (id, attribute, more) =>
    db.update({ TableName: "items", Key: { id }, UpdateExpression: `ADD ${attribute} :one`, ExpressionAttributeValues: { ":one": 1 }, ...more });

  let restocked = 1;
  return {
    /** The price changes all the time. */
    others: () => add("price", "price"),
    /** Before a retry a piece may arrive, if there is none: the attempt before has not found it. */
    async between(random) {
      if (random() < 0.5) return;
      await add("stock", "pieces", { ConditionExpression: "pieces < :one" }).then(
        () => (restocked += 1),
        () => {},
      );
    },
    async violations(answers) {
      const all = async (TableName) => (await db.scan({ TableName, ConsistentRead: true })).Items;
      const items = Object.fromEntries((await all("items")).map((item) => [item.id, item]));
      const orders = await all("orders");
      const rejected = new Set((await all("rejections")).map(({ id }) => id));
      return [
        ...paid(answers, orders, rejected),
        ...["u0", "u1", "u2"].flatMap((user) => chain(START, items[user].balance, orders.filter((order) => order.user === user))),
        ...(items.statistics.orders === orders.length ? [] : [`${orders.length} orders were counted as ${items.statistics.orders}`]),
        ...(items.stock.pieces === restocked - orders.length ? [] : [`of ${restocked} pieces ${orders.length} were sold and ${items.stock.pieces} are left`]),
      ];
    },
    close: () => client.destroy(),
  };
}

module.exports = { open, server: "dynamodb" };
