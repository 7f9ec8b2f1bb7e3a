// ✓✓✓✓✗✗✓✗✓✓✗✗✗ the first job that is new is taken, with a lock
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

const jobs = table("jobs", { state: "new", owner: 0 },
  { rows: { 1: { state: "new", owner: 0 }, 2: { state: "done", owner: 0 } } });
async function take(who: number) {
  const client = await pool.connect();
  await client.query("BEGIN");
  const found = await client.query("SELECT id FROM jobs WHERE state = 'new' ORDER BY id LIMIT 1 FOR UPDATE");
  if (found.rows.length === 0) {
    await client.query("ROLLBACK");
    return 0;
  }
  await client.query("UPDATE jobs SET state = 'taken', owner = $1 WHERE id = $2", [who, found.rows[0].id]);
  await client.query("COMMIT");
  return found.rows[0].id;
}
const [a, b] = concurrently(() => take(1), () => take(2));
invariant("a job has one owner", () => a === 0 || a !== b);
