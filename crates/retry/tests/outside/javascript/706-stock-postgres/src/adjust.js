import { pool, reply } from "./db.js";

export const handler = async (event) => {
  const { sku } = event.pathParameters;
  const { requestId, delta } = JSON.parse(event.body);
  // A request that is sent again is recognised by last_request.
  await pool.query(
    "UPDATE stock SET qty = qty + $2, last_request = $3 WHERE sku = $1 AND last_request <> $3",
    [sku, delta, requestId],
  );
  return reply(202, { sku });
};
