"use strict";
// An order as one transaction, and a counter beside it.

const { randomUUID } = require("node:crypto");
const mysql = require("mysql2/promise");
const { derivedUuid, keep, logs, once, retrySafe } = require("../../..");

module.exports = async (uri) => {
  const client = await mysql.createConnection(uri);
  client.on("error", () => {});

  const price = async () => (await client.query("SELECT balance FROM accounts WHERE id = 'price'"))[0][0].balance;
  const pay = (paid, user) => async (connection) => {
    await connection.query("UPDATE accounts SET balance = balance - ? WHERE id = ?", [paid, user]);
    const [[{ balance }]] = await connection.query("SELECT balance FROM accounts WHERE id = ?", [user]);
    return balance;
  };
  const insert = "INSERT INTO orders (id, request, person, price, balance) VALUES (?, ?, ?, ?, ?)";

  const order = (steps) => async ({ request, user }) => {
    const id = steps.id();
    const paid = await steps.price();
    const balance = await steps.pay(pay(paid, user));
    await steps.insert(insert, [id, request, user, paid, balance]);
    return { id, price: paid, balance };
  };
  const raw = { id: randomUUID, price, pay: (action) => action(client), insert: (...query) => client.query(...query) };
  const protectedSteps = {
    id: () => derivedUuid("order.id"),
    price: () => keep("order.price", price),
    pay: (action) => once("order.pay", client, action),
    insert: (...query) => once("order.insert", client, "execute", ...query),
  };
  return {
    raw: order(raw),
    selective: retrySafe((event) => event.request, order(protectedSteps), { log: logs.mysql(client) }),
  };
};
