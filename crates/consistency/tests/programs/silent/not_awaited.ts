// The update is not awaited: the pool may run the read first.
// postgres:read-committed ? (✗ in truth)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function run() {
  const p = pool.query("UPDATE t SET v = v + 1 WHERE id = 1");
  const r = await pool.query("SELECT v FROM t WHERE id = 1");
  await p;
  return r.rows[0].v;
}
const [seen] = concurrently(run);
invariant("in turn", () => seen === 1);
