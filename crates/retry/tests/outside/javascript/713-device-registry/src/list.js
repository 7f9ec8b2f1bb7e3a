import { getPool } from "./pool.js";

export const handler = async (event) => {
  const [rows] = await getPool().execute(
    "SELECT id, model, last_seen FROM devices WHERE owner = ? ORDER BY id",
    [event.pathParameters.owner],
  );
  return { statusCode: 200, body: JSON.stringify(rows) };
};
