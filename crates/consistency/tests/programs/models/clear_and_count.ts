// ✓✓✓✓✓✓✓✓✗✗✗✗✗ rows are counted, deleted and replaced while another is added
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 1 } } });
async function clear() { const c = await pool.connect();
  await c.query("BEGIN");
  const r = await c.query("SELECT COUNT(*) AS n FROM t");
  await c.query("DELETE FROM t");
  await c.query("INSERT INTO t (id, n) VALUES (100, $1)", [r.rows[0].n]);
  await c.query("COMMIT"); }
async function add() { await pool.query("INSERT INTO t (id, n) VALUES (2, 1)"); }
concurrently(clear, add);
invariant("two", () => t.sum((r) => r.n) === 2);
