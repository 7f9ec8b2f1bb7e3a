// ✓✓✓✓✓✓✓✓✗✗✗✗✗ a count, and an insert under a key that was deleted in between
// postgres:repeatable-read ✗ the insert succeeds although the snapshot shows the old row
// postgres:serializable ? the insert is no read there
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function add() {
  const client = await pool.connect();
  await client.query("BEGIN");
  const { rows } = await client.query("SELECT COUNT(*)::int AS n FROM t");
  try {
    await client.query("INSERT INTO t (id, v) VALUES (1, 5)");
  } catch (error) {
    await client.query("ROLLBACK");
    return -1;
  }
  await client.query("COMMIT");
  return rows[0].n;
}
async function clear() { await pool.query("DELETE FROM t WHERE id = 1"); }
const [counted] = concurrently(add, clear);
invariant("who inserts has seen no row", () => counted === 0 || counted === -1);
