// ✓✓✓✓✓✓✓✓✗✓✗✗✗ two statements see two moments
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 0 }, 2: { n: 0 } } });
async function both() { await pool.query("UPDATE t SET n = 1"); }
async function look() { const c = await pool.connect();
  await c.query("BEGIN");
  const a = await c.query("SELECT n FROM t WHERE id = 1");
  const b = await c.query("SELECT n FROM t WHERE id = 2");
  await c.query("COMMIT");
  return a.rows[0].n + b.rows[0].n; }
const [, s] = concurrently(both, look);
invariant("none or both", () => s === 0 || s === 2);
