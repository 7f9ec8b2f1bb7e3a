import { v5 as uuidv5 } from "uuid";
import { pool } from "./db.js";

const NAMESPACE = "6f0f5b2e-1c0f-4f6f-9b0a-2d7f5c0a9e11";

export const handler = async (event) => {
  const { customer, tariff } = JSON.parse(event.body);
  if (!customer || !tariff) return { statusCode: 400, body: "customer and tariff are required" };
  const id = uuidv5(JSON.stringify([customer, tariff]), NAMESPACE);
  await pool.query(
    "INSERT INTO quotes (id, customer, tariff) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
    [id, customer, tariff],
  );
  return { statusCode: 201, body: JSON.stringify({ id }) };
};
