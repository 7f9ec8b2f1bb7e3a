// Get or create: who comes second finds what the first one has put there.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const users = table("users", { email: "" }, { rows: [], unique: ["email"] });
async function idOf(id: number, email: string) {
  const client = await pool.connect();
  await client.query("BEGIN");
  const sql = "INSERT INTO users (id, email) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING RETURNING id";
  const added = await client.query(sql, [id, email]);
  let found = added.rows[0];
  if (!found) found = (await client.query("SELECT id FROM users WHERE email = $1", [email])).rows[0];
  await client.query("COMMIT");
  return found ? found.id : 0;
}
const [a, b] = concurrently(() => idOf(1, "ann"), () => idOf(2, "ann"));
invariant("both get the same", () => a === b && a !== 0);
