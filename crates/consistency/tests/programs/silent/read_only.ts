// A transaction that is READ ONLY changes nothing: the statement is refused.
// postgres:read-committed ? (✗ in truth)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function run() {
  const c = await pool.connect();
  try {
    await c.query("BEGIN READ ONLY");
    await c.query("UPDATE t SET v = 1 WHERE id = 1");
    await c.query("COMMIT");
  } catch (e) { await c.query("ROLLBACK"); }
}
concurrently(run);
invariant("changed", () => t.read(1)!.v === 1);
