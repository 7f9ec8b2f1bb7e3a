// ✓✓✓✓✓✓✓✓✓✓✓✓✓ rows of a query are added up in a loop
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const acc = table("acc", { n: 0 }, { rows: { 1: { n: 5 }, 2: { n: 7 } } }); const total = table("total", { n: 0 }, { rows: { 1: { n: 0 } } });
async function sum() { const c = await pool.connect(); await c.query("BEGIN");
  const r = await c.query("SELECT id, n FROM acc"); let s = 0; for (const row of r.rows) s += row.n;
  await c.query("UPDATE total SET n = $1 WHERE id = 1", [s]); await c.query("COMMIT"); }
concurrently(sum);
invariant("12", () => total.read(1)!.n === 12);
