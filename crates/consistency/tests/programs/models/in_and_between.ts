// ✓✓✓✓✓✓✓✓✓✓✓✓✓ IN and BETWEEN
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 1 }, 2: { n: 1 }, 3: { n: 1 } } });
async function run() { await pool.query("UPDATE t SET n = 0 WHERE id IN (1, 3)");
  await pool.query("UPDATE t SET n = n + 5 WHERE id BETWEEN 2 AND 3"); }
concurrently(run);
invariant("some", () => t.read(1)!.n === 0 && (t.read(2)!.n === 6));
