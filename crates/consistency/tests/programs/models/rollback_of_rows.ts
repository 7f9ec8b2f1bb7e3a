// ✓✓✓✓✓✓✓✓✓✓✓✓✓ rows that are deleted and added come back and vanish
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 1 } } });
async function run() { const c = await pool.connect();
  await c.query("BEGIN");
  await c.query("DELETE FROM t WHERE id = 1");
  await c.query("INSERT INTO t (id, n) VALUES (2, 2)");
  const r = await c.query("SELECT COUNT(*) AS n FROM t");
  if (r.rows[0].n === 1) { await c.query("ROLLBACK");
  return true; } await c.query("COMMIT");
  return false; }
concurrently(run);
invariant("as before", () => t.read(1) !== null || t.read(2) !== null);
