// A lock in a subquery is held until the end.
// postgres:read-committed ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function add() {
  const c = await pool.connect();
  await c.query("BEGIN");
  const r = await c.query("SELECT (SELECT v FROM t WHERE id = 1 FOR UPDATE) AS x");
  await c.query("UPDATE t SET v = $1 WHERE id = 1", [r.rows[0].x + 1]);
  await c.query("COMMIT");
}
concurrently(add, add);
invariant("both count", () => t.read(1)!.v === 2);
