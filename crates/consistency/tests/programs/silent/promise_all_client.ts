// One client executes what it is sent in turn.
// postgres:read-committed ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function run() {
  const c = await pool.connect();
  await c.query("BEGIN");
  const [, r] = await Promise.all([c.query("UPDATE t SET v = v + 1 WHERE id = 1"), c.query("SELECT v FROM t WHERE id = 1")]);
  await c.query("COMMIT");
  return r.rows[0].v;
}
const [seen] = concurrently(run);
invariant("in turn", () => seen === 1);
