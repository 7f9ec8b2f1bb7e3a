"use strict";

const { Pool } = require("pg");
const { logs } = require("../../..");
const { sqlShop } = require("./sql");

function open(connectionString) {
  const pool = new Pool({ connectionString });
  pool.on("error", () => {});
  return sqlShop(async (text) => (await pool.query(text)).rows, logs.postgres.schema, () => pool.end());
}

module.exports = { open, server: "postgres" };
