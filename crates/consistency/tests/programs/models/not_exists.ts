// ✓✗✗✓✗✗✗✗✗✗✗✗✗ INSERT ... WHERE NOT EXISTS is no unique constraint
// postgres:read-committed ✗
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const users = table("users", { email: "" }, { rows: {} });
async function add(id: number, email: string) { await pool.query("INSERT INTO users (id, email) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM users WHERE email = $2)", [id, email]); }
concurrently(() => add(1, "a"), () => add(2, "a"));
invariant("unique", () => users.count((u) => u.email === "a") <= 1);
