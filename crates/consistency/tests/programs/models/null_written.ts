// ✓✓✓✓✓✓✓✓✓✓✓✓✓ null is written and read back
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { x: nullable(integer) }, { rows: { 1: { x: 5 } } });
async function run() { const c = await pool.connect();
  await c.query("BEGIN");
  await c.query("UPDATE t SET x = NULL WHERE id = 1");
  const r = await c.query("SELECT x FROM t WHERE id = 1");
  await c.query("COMMIT");
  return r.rows[0].x === null; }
const [a] = concurrently(run);
invariant("null", () => t.read(1)!.x === null);
