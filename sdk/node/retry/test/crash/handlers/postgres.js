"use strict";
// An order in SQL: a payment whose reply counts, and a row that must not be there twice.

const { randomUUID } = require("node:crypto");
const { Client } = require("pg");
const { derivedUuid, keep, logs, once, retrySafe } = require("../../..");

module.exports = async (connectionString) => {
  const client = new Client({ connectionString });
  client.on("error", () => {});
  await client.connect();

  const price = async () => (await client.query("SELECT balance FROM accounts WHERE id = 'price'")).rows[0].balance;
  const pay = "UPDATE accounts SET balance = balance - $1 WHERE id = $2 RETURNING balance";
  const insert = "INSERT INTO orders (id, request, person, price, balance) VALUES ($1, $2, $3, $4, $5)";

  const order = (steps) => async ({ request, user }) => {
    const id = steps.id();
    const paid = await steps.price();
    const { rows } = await steps.pay(pay, [paid, user]);
    const answer = { id, price: paid, balance: rows[0].balance };
    await steps.insert(insert, [id, request, user, answer.price, answer.balance]);
    return answer;
  };
  const raw = { id: randomUUID, price, pay: (...query) => client.query(...query), insert: (...query) => client.query(...query) };
  const protectedSteps = {
    id: () => derivedUuid("order.id"),
    price: () => keep("order.price", price),
    pay: (...query) => once("order.pay", client, "query", ...query),
    insert: (...query) => once("order.insert", client, "query", ...query),
  };
  return {
    raw: order(raw),
    selective: retrySafe((event) => event.request, order(protectedSteps), { log: logs.postgres(client) }),
  };
};
