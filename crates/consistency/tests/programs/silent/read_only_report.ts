// A report of a READ ONLY transaction.
// postgres:read-committed ? (✓ in truth)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 }, 2: { v: 1 } } });
async function move() {
  const c = await pool.connect();
  await c.query("BEGIN");
  await c.query("UPDATE t SET v = v - 1 WHERE id = 1");
  await c.query("UPDATE t SET v = v + 1 WHERE id = 2");
  await c.query("COMMIT");
}
async function total() {
  const c = await pool.connect();
  await c.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const a = await c.query("SELECT v FROM t WHERE id = 1");
  const b = await c.query("SELECT v FROM t WHERE id = 2");
  await c.query("COMMIT");
  return a.rows[0].v + b.rows[0].v;
}
const [, n] = concurrently(move, total);
invariant("the total stays", () => n === 2);
