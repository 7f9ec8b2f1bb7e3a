// ✓✓✓✓✗✗✓✗✓✓✗✗✗ the key refuses what the application did not see
// postgres:read-committed ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: {} });
async function add(v: number) { const c = await pool.connect();
  try { await c.query("BEGIN");
  const r = await c.query("SELECT n FROM t WHERE id = 1");
  if (r.rows.length > 0) { await c.query("ROLLBACK");
  return false; } await c.query("INSERT INTO t (id, n) VALUES (1, $1)", [v]);
  await c.query("COMMIT");
  return true; } catch (e) { await c.query("ROLLBACK");
  return false; } }
const [a, b] = concurrently(() => add(1), () => add(2));
invariant("one winner", () => !(a && b));
