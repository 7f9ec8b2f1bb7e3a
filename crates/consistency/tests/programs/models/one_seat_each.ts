// ✓✗✗✓✗✗✗✗✗✗✗✗✗ two take different seats for one person
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { owner: 0, free: true }, { rows: { 1: { owner: 0, free: true }, 2: { owner: 0, free: true } } });
async function take(who: number) { const c = await pool.connect();
  await c.query("BEGIN");
  const r = await c.query("SELECT COUNT(*)::int AS n FROM t WHERE owner = $1", [who]);
  if (r.rows[0].n === 0) await c.query("UPDATE t SET owner = $1, free = false WHERE id = $1", [who]);
  await c.query("COMMIT"); }
async function takeOther() { const c = await pool.connect();
  await c.query("BEGIN");
  const r = await c.query("SELECT COUNT(*)::int AS n FROM t WHERE owner = 1");
  if (r.rows[0].n === 0) await c.query("UPDATE t SET owner = 1, free = false WHERE id = 2");
  await c.query("COMMIT"); }
concurrently(() => take(1), takeOther);
invariant("one seat each", () => t.count((r) => r.owner === 1) <= 1);
