import { rowsOf } from "./sql.js";

export const ensure = async (event) => {
  const { name } = JSON.parse(event.body);
  const [{ id }] = await rowsOf(
    "INSERT INTO tags (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET name = EXCLUDED.name RETURNING id",
    name,
  );
  return { statusCode: 200, body: JSON.stringify({ id, name }) };
};
