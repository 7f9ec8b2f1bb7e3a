// The first of unsorted rows.
// postgres:read-committed ? (✗ in truth)
import { Pool } from "pg";
const pool = new Pool();
import { concurrently, invariant, table } from "@aplomb/consistency";
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 }, 2: { v: 1 } } });
async function run() {
  const { rows } = await pool.query("SELECT id FROM t");
  await pool.query("UPDATE t SET v = 0 WHERE id = $1", [rows[0].id]);
}
concurrently(run);
invariant("as said", () => t.read(1)!.v === 0);
