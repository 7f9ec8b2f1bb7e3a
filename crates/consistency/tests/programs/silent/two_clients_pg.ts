// Two clients of a pool in one function: the second does not see what the first has not committed.
// postgres:read-committed ? (✗ in truth)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function run() {
  const a = await pool.connect();
  const b = await pool.connect();
  await a.query("BEGIN");
  await a.query("UPDATE t SET v = 5 WHERE id = 1");
  const r = await b.query("SELECT v FROM t WHERE id = 1");
  await a.query("COMMIT");
  return r.rows[0].v;
}
const [seen] = concurrently(run);
invariant("the second sees it", () => seen === 5);
