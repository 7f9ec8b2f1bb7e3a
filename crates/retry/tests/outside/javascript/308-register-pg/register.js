import pg from "pg";
import { createHash } from "node:crypto";

const pool = new pg.Pool({ max: 1 });

const json = (statusCode, body) => ({
  statusCode,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const INSERT = `
  INSERT INTO users (email, display_name, password_hash)
  VALUES ($1, $2, $3)`;

export async function handler(event) {
  const { email, displayName, password } = JSON.parse(event.body);
  if (!email || !password) return json(400, { message: "email and password are required" });

  const address = email.trim().toLowerCase();
  const hash = createHash("sha256").update(`${address}:${password}`).digest("hex");
  try {
    await pool.query(INSERT, [address, displayName, hash]);
  } catch (error) {
    if (error.code === "23505") return json(409, { message: "this address is taken" });
    throw error;
  }
  return json(201, { email: address });
}
