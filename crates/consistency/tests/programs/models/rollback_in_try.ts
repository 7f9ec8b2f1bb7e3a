// ✓✓✓✓✓✓✓✓✓✓✓✓✓ a rollback in the middle of try and finally
import { Pool } from "pg";
import { boolean, concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 0 } } });
async function run(flag: boolean) { const c = await pool.connect();
  try { await c.query("BEGIN");
  await c.query("UPDATE t SET n = n + 1 WHERE id = 1");
  if (flag) { await c.query("ROLLBACK");
  return 0; } await c.query("COMMIT");
  return 1; } finally { c.release(); } }
const f = boolean("f");
const [r] = concurrently(() => run(f));
invariant("as said", () => t.read(1)!.n === r);
