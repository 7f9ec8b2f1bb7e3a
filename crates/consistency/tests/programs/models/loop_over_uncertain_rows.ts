// ✓✓✓✓✗✗✓✗✗✗✗✗✗ rows that may be gone are added up in loops
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 1 }, 2: { n: 2 } } });
  const total = table("total", { n: 0 }, { rows: { 1: { n: 3 } } });
async function drop() { const c = await pool.connect();
  await c.query("BEGIN");
  await c.query("DELETE FROM t WHERE id = 2");
  const r = await c.query("SELECT n FROM t");
  let s = 0;
  for (const row of r.rows) s += row.n;
  await c.query("UPDATE total SET n = $1 WHERE id = 1", [s]);
  await c.query("COMMIT"); }
async function drop1() { const c = await pool.connect();
  await c.query("BEGIN");
  await c.query("DELETE FROM t WHERE id = 1");
  const r = await c.query("SELECT n FROM t");
  const s = r.rows.reduce((a: number, row: any) => a + row.n, 0);
  await c.query("UPDATE total SET n = $1 WHERE id = 1", [s]);
  await c.query("COMMIT"); }
concurrently(drop, drop1);
invariant("sum", () => total.read(1)!.n === t.sum((r) => r.n));
