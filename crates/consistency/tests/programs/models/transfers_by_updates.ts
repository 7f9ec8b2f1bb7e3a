// ✓✓✓✓✓✓✓✓✓✓✗✗✗ transfers in opposite directions
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 50 }, 2: { n: 50 } } });
async function move(a: number, from: number, to: number) { const c = await pool.connect();
  await c.query("BEGIN");
  await c.query("UPDATE t SET n = n - $1 WHERE id = $2", [a, from]);
  await c.query("UPDATE t SET n = n + $1 WHERE id = $2", [a, to]);
  await c.query("COMMIT"); }
concurrently(() => move(integer("a", 1), 1, 2), () => move(integer("b", 2), 2, 1));
invariant("sum", () => t.sum((r) => r.n) === 100);
