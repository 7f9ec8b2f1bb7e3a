import { rowsOf } from "./sql.js";

export const create = async (event) => {
  const { email, name } = JSON.parse(event.body);
  const [{ id }] = await rowsOf(
    "INSERT INTO customers (email, name) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING RETURNING id",
    email,
    name,
  );
  return { statusCode: 201, body: JSON.stringify({ id, email, name }) };
};
