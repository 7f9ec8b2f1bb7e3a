// SET TRANSACTION after the first query is refused, and the transaction has failed.
// postgres:read-committed ? (✗ in truth)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function run() {
  const c = await pool.connect();
  try {
    await c.query("BEGIN");
    const r = await c.query("SELECT v FROM t WHERE id = 1");
    await c.query("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    await c.query("UPDATE t SET v = $1 WHERE id = 1", [r.rows[0].v + 1]);
    await c.query("COMMIT");
  } catch (e) { await c.query("ROLLBACK"); }
}
concurrently(run, run);
invariant("both count", () => t.read(1)!.v === 2);
