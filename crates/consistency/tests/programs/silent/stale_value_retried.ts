// The value is read before the transaction that uses it.
// postgres:serializable ✗
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function add() {
  const r = await pool.query("SELECT v FROM t WHERE id = 1");
  const c = await pool.connect();
  await c.query("BEGIN");
  await c.query("UPDATE t SET v = $1 WHERE id = 1", [r.rows[0].v + 1]);
  await c.query("COMMIT");
}
concurrently(add, add);
invariant("both count", () => t.read(1)!.v === 2);
