"use strict";
// Rows in a table of PostgreSQL or MySQL. Who calls these has a pool or a client of
// pg, or of mysql2.

const { dialectOf } = require("../sql");

const POSTGRES_SCHEMA = `CREATE TABLE IF NOT EXISTS aplomb_retry (
  request TEXT NOT NULL,
  step TEXT NOT NULL,
  value TEXT,
  expires BIGINT NOT NULL,
  first_attempt BIGINT,
  lease_owner TEXT,
  lease_until BIGINT,
  PRIMARY KEY (request, step)
)`;

const MYSQL_SCHEMA = `CREATE TABLE IF NOT EXISTS aplomb_retry (
  request VARBINARY(1024) NOT NULL,
  step VARBINARY(640) NOT NULL,
  value LONGTEXT,
  expires BIGINT NOT NULL,
  first_attempt BIGINT,
  lease_owner VARCHAR(64),
  lease_until BIGINT,
  PRIMARY KEY (request, step)
) CHARACTER SET utf8mb4`;

const postgresLog = (client) => sqlLog(dialectOf(client, "postgres"));
const mysqlLog = (client) => sqlLog(dialectOf(client, "mysql"));

function sqlLog(database) {
  const find = async ({ request, step }) =>
    (await database.rows("SELECT value FROM aplomb_retry WHERE request = ? AND step = ?", [request, step]))[0]?.value;
  return {
    find,
    async first(row, text) {
      await database.insertIgnoring("(request, step, value, expires) VALUES (?, ?, ?, ?)", [row.request, row.step, text, row.ttl]);
      return find(row);
    },
    async remove({ request, step }) {
      await database.rows("DELETE FROM aplomb_retry WHERE request = ? AND step = ?", [request, step]);
    },
    async acquire({ request, step, ttl }, { owner, now, until }) {
      await database.insertIgnoring("(request, step, expires, first_attempt) VALUES (?, ?, ?, ?)", [request, step, ttl, now]);
      await database.rows(
        "UPDATE aplomb_retry SET lease_owner = ?, lease_until = ? WHERE request = ? AND step = ? AND (lease_owner IS NULL OR lease_until < ?)",
        [owner, until, request, step, now],
      );
      const [head] = await database.rows("SELECT lease_owner, first_attempt FROM aplomb_retry WHERE request = ? AND step = ?", [request, step]);
      return head?.lease_owner === owner ? Number(head.first_attempt) : undefined;
    },
    async release({ request, step }, owner) {
      await database.rows("UPDATE aplomb_retry SET lease_owner = NULL WHERE request = ? AND step = ? AND lease_owner = ?", [request, step, owner]);
    },
  };
}

module.exports = { MYSQL_SCHEMA, POSTGRES_SCHEMA, mysqlLog, postgresLog };
