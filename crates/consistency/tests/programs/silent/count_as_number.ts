// Number() makes a number of the text that COUNT is.
// postgres:read-committed ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function run() {
  const r = await pool.query("SELECT COUNT(*) AS n FROM t WHERE v = 0");
  if (Number(r.rows[0].n) === 1) await pool.query("UPDATE t SET v = 1 WHERE id = 1");
}
concurrently(run);
invariant("it is changed", () => t.read(1)!.v === 1);
