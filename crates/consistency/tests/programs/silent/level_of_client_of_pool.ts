// A level set on a client of the pool.
// postgres:serializable ✗
import { Pool } from "pg";
const pool = new Pool();
import { concurrently, invariant, table } from "@aplomb/consistency";
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 } } });
async function run() {
  const c = await pool.connect();
  await c.query("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED");
  await c.query("BEGIN");
  const { rows } = await c.query("SELECT v FROM t WHERE id = 1");
  await c.query("UPDATE t SET v = $1 WHERE id = 1", [rows[0].v + 1]);
  await c.query("COMMIT");
  c.release();
}
concurrently(run, run);
invariant("as said", () => t.read(1)!.v === 3);
