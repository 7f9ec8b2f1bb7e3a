// An upsert cannot touch one row twice: it is refused as a whole.
// postgres:read-committed ? (✗ in truth)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: {} });
async function run() {
  try {
    await pool.query("INSERT INTO t (id, v) VALUES (1, 1), (1, 1) ON CONFLICT (id) DO UPDATE SET v = t.v + 1");
  } catch (e) {}
}
concurrently(run);
invariant("it is there", () => t.read(1) !== null);
