import Database from "better-sqlite3";
import pgPromise from "pg-promise";
import { sql } from "@vercel/postgres";
import { neon } from "@neondatabase/serverless";
import mysql from "mysql2";
import { RDSDataClient, ExecuteStatementCommand } from "@aws-sdk/client-rds-data";
import AWS from "aws-sdk";
import SQL from "sql-template-strings";
import pg from "pg";

const file = new Database("/mnt/data/app.db");
const db = pgPromise()(process.env.DATABASE);
const fast = neon(process.env.DATABASE);
const connection = mysql.createConnection({ host: process.env.HOST });
const client = new pg.Client();
const data = new RDSDataClient();
const service = new AWS.RDSDataService();
const cluster = { resourceArn: process.env.CLUSTER, secretArn: process.env.SECRET, database: "shop" };

// unsafe: a prepared statement counts
export const countPrepared = async ({ name }) => {
  file.prepare("UPDATE counters SET n = n + 1 WHERE name = ?").run(name);
};

// safe: what better-sqlite3 runs in a transaction is one step
export const withdrawInFile = async ({ request, account, amount }) => {
  const withdraw = file.transaction(() => {
    const { changes } = file.prepare("INSERT OR IGNORE INTO requests (id, created) VALUES (?, NULL)").run(request);
    if (changes === 1) {
      file.prepare("UPDATE accounts SET balance = balance - ? WHERE id = ?").run(amount, account);
    }
  });
  withdraw();
};

// unsafe: what better-sqlite3 runs in a transaction counts again
export const countInTransaction = async ({ name }) => {
  file.transaction(() => {
    file.prepare("UPDATE counters SET n = n + 1 WHERE name = ?").run(name);
  })();
};

// safe: a row or none
export const readInFile = async ({ id }) => file.prepare("SELECT * FROM orders WHERE id = ?").get(id);

// unsafe: pg-promise adds a note
export const addNote = async ({ text }) => {
  const note = await db.one("INSERT INTO notes (text) VALUES ($1) RETURNING id", [text]);
  return note.id;
};

// safe: the request and the withdrawal are one transaction
export const withdrawInTask = async ({ request, account, amount }) => {
  await db.tx(async (t) => {
    const added = await t.oneOrNone(
      "INSERT INTO requests (id, created) VALUES ($1, null) ON CONFLICT DO NOTHING RETURNING id",
      [request],
    );
    if (added) {
      await t.none("UPDATE accounts SET balance = balance - $2 WHERE id = $1", [account, amount]);
    }
  });
};

// unsafe: two tasks
export const withdrawInSteps = async ({ request, account, amount }) => {
  const added = await db.oneOrNone(
    "INSERT INTO requests (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id",
    [request],
  );
  if (added) {
    await db.none("UPDATE accounts SET balance = balance - $2 WHERE id = $1", [account, amount]);
  }
};

// unsafe: the tag of Vercel counts
export const countOnVercel = async ({ name }) => {
  await sql`UPDATE counters SET n = n + 1 WHERE name = ${name}`;
};

// safe: the tag of Neon sets
export const payOnNeon = async ({ id }) => {
  await fast`UPDATE orders SET status = 'paid' WHERE id = ${id}`;
};

// unsafe: a value that the driver quotes, in a text
export const depositQuoted = (event, context, callback) => {
  const text = "UPDATE accounts SET balance = balance + " + connection.escape(event.amount) +
    " WHERE id = " + connection.escape(event.id);
  connection.query(text, (error) => callback(error));
};

// unsafe: the Data API counts
export const countByRequest = async ({ name }) => {
  await data.send(
    new ExecuteStatementCommand({
      ...cluster,
      sql: "UPDATE counters SET n = n + 1 WHERE name = :name",
      parameters: [{ name: "name", value: { stringValue: name } }],
    }),
  );
};

// safe: the Data API shows what is there
export const readByRequest = async ({ id }) => {
  const { records } = await data.send(
    new ExecuteStatementCommand({
      ...cluster,
      sql: "SELECT total FROM orders WHERE id = :id",
      parameters: [{ name: "id", value: { stringValue: id } }],
    }),
  );
  return records.length ? records[0][0].longValue : null;
};

// safe: a transaction of the Data API is one step
export const withdrawByRequest = async ({ request, account, amount }) => {
  const { transactionId } = await service.beginTransaction(cluster).promise();
  const log = await service
    .executeStatement({
      ...cluster,
      transactionId,
      sql: "INSERT INTO requests (id, created) VALUES (:id, null) ON CONFLICT DO NOTHING",
      parameters: [{ name: "id", value: { stringValue: request } }],
    })
    .promise();
  if (log.numberOfRecordsUpdated === 1) {
    await service
      .executeStatement({
        ...cluster,
        transactionId,
        sql: "UPDATE accounts SET balance = balance - :amount WHERE id = :id",
        parameters: [
          { name: "amount", value: { longValue: amount } },
          { name: "id", value: { stringValue: account } },
        ],
      })
      .promise();
  }
  await service.commitTransaction({ ...cluster, transactionId }).promise();
};

// unsafe: a template that is sent later counts
export const countLater = async ({ name }) => {
  const statement = SQL`UPDATE counters SET n = n + 1 WHERE name = ${name}`;
  await client.query(statement);
};

// unsafe: a row that is replaced has another number
// today unknown
export const replaceNumbered = async ({ id, title }) => {
  file.prepare("REPLACE INTO documents (id, title, version) VALUES (?, ?, 1)").run(id, title);
  const { rowid } = file.prepare("SELECT rowid FROM documents WHERE id = ?").get(id);
  file.prepare("INSERT OR IGNORE INTO requests (id) VALUES (?)").run(rowid);
};
