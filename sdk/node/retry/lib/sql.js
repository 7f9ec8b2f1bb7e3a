"use strict";
// Writes in SQL that happen once. The effect and its row are written together: in
// PostgreSQL by one statement, elsewhere and for several statements by a
// transaction. The row comes last and holds the outcome; if it is there already,
// the effect is undone with it.

const { REFUSED } = require("./attempt");
const { RetryError } = require("./errors");
const { decode, encode } = require("./values");

const recognises = ([client, call]) =>
  typeof client?.query === "function" && (typeof call === "function" || call === "query" || call === "execute");

async function once(_attempt, row, [client, call, ...args]) {
  const database = dialectOf(client);
  const performed = typeof call === "function" ? transaction(database, row, call) : database.once(row, call, args);
  const reply = await performed.catch((error) => adoptedAfter(database, row, error));
  return typeof call === "function" ? reply : database.shown(reply);
}

/** A statement that failed: perhaps because it has succeeded before. */
async function adoptedAfter(database, row, error) {
  const violated = /^23/.test(error?.sqlState ?? error?.code ?? "");
  if (violated) {
    const refused = { message: error.message, code: error.code, errno: error.errno, sqlState: error.sqlState, constraint: error.constraint, detail: error.detail };
    await database.insertIgnoring("(request, step, value, expires) VALUES (?, ?, ?, ?)", [row.request, row.step, encode({ refused }), row.ttl]);
  }
  const [known] = await database.rows("SELECT value FROM aplomb_retry WHERE request = ? AND step = ?", [row.request, row.step]);
  if (!known) throw error;
  return outcomeOf(decode(known.value));
}

/** Several statements, as one transaction. */
function transaction(database, row, action) {
  return database.connected(async (connection) => {
    await connection.query("BEGIN");
    try {
      const reply = await action(connection);
      const text = encode({ reply });
      await connection.query(database.placed("INSERT INTO aplomb_retry (request, step, value, expires) VALUES (?, ?, ?, ?)"), [row.request, row.step, text, row.ttl]);
      await connection.query("COMMIT");
      return decode(text).reply;
    } catch (error) {
      await connection.query("ROLLBACK");
      throw error;
    }
  });
}

function outcomeOf({ reply, refused }) {
  if (!refused) return reply;
  const { message, ...fields } = refused;
  throw Object.assign(new Error(message), fields, { [REFUSED]: true });
}

/** The database behind a client of pg or mysql2. */
function dialectOf(client, name = typeof client.execute === "function" ? "mysql" : "postgres") {
  return name === "mysql" ? mysql(client) : postgres(client);
}

function postgres(client) {
  const placed = (text) => {
    let count = 0;
    return text.replace(/\?/g, () => `$${(count += 1)}`);
  };
  return {
    placed,
    rows: async (text, values) => (await client.query(placed(text), values)).rows,
    insertIgnoring: (rest, values) => client.query(placed(`INSERT INTO aplomb_retry ${rest} ON CONFLICT DO NOTHING`), values),
    connected: (action) => connected(client, "connect", action),
    shown: (reply) => reply,
    async once(row, _method, args) {
      const { text, values } = typeof args[0] === "object" ? { values: [], ...args[0] } : { text: args[0], values: args[1] ?? [] };
      const statement = text.trim().replace(/;$/, "");
      const returning = hasReturning(statement);
      const effect = returning ? statement : `${statement} RETURNING 1`;
      const [request, step, ttl] = [1, 2, 3].map((offset) => `$${values.length + offset}`);
      const shown = returning ? "coalesce(json_agg(aplomb_effect), '[]')" : "'[]'::json";
      const result = await client.query(
        `WITH aplomb_effect AS (${effect}) INSERT INTO aplomb_retry (request, step, value, expires) ` +
          `SELECT ${request}::text, ${step}::text, json_build_object('reply', json_build_object('rows', ${shown}, 'rowCount', count(*)))::text, ${ttl}::bigint ` +
          "FROM aplomb_effect RETURNING value",
        [...values, row.request, row.step, row.ttl],
      );
      return decode(result.rows[0].value).reply;
    },
  };
}

// Whether a statement returns rows of its own: outside of text, comments and parentheses.
function hasReturning(statement) {
  let plain = statement.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--.*|\/\*[\s\S]*?\*\//g, " ");
  for (let before; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\([^()]*\)/g, " ");
  }
  if (!/^\s*(insert|update|delete|merge|with)\b/i.test(plain)) {
    throw new RetryError("NOT_SUPPORTED", "once() is for INSERT, UPDATE, DELETE and MERGE; keep() what a SELECT returns");
  }
  return /\breturning\b/i.test(plain);
}

function mysql(given) {
  const plain = typeof given.promise === "function";
  const client = plain ? given.promise() : given;
  const database = {
    placed: (text) => text,
    rows: async (text, values) => (await client.query(text, values))[0],
    insertIgnoring: (rest, values) => client.query(`INSERT IGNORE INTO aplomb_retry ${rest}`, values),
    connected: (action) => connected(client, "getConnection", action),
    // mysql2 answers with result and fields, its older interface with the result alone.
    shown: (reply) => (plain ? reply : [reply, undefined]),
    once: (row, method, args) =>
      transaction(database, row, async (connection) => {
        const [result] = await connection[method](...args);
        return { ...result };
      }),
  };
  return database;
}

// A pool lends a connection; a connection is one.
async function connected(client, lend, action) {
  const lends = lend === "connect" ? typeof client.totalCount === "number" : typeof client[lend] === "function";
  if (!lends) return action(client);
  const connection = await client[lend]();
  try {
    return await action(connection);
  } finally {
    connection.release();
  }
}

module.exports = { dialectOf, once, recognises };
