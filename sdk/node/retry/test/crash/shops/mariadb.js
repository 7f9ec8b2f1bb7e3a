"use strict";

const mysql = require("mysql2/promise");
const { logs } = require("../../..");
const { sqlShop } = require("./sql");

function open(uri) {
  const pool = mysql.createPool(uri);
  return sqlShop(async (text) => (await pool.query(text))[0], logs.mysql.schema, () => pool.end());
}

module.exports = { open, server: "mariadb" };
