import mysql from "mysql";
import mysql2 from "mysql2/promise";
import serverless from "serverless-mysql";

const connection = mysql.createConnection({ host: process.env.HOST });
const pool = mysql2.createPool({ host: process.env.HOST });
const db = serverless({ config: { host: process.env.HOST } });

// unsafe: every attempt counts
export const count = (event, context, callback) => {
  connection.query("UPDATE counters SET n = n + 1 WHERE name = ?", [event.name], (error) => {
    callback(error, "counted");
  });
};

// safe: a duplicate is ignored
export const ensure = async ({ request }) => {
  await pool.execute("INSERT IGNORE INTO requests (id, created) VALUES (?, NULL)", [request]);
};

// unsafe: the retry is told that nothing was inserted
export const ensureCounting = async ({ request }) => {
  const [result] = await pool.execute("INSERT IGNORE INTO requests (id) VALUES (?)", [request]);
  return result.affectedRows;
};

// unsafe: the server draws another id
export const add = async ({ text }) => {
  const result = await db.query("INSERT INTO notes SET ?", { text });
  await db.end();
  return result.insertId;
};

// unsafe: an object with the key of the row, so the retry answers with the error of a duplicate
export const addOrder = (event, context, callback) => {
  const order = { id: event.id, total: event.total };
  connection.query("INSERT INTO orders SET ?", order, (error) => {
    if (error) return callback(error);
    callback(null, order);
  });
};

// unsafe: the retry hears of the duplicate
export const addOrderTelling = (event, context, callback) => {
  connection.query("INSERT INTO orders (id) VALUES (?)", [event.id], (error) => {
    callback(null, error && error.errno === 1062 ? "exists" : "created");
  });
};

// safe: the same total is written again, and nobody looks
// today unknown
export const put = async ({ id, total }) => {
  await db.query(
    "INSERT INTO orders (id, total) VALUES (?, ?) ON DUPLICATE KEY UPDATE total = VALUES(total)",
    [id, total],
  );
};

// unsafe: a duplicate counts
export const visit = async ({ name }) => {
  await db.query("INSERT INTO counters (name, n) VALUES (?, 1) ON DUPLICATE KEY UPDATE n = n + 1", [name]);
};

// safe: the row is replaced by itself
export const replace = async ({ id, total }) => {
  await db.query("REPLACE INTO orders (id, total, updated) VALUES (?, ?, NULL)", [id, total]);
};

// safe: the request and the withdrawal are one transaction
export const withdrawOnce = async ({ request, account, amount }) => {
  const client = await pool.getConnection();
  try {
    await client.beginTransaction();
    const [log] = await client.query("INSERT IGNORE INTO requests (id, created) VALUES (?, NULL)", [request]);
    if (log.affectedRows === 1) {
      await client.query("UPDATE accounts SET balance = balance - ? WHERE id = ?", [amount, account]);
    }
    await client.commit();
  } catch (error) {
    await client.rollback();
    throw error;
  } finally {
    client.release();
  }
};

// unsafe: without the transaction the withdrawal can be lost
export const withdrawUnprotected = async ({ request, account, amount }) => {
  const client = await pool.getConnection();
  const [log] = await client.query("INSERT IGNORE INTO requests (id) VALUES (?)", [request]);
  if (log.affectedRows === 1) {
    await client.query("UPDATE accounts SET balance = balance - ? WHERE id = ?", [amount, account]);
  }
  client.release();
};

// safe: the rows that match are found again
export const find = async ({ status }) => {
  const [rows] = await pool.query("SELECT id, total FROM orders WHERE status = ? ORDER BY total", [status]);
  return rows;
};

// unsafe: MySQL commits before it defines a table, so that the marker stands alone
export const defineInside = async ({ request, name }) => {
  const client = await pool.getConnection();
  await client.beginTransaction();
  const [marked] = await client.execute("INSERT IGNORE INTO requests (id) VALUES (?)", [request]);
  await client.query("CREATE TABLE IF NOT EXISTS audit (id varchar(36) PRIMARY KEY)");
  if (marked.affectedRows === 1)
    await client.execute("UPDATE counters SET n = n + 1 WHERE name = ?", [name]);
  await client.commit();
  client.release();
};

// unsafe: the same before it analyses a table
export const analyzeInside = async ({ request, name }) => {
  const client = await pool.getConnection();
  await client.beginTransaction();
  const [marked] = await client.execute("INSERT IGNORE INTO requests (id) VALUES (?)", [request]);
  await client.query("ANALYZE TABLE counters");
  if (marked.affectedRows === 1)
    await client.execute("UPDATE counters SET n = n + 1 WHERE name = ?", [name]);
  await client.commit();
  client.release();
};

// unsafe: every update has another time
export const keepChanged = async ({ id, name }) => {
  await pool.execute("UPDATE stamped SET name = ? WHERE id = ?", [name, id]);
  const [rows] = await pool.execute("SELECT changed FROM stamped WHERE id = ?", [id]);
  await pool.execute("INSERT IGNORE INTO requests (id) VALUES (?)", [rows[0].changed]);
};
