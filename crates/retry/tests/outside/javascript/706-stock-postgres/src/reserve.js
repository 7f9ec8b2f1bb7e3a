import { pool, reply } from "./db.js";

const REMEMBER =
  "INSERT INTO reservations (request_id, sku, qty) VALUES ($1, $2, $3) ON CONFLICT (request_id) DO NOTHING";
const TAKE = "UPDATE stock SET qty = qty - $2 WHERE sku = $1 AND qty >= $2";

export const handler = async (event) => {
  const { requestId, sku, qty } = JSON.parse(event.body);
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const remembered = await client.query(REMEMBER, [requestId, sku, qty]);
    if (remembered.rowCount === 0) {
      await client.query("ROLLBACK");
      return reply(201, { requestId, reserved: true });
    }
    const taken = await client.query(TAKE, [sku, qty]);
    if (taken.rowCount === 0) {
      await client.query("ROLLBACK");
      return reply(409, { requestId, reserved: false });
    }
    await client.query("COMMIT");
    return reply(201, { requestId, reserved: true });
  } finally {
    client.release();
  }
};
