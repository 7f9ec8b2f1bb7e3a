// PostgreSQL passes a locked row by that a WHERE does not want; a third one that changes another row shows who came when.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const tasks = table("tasks", { state: 0 }, { rows: { 1: { state: 0 }, 2: { state: 1 } } });

async function change(sql: string): Promise<number> {
  const client = await pool.connect();
  await client.query("BEGIN");
  const done = await client.query(sql);
  await client.query("COMMIT");
  client.release();
  return done.rowCount;
}

const [reset, moved, started] = concurrently(
  () => change("UPDATE tasks SET state = 0 WHERE state = 1"),
  () => change("UPDATE tasks SET state = state + 1 WHERE id = 1"),
  () => change("UPDATE tasks SET state = 2 WHERE state = 0"),
);
invariant("somebody sees the task that was reset or moved", () => !(reset === 1 && moved === 1 && started === 0 && tasks.read(1)!.state === 1));
