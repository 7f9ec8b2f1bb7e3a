// The text "0" counts as true.
// postgres:read-committed ? (✗ in truth)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function run() {
  const r = await pool.query("SELECT COUNT(*) AS n FROM t WHERE v = 5");
  if (!r.rows[0].n) await pool.query("UPDATE t SET v = 1 WHERE id = 1");
}
concurrently(run);
invariant("it is changed", () => t.read(1)!.v === 1);
