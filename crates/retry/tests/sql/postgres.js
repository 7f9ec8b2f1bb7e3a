import { randomUUID } from "node:crypto";
import pg from "pg";
import postgres from "postgres";
import { SES } from "@aws-sdk/client-ses";

const pool = new pg.Pool();
const sql = postgres();
const ses = new SES();

// safe: a query shows what is there
export const readOrder = async ({ id }) => {
  const { rows } = await pool.query("SELECT id, status, updated FROM orders WHERE id = $1", [id]);
  return rows[0];
};

// safe: a list shows what is there
export const listOpen = async () => {
  const { rows } = await pool.query("SELECT * FROM orders WHERE status = 'open'");
  return rows;
};

// unsafe: the server draws another id for the second row
export const addNote = async ({ text }) => {
  await pool.query("INSERT INTO notes (text) VALUES ($1)", [text]);
};

// unsafe: as above, with the text in the statement
export const addNoteEmbedded = async ({ text }) => {
  await pool.query(`INSERT INTO notes (text) VALUES ('${text}')`);
};

// unsafe: the database draws another id
export const addWithUuid = async ({ total }) => {
  await pool.query("INSERT INTO orders (id, total) VALUES (gen_random_uuid(), $1)", [total]);
};

// unsafe: the program draws another id
export const addWithOwnUuid = async ({ total }) => {
  const id = randomUUID();
  await pool.query({ text: "INSERT INTO orders (id, total) VALUES ($1, $2)", values: [id, total] });
  return { id };
};

// unsafe: the order is there, but the retry fails with a duplicate key, where one attempt succeeds
export const addOrder = async ({ id, total }) => {
  await pool.query("INSERT INTO orders (id, total) VALUES ($1, $2)", [id, total]);
  return { id };
};

// unsafe: the retry says that the order was there before
export const addOrderOnce = async ({ id, total }) => {
  try {
    await pool.query("INSERT INTO orders (id, total) VALUES ($1, $2)", [id, total]);
    return "created";
  } catch (error) {
    if (error.code !== "23505") throw error;
    return "exists";
  }
};

// safe: the answer is the same whether the order was there or not
export const ensureOrder = async ({ id, total }) => {
  try {
    await pool.query("INSERT INTO orders (id, total) VALUES ($1, $2)", [id, total]);
  } catch (error) {
    if (error.code !== "23505") throw error;
  }
  return { id };
};

// safe: the second insert finds the row and keeps it
export const ensureOrderByClause = async ({ id, total }) => {
  await pool.query("INSERT INTO orders (id, total) VALUES ($1, $2) ON CONFLICT DO NOTHING", [id, total]);
};

// unsafe: how many rows were inserted depends on the attempt
export const ensureOrderCounting = async ({ id }) => {
  const { rowCount } = await pool.query(
    "INSERT INTO orders (id) VALUES ($1) ON CONFLICT (id) DO NOTHING",
    [id],
  );
  return { created: rowCount === 1 };
};

// safe: nobody sees which of two totals was written first
// today unknown
export const putOrder = async ({ id, total }) => {
  await pool.query(
    `INSERT INTO orders (id, total) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET total = EXCLUDED.total`,
    [id, total],
  );
};

// safe: as above, where the row has no other columns
export const putBalance = async ({ id, balance }) => {
  await pool.query(
    `INSERT INTO accounts (id, balance) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET balance = EXCLUDED.balance`,
    [id, balance],
  );
};

// unsafe: every attempt adds
export const addUp = async ({ name, n }) => {
  await pool.query(
    "INSERT INTO counters (name, n) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET n = counters.n + $2",
    [name, n],
  );
};

// unsafe: every attempt counts
export const count = async ({ name }) => {
  await pool.query("UPDATE counters SET n = n + 1 WHERE name = $1", [name]);
};

// unsafe: as above, as a tagged template
export const countTagged = async ({ name }) => {
  await sql`UPDATE counters SET n = n + 1 WHERE name = ${name}`;
};

// safe: as a tagged template, and a duplicate is kept
export const logTagged = async ({ request }) => {
  await sql`INSERT INTO requests (id, created) VALUES (${request}, null) ON CONFLICT DO NOTHING`;
};

// unsafe: what was read is written back, one more
export const countInProgram = async ({ name }) => {
  const { rows } = await pool.query("SELECT n FROM counters WHERE name = $1", [name]);
  await pool.query("UPDATE counters SET n = $2 WHERE name = $1", [name, rows[0].n + 1]);
};

// safe: paid is paid
export const pay = async ({ id }) => {
  await pool.query("UPDATE orders SET status = 'paid' WHERE id = $1", [id]);
};

// safe: as above, with the id in the statement
export const payEmbedded = async ({ id }) => {
  await pool.query(`UPDATE orders SET status = 'paid' WHERE id = '${id}'`);
};

// unsafe-concurrent with readOrder: an old status comes back after a newer one was seen
export const setStatus = async ({ id, status }) => {
  await pool.query("UPDATE orders SET status = $2 WHERE id = $1", [id, status]);
};

// safe: nobody looks at the time
export const touch = async ({ id }) => {
  await pool.query("UPDATE orders SET updated = now() WHERE id = $1", [id]);
};

// unsafe-concurrent with readOrder: somebody sees the time of the first attempt
export const touchSeen = async ({ id }) => {
  await pool.query("UPDATE orders SET updated = now() WHERE id = $1", [id]);
};

// safe: only an order that is paid is shipped
export const ship = async ({ id }) => {
  await pool.query("UPDATE orders SET status = 'shipped' WHERE id = $1 AND status = 'paid'", [id]);
};

// unsafe: the retry finds the order shipped and sends no mail
export const shipAndTell = async ({ id, address }) => {
  const { rowCount } = await pool.query(
    "UPDATE orders SET status = 'shipped' WHERE id = $1 AND status = 'paid'",
    [id],
  );
  if (rowCount === 1) {
    await ses.sendEmail({ Destination: { ToAddresses: [address] }, Message: { Body: id } });
  }
};

// safe: gone is gone
export const remove = async ({ id }) => {
  await pool.query("DELETE FROM orders WHERE id = $1", [id]);
};

// unsafe: the retry finds nothing to delete
export const removeCounting = async ({ id }) => {
  const { rowCount } = await pool.query("DELETE FROM orders WHERE id = $1", [id]);
  return { removed: rowCount };
};

// unsafe: the retry has nothing to return
export const removeReturning = async ({ id }) => {
  const { rows } = await pool.query("DELETE FROM orders WHERE id = $1 RETURNING total", [id]);
  return rows;
};

// safe: what is expired is not open any more
// today unknown
export const expire = async () => {
  await pool.query("UPDATE orders SET status = 'expired' WHERE status = 'open'");
};

// unsafe: every attempt doubles
export const double = async ({ status }) => {
  await pool.query("UPDATE orders SET total = total * 2 WHERE status = $1", [status]);
};

// safe: a key of two columns
export const reserve = async ({ show, seat, holder }) => {
  await pool.query(
    "INSERT INTO seats (show, seat, holder) VALUES ($1, $2, $3) ON CONFLICT (show, seat) DO NOTHING",
    [show, seat, holder],
  );
};

// unsafe: the user is there, but the retry fails because the address is taken, and nobody learns the id
export const register = async ({ email, name }) => {
  const { rows } = await pool.query(
    "INSERT INTO users (email, name) VALUES ($1, $2) RETURNING id",
    [email, name],
  );
  return rows[0];
};

// unsafe: the request is recorded, then the attempt is lost, and the retry pays nothing
export const withdrawInTwoSteps = async ({ request, account, amount }) => {
  const { rowCount } = await pool.query(
    "INSERT INTO requests (id) VALUES ($1) ON CONFLICT DO NOTHING",
    [request],
  );
  if (rowCount === 1) {
    await pool.query("UPDATE accounts SET balance = balance - $2 WHERE id = $1", [account, amount]);
  }
};

// safe: the request is recorded and the amount withdrawn, or neither
export const withdrawOnce = async ({ request, account, amount }) => {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("INSERT INTO requests (id, created) VALUES ($1, null)", [request]);
    await client.query("UPDATE accounts SET balance = balance - $2 WHERE id = $1", [account, amount]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    if (error.code !== "23505") throw error;
  } finally {
    client.release();
  }
  return "done";
};

// safe: as above, with what the database says of the insert
export const withdrawOnceCounting = async ({ request, account, amount }) => {
  const client = await pool.connect();
  await client.query("BEGIN");
  const { rowCount } = await client.query(
    "INSERT INTO requests (id, created) VALUES ($1, null) ON CONFLICT DO NOTHING",
    [request],
  );
  if (rowCount === 1) {
    await client.query("UPDATE accounts SET balance = balance - $2 WHERE id = $1", [account, amount]);
  }
  await client.query("COMMIT");
  client.release();
};

// unsafe: a transaction is not executed once because it is one
export const transfer = async ({ from, to, amount }) => {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE accounts SET balance = balance - $2 WHERE id = $1", [from, amount]);
    await client.query("UPDATE accounts SET balance = balance + $2 WHERE id = $1", [to, amount]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
};

// safe: nothing is committed
export const changeOfMind = async ({ name }) => {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE counters SET n = n + 1 WHERE name = $1", [name]);
  await client.query("ROLLBACK");
  client.release();
};

// unsafe: the lock does not remember the request
export const withdrawLocked = async ({ account, amount }) => {
  const client = await pool.connect();
  await client.query("BEGIN");
  const { rows } = await client.query("SELECT balance FROM accounts WHERE id = $1 FOR UPDATE", [account]);
  if (rows.length === 1) {
    await client.query("UPDATE accounts SET balance = $2 WHERE id = $1", [account, rows[0].balance - amount]);
  }
  await client.query("COMMIT");
  client.release();
};

// unsafe-concurrent: another request is the last one when the retry comes
export const withdrawRemembering = async ({ account, amount, request }) => {
  const client = await pool.connect();
  await client.query("BEGIN");
  const { rows } = await client.query(
    "SELECT balance, last_request FROM accounts WHERE id = $1 FOR UPDATE",
    [account],
  );
  if (rows.length === 1 && rows[0].last_request !== request) {
    await client.query("UPDATE accounts SET balance = $2, last_request = $3 WHERE id = $1", [
      account,
      rows[0].balance - amount,
      request,
    ]);
  }
  await client.query("COMMIT");
  client.release();
};

// safe: what postgres.js runs in a transaction is one step
export const withdrawOnceTagged = async ({ request, account, amount }) => {
  await sql.begin(async (sql) => {
    const added = await sql`
      INSERT INTO requests (id, created) VALUES (${request}, null) ON CONFLICT DO NOTHING RETURNING id`;
    if (added.length === 1) {
      await sql`UPDATE accounts SET balance = balance - ${amount} WHERE id = ${account}`;
    }
  });
};

// unknown: the statement comes with the request
export const anyStatement = async ({ statement }) => {
  await pool.query(statement);
};

// unknown: the database would not understand it either
export const misspelt = async () => {
  await pool.query("SELEC * FROM orders");
};

// unknown: the statements behind BEGIN may use another connection
export const beginOnPool = async ({ name }) => {
  await pool.query("BEGIN");
  await pool.query("UPDATE counters SET n = 0 WHERE name = $1", [name]);
  await pool.query("COMMIT");
};

// unknown: functions of the database can do anything
export const unknownFunction = async ({ id }) => {
  await pool.query("SELECT deliver_parcel($1)", [id]);
};

// unknown: rows that are copied from another table
export const insertSelect = async () => {
  await pool.query("INSERT INTO notes (text) SELECT name FROM users");
};

// safe: a view shows rows of its table
export const readView = async () => {
  const { rows } = await pool.query("SELECT total FROM open_orders");
  return rows;
};

// unsafe-concurrent with closeOrder: the second attempt may not find the order that the first one found
// today unknown
export const countIfOpen = async ({ id }) => {
  const { rows } = await pool.query("SELECT total FROM open_orders WHERE id = $1", [id]);
  await pool.query("INSERT INTO counters (name, n) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    rows.length ? "found" : "missing",
    1,
  ]);
};

// safe: every attempt writes the same
export const closeOrder = async ({ id }) => {
  await pool.query("UPDATE orders SET status = 'closed' WHERE id = $1", [id]);
};

// unknown: what is written to a view is written to its table
export const writeView = async ({ id }) => {
  await pool.query("DELETE FROM open_orders WHERE id = $1", [id]);
};

// safe: one row is copied under its key, once
export const copyOrder = async ({ id, copy }) => {
  await pool.query(
    "INSERT INTO documents (id, title, version) SELECT $2, status, 1 FROM orders WHERE id = $1 " +
      "ON CONFLICT DO NOTHING",
    [id, copy],
  );
};

// unsafe: one row is copied under a key that the server draws, each time
export const copyTitle = async ({ id }) => {
  await pool.query("INSERT INTO notes (text) SELECT title FROM documents WHERE id = $1", [id]);
};

// safe: the count is taken back before the commit
export const takeBack = async ({ id, total }) => {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query(
    "INSERT INTO orders (id, total) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
    [id, total],
  );
  await client.query("SAVEPOINT counted");
  await client.query("UPDATE counters SET n = n + 1 WHERE name = 'orders'");
  await client.query("ROLLBACK TO SAVEPOINT counted");
  await client.query("COMMIT");
  client.release();
};

// unsafe: what was counted before the savepoint stays
export const keepBefore = async ({ id }) => {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE counters SET n = n + 1 WHERE name = 'orders'");
  await client.query("SAVEPOINT counted");
  await client.query("UPDATE orders SET total = total + 1 WHERE id = $1", [id]);
  await client.query("ROLLBACK TO SAVEPOINT counted");
  await client.query("COMMIT");
  client.release();
};

// unsafe: a savepoint that is released takes nothing back
export const keepReleased = async () => {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("SAVEPOINT counted");
  await client.query("UPDATE counters SET n = n + 1 WHERE name = 'orders'");
  await client.query("RELEASE SAVEPOINT counted");
  await client.query("COMMIT");
  client.release();
};

// unknown: there is no such savepoint
export const loseSavepoint = async () => {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE counters SET n = n + 1 WHERE name = 'orders'");
  await client.query("ROLLBACK TO SAVEPOINT counted");
  await client.query("COMMIT");
  client.release();
};

// safe: a duplicate takes back what failed, and the transaction goes on
export const onceWithSavepoint = async ({ id }) => {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("SAVEPOINT request");
  try {
    await client.query("INSERT INTO requests (id) VALUES ($1)", [id]);
    await client.query("UPDATE counters SET n = n + 1 WHERE name = 'requests'");
  } catch (error) {
    await client.query("ROLLBACK TO SAVEPOINT request");
  }
  await client.query("COMMIT");
  client.release();
};

// unknown: deleting a cart deletes its items too
export const removeCart = async ({ id }) => {
  await pool.query("DELETE FROM carts WHERE id = $1", [id]);
};

// safe: a condition is added to the text, or not
export const search = async ({ status, least }) => {
  let text = "SELECT id, total FROM orders WHERE status = $1";
  const values = [status];
  if (least) {
    text += " AND total >= $2";
    values.push(least);
  }
  const { rows } = await pool.query(text, values);
  return rows;
};

// safe: nothing equals NULL
export const never = async ({ name }) => {
  await pool.query("UPDATE counters SET n = n + 1 WHERE name = $1 AND n = NULL", [name]);
};

// safe: NULL and one is NULL
export const addToNothing = async ({ id }) => {
  await pool.query("UPDATE orders SET total = total + 1 WHERE id = $1 AND total IS NULL", [id]);
};

// unsafe: a missing total counts from zero
export const addToSomething = async ({ id }) => {
  await pool.query("UPDATE orders SET total = COALESCE(total, 0) + 1 WHERE id = $1", [id]);
};

// safe: an order that is paid stays so
export const payOpen = async ({ id }) => {
  await pool.query(
    "UPDATE orders SET status = CASE WHEN status = 'open' THEN 'paid' ELSE status END WHERE id = $1",
    [id],
  );
};

// safe: the larger number stays, in whatever order
export const raise = async ({ name, n }) => {
  await pool.query("UPDATE counters SET n = GREATEST(n, $2) WHERE name = $1", [name, n]);
};

// safe: the version of the first attempt does not come back
// today unknown
export const edit = async ({ id, title, version }) => {
  await pool.query(
    "UPDATE documents SET title = $2, version = version + 1 WHERE id = $1 AND version = $3",
    [id, title, version],
  );
};

// unsafe: the version is the database's, not the client's
export const editLatest = async ({ id, title }) => {
  const { rows } = await pool.query("SELECT version FROM documents WHERE id = $1", [id]);
  if (rows.length === 0) return;
  await pool.query(
    "UPDATE documents SET title = $2, version = version + 1 WHERE id = $1 AND version = $3",
    [id, title, rows[0].version],
  );
};

// unsafe: a mail does not wait for the commit
export const tellInside = async ({ request, address }) => {
  const client = await pool.connect();
  await client.query("BEGIN");
  const { rowCount } = await client.query(
    "INSERT INTO requests (id, created) VALUES ($1, null) ON CONFLICT DO NOTHING",
    [request],
  );
  if (rowCount === 1) {
    await ses.sendEmail({ Destination: { ToAddresses: [address] }, Message: { Body: request } });
  }
  await client.query("COMMIT");
  client.release();
};

// safe: the balance is checked under the lock, and the request is remembered
export const withdrawChecked = async ({ request, account, amount }) => {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("INSERT INTO requests (id, created) VALUES ($1, null)", [request]);
    const { rows } = await client.query("SELECT balance FROM accounts WHERE id = $1 FOR UPDATE", [account]);
    if (rows.length === 1 && rows[0].balance >= amount) {
      await client.query("UPDATE accounts SET balance = balance - $2 WHERE id = $1", [account, amount]);
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    if (error.code !== "23505") throw error;
  } finally {
    client.release();
  }
};

// safe: two rows in one statement, both or none
export const addBoth = async ({ first, second }) => {
  await pool.query("INSERT INTO orders (id) VALUES ($1), ($2) ON CONFLICT DO NOTHING", [first, second]);
};

// safe: all rows in one transaction, and duplicates are kept
// today unknown
export const addAll = async ({ orders }) => {
  const client = await pool.connect();
  await client.query("BEGIN");
  for (const order of orders) {
    await client.query("INSERT INTO orders (id) VALUES ($1) ON CONFLICT DO NOTHING", [order.id]);
  }
  await client.query("COMMIT");
  client.release();
};

// unsafe: the table is the same for all, and every attempt counts
export const countInSetting = async ({ name }) => {
  await pool.query(`UPDATE ${process.env.COUNTERS} SET n = n + 1 WHERE id = $1`, [name]);
};

// unsafe: numbers stand in the text without quotes
export const depositEmbedded = async ({ account, amount }) => {
  await pool.query(`UPDATE accounts SET balance = balance + ${amount} WHERE id = ${account}`);
};

// unsafe-concurrent with readOrder: as with placeholders
export const setStatusEmbedded = async ({ id, status }) => {
  await pool.query("UPDATE orders SET status = '" + status + "' WHERE id = '" + id + "'");
};

// unsafe: the rows of postgres.js have a count, which is 0 on the retry, and no mail is sent
// today unknown
export const discardTagged = async ({ id, address }) => {
  const discarded = await sql`DELETE FROM orders WHERE id = ${id}`;
  if (discarded.count === 1) {
    await ses.sendEmail({ Destination: { ToAddresses: [address] }, Message: { Body: id } });
  }
};

const keep = (id) => pool.query("INSERT INTO requests (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);

// unsafe: who wrote the row last is another one after the first attempt
// today unknown
export const payIfUnchanged = async ({ id, version }) => {
  const { rowCount } = await pool.query(
    "UPDATE orders SET status = 'paid' WHERE id = $1 AND xmin = $2", [id, version],
  );
  if (rowCount === 0) throw new Error("somebody changed the order");
};

// unsafe: the row is somewhere else after every update
// today unknown
export const keepPlace = async ({ id }) => {
  const { rows } = await pool.query(
    "UPDATE orders SET status = 'paid' WHERE id = $1 RETURNING ctid::text", [id],
  );
  await keep(rows[0].ctid);
};

// unsafe: the cost is another one after the first attempt, and the retry finds nothing to change
export const raisePrice = async ({ id, price }) => {
  const { rowCount } = await pool.query(
    "UPDATE lines SET price = $2 WHERE id = $1 AND cost < 100", [id, price],
  );
  return rowCount;
};

// unsafe: every attempt has another time
export const openTicket = async ({ id }) => {
  const { rows } = await pool.query(
    "INSERT INTO tickets (id) VALUES ($1) \
     ON CONFLICT (id) DO UPDATE SET opened = EXCLUDED.opened RETURNING opened",
    [id],
  );
  await keep(rows[0].opened);
};

// safe: the number was drawn when the ticket was opened
export const numberTicket = async ({ id }) => {
  await pool.query("INSERT INTO tickets (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
  const { rows } = await pool.query("SELECT number FROM tickets WHERE id = $1", [id]);
  await keep(rows[0].number);
};

// unsafe: the sequence gives another number
export const addNumbered = async ({ text }) => {
  const { rows } = await pool.query("INSERT INTO numbered (text) VALUES ($1) RETURNING *", [text]);
  return rows[0].id;
};

// unknown: a trigger does more
export const changeWatched = async ({ id, name }) => {
  await pool.query("UPDATE watched SET name = $2 WHERE id = $1", [id, name]);
};

// unknown: what the schema says of the table cannot be read
export const changeLabel = async ({ id, name }) => {
  await pool.query("UPDATE labels SET name = $2 WHERE id = $1", [id, name]);
};

// unknown: what the view shows cannot be read, and another function may change it
export const readLabelled = async ({ id }) => {
  const { rows } = await pool.query("SELECT name FROM labelled WHERE id = $1", [id]);
  await pool.query("UPDATE watchers SET name = $2 WHERE id = $1", [id, rows[0].name]);
};

// unknown: a rule does more
export const changeRuled = async ({ id, name }) => {
  await pool.query("UPDATE ruled SET name = $2 WHERE id = $1", [id, name]);
};

// unsafe: a word that stands for the present time
export const keepNow = async ({ id }) => {
  const { rows } = await pool.query("SELECT 'now'::timestamptz::text AS time");
  await keep(rows[0].time);
};

// unsafe: another order each time
export const drawOrder = async () => {
  const { rows } = await pool.query("SELECT id FROM orders ORDER BY random() LIMIT 1");
  await pool.query("INSERT INTO requests (id) VALUES ($1) ON CONFLICT DO NOTHING", [rows[0].id]);
};

// unsafe: an order is no longer new when the attempt is repeated later
// today unknown
export const countRecent = async () => {
  const { rows } = await pool.query("SELECT count(*) AS n FROM orders WHERE updated > now() - interval '1 day'");
  await pool.query("INSERT INTO requests (id) VALUES ($1) ON CONFLICT DO NOTHING", [`recent ${rows[0].n}`]);
};

// unsafe: a subquery tells the time, too
// today unknown
export const timeOfSubquery = async () => {
  const { rows } = await pool.query("SELECT t FROM (SELECT clock_timestamp() AS t) AS clock");
  await pool.query("INSERT INTO requests (id) VALUES ($1) ON CONFLICT DO NOTHING", [rows[0].t]);
};

// unsafe: the word is the present time
export const wordForTime = async () => {
  const { rows } = await pool.query("SELECT 'now'::timestamp AS t");
  await pool.query("INSERT INTO requests (id) VALUES ($1) ON CONFLICT DO NOTHING", [rows[0].t]);
};

// unsafe: the table is there already when the attempt is repeated
// today unknown
export const selectInto = async () => {
  await pool.query("SELECT * INTO archive FROM orders");
};

// unsafe: a transaction of several updates is repeated
export const countAll = async ({ hits }) => {
  const client = await pool.connect();
  await client.query("BEGIN");
  for (const { name, n } of hits) {
    await client.query("UPDATE counters SET n = n + $2 WHERE name = $1", [name, n]);
  }
  await client.query("COMMIT");
  client.release();
};
