// ✓✓✓✓✓✓✓✓✓✓✓✓✓ DELETE ... RETURNING
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 4 } } });
async function take() { const r = await pool.query("DELETE FROM t WHERE id = 1 RETURNING n");
  return r.rowCount === 1 ? r.rows[0].n : 0; }
const [a] = concurrently(take);
invariant("taken", () => a === 4 && t.read(1) === null);
