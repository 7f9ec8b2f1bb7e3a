// A level set for every connection of the pool.
// postgres:serializable ? (✗ in truth)
import { Pool } from "pg";
const pool = new Pool();
pool.on("connect", (c) => c.query("SET default_transaction_isolation = 'read committed'"));
import { concurrently, invariant, table } from "@aplomb/consistency";
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 } } });
async function run() {
  const c = await pool.connect();
  await c.query("BEGIN");
  const { rows } = await c.query("SELECT v FROM t WHERE id = 1");
  await c.query("UPDATE t SET v = $1 WHERE id = 1", [rows[0].v + 1]);
  await c.query("COMMIT");
}
concurrently(run, run);
invariant("as said", () => t.read(1)!.v === 3);
