// Rows are lists: what has the name of a column is undefined.
// postgres:read-committed ? (✗)
// postgres:repeatable-read ? (✗)
// postgres:serializable ? (✗)
import pg from "pg";
const pool = new pg.Pool();
import { concurrently, invariant, table } from "@aplomb/consistency";

const users = table("users", { age: 0 }, { rows: { 1: { age: 3 } } });

async function birthday(user: number) {
  const client = await pool.connect();
  await client.query("BEGIN");
  const { rows } = await client.query({ text: "SELECT age FROM users WHERE id = $1 FOR UPDATE", values: [user], rowMode: "array" });
  await client.query("UPDATE users SET age = $1 WHERE id = $2", [rows[0].age + 1, user]);
  await client.query("COMMIT");
  client.release();
}

invariant("inv", () => users.read(1).age === 5);

concurrently(() => birthday(1), () => birthday(1));
