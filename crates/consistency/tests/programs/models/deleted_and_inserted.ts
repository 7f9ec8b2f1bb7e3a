// ✓✓✓✓✓✓✓✓✓✓✓✓✗ a row that is deleted and inserted again, beside an update of it
// postgres:read-committed ✗ the update waited for the old row, which is gone
// postgres:repeatable-read ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function replace() {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("DELETE FROM t WHERE id = 1");
  await client.query("INSERT INTO t (id, v) VALUES (1, 5)");
  await client.query("COMMIT");
}
async function change() {
  const done = await pool.query("UPDATE t SET v = v + 1 WHERE id = 1");
  return done.rowCount;
}
const [, changed] = concurrently(replace, change);
invariant("the update finds the row", () => changed === 1);
