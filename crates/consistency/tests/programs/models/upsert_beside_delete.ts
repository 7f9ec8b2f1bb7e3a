// ✓✓✓✓✓✓✓✓✓✓✗✗✗ an upsert does something, whoever deletes the row
// postgres:read-committed ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function put() {
  const done = await pool.query("INSERT INTO t (id, v) VALUES (1, 5) ON CONFLICT (id) DO UPDATE SET v = 5");
  return done.rowCount;
}
async function clear() { await pool.query("DELETE FROM t WHERE id = 1"); }
const [put1] = concurrently(put, clear);
invariant("it is one row", () => put1 === 1);
