// Several statements in one text are one transaction of node-postgres, also on a pool.
// postgres:read-committed ? (✓ in truth)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 }, 2: { v: 1 } } });
async function move() {
  await pool.query("UPDATE t SET v = v - 1 WHERE id = 1; UPDATE t SET v = v + 1 WHERE id = 2");
}
async function total() {
  const r = await pool.query("SELECT SUM(v) AS n FROM t");
  return Number(r.rows[0].n);
}
const [, n] = concurrently(move, total);
invariant("the total stays", () => n === 2);
