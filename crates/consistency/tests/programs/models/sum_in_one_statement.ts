// ✓✓✓✓✓✓✓✓✓✓✗✗✗ a sum in one statement sees a moment
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 0 }, 2: { n: 0 } } });
async function both() { const c = await pool.connect();
  await c.query("BEGIN");
  await c.query("UPDATE t SET n = 1");
  await c.query("COMMIT"); }
async function look() { const r = await pool.query("SELECT SUM(n)::int AS s FROM t");
  return r.rows[0].s; }
const [, s] = concurrently(both, look);
invariant("none or both", () => s === 0 || s === 2);
