"use strict";
// A shop in SQL; `query` gives the rows of a statement.

const { chain, paid } = require("./history");

const START = 1_000_000;
const USERS = ["u0", "u1", "u2"];

async function sqlShop(query, schema, close) {
  await query(schema);
  await query("CREATE TABLE accounts (id VARCHAR(40) PRIMARY KEY, balance INT)");
  await query("CREATE TABLE orders (id VARCHAR(40) PRIMARY KEY, request VARCHAR(40), person VARCHAR(40), price INT, balance INT)");
  await query(`INSERT INTO accounts VALUES ('price', 10), ${USERS.map((user) => `('${user}', ${START})`).join(", ")}`);
  return {
    others: () => query("UPDATE accounts SET balance = balance + 1 WHERE id = 'price'"),
    between: async () => {},
    async violations(answers) {
      const orders = await query("SELECT * FROM orders");
      const balances = Object.fromEntries((await query("SELECT * FROM accounts")).map(({ id, balance }) => [id, balance]));
      const chains = USERS.flatMap((user) => chain(START, balances[user], orders.filter((order) => order.person === user)));
      return [...paid(answers, orders, new Set()), ...chains];
    },
    close,
  };
}

module.exports = { sqlShop };
