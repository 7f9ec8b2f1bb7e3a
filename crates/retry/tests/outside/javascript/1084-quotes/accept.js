import { pool } from "./db.js";

export const handler = async (event) => {
  const { rowCount } = await pool.query(
    "UPDATE quotes SET accepted_at = now() WHERE id = $1 AND accepted_at IS NULL",
    [event.pathParameters.id],
  );
  if (rowCount === 0) return { statusCode: 409, body: JSON.stringify({ message: "not open" }) };
  return { statusCode: 200, body: JSON.stringify({ message: "accepted" }) };
};
