const { Pool } = require("pg");

const pool = new Pool({ max: 3 });

async function alreadyBooked(messageId) {
  const { rowCount } = await pool.query(
    "INSERT INTO processed (message_id) VALUES ($1) ON CONFLICT (message_id) DO NOTHING",
    [messageId],
  );
  return rowCount === 0;
}

async function book(messageId, { account, cents }) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    if (await alreadyBooked(messageId)) {
      await client.query("ROLLBACK");
      return;
    }
    await client.query("UPDATE accounts SET balance = balance + $2 WHERE id = $1", [account, cents]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

exports.handler = async ({ Records }) => {
  for (const { messageId, body } of Records) await book(messageId, JSON.parse(body));
};
