import { reply } from "./http.js";
import { query } from "./pool.js";

export const create = async (event) => {
  const id = event.headers["idempotency-key"];
  if (!id) return reply(400, { error: "Idempotency-Key is required" });
  const { subject, requester } = JSON.parse(event.body);
  if (!subject || !requester) return reply(400, { error: "subject and requester are required" });

  await query(
    `INSERT INTO tickets (id, subject, requester)
     VALUES ($1, $2, $3)
     ON CONFLICT (id) DO NOTHING`,
    [id, subject.trim(), requester],
  );
  return reply(201, { id });
};

export const close = async (event) => {
  const { id } = event.pathParameters;
  const { rowCount } = await query(
    "UPDATE tickets SET status = 'closed', closed_at = COALESCE(closed_at, now()) WHERE id = $1",
    [id],
  );
  if (rowCount === 0) return reply(404, { error: "no such ticket" });
  return reply(200, { id, status: "closed" });
};
