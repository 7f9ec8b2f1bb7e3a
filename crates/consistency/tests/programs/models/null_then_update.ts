// ✓✓✓✓✗✗✓✗✗✗✗✗✗ a seat is taken if its holder was null when somebody looked
// postgres:read-committed ✗
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = new Pool();
const seats = table("seats", { holder: nullable(integer) }, { rows: { 1: { holder: null } } });
async function take(who: number) {
  const c = await pool.connect(); await c.query("BEGIN");
  const r = await c.query("SELECT holder FROM seats WHERE id = 1");
  let ok = false;
  if (r.rows[0].holder === null) { await c.query("UPDATE seats SET holder = $1 WHERE id = 1", [who]); ok = true; }
  await c.query("COMMIT"); return ok; }
const [a, b] = concurrently(() => take(1), () => take(2));
invariant("one holder", () => !(a && b));
