import pg from "pg";
import { cached } from "./cached.js";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });

const product = cached("product", 300, async (id) => {
  const { rows } = await pool.query("SELECT id, title, cents FROM products WHERE id = $1", [id]);
  return rows[0] ?? null;
});

export const handler = async (event) => {
  const found = await product(event.pathParameters.id);
  if (!found) {
    return { statusCode: 404, body: JSON.stringify({ message: "Not found" }) };
  }
  const { id, title, cents } = found;
  return { statusCode: 200, body: JSON.stringify({ id, title, price: (cents / 100).toFixed(2) }) };
};
