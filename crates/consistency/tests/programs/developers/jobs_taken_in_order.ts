// Two workers take the next job, under a lock.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const jobs = table("jobs", { state: "ready" }, { rows: [1, 2] });

async function next(): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query(
      "SELECT id FROM jobs WHERE state = 'ready' ORDER BY id LIMIT 1 FOR UPDATE",
    );
    if (rows.length === 0) {
      await client.query("COMMIT");
      return 0;
    }
    await client.query("UPDATE jobs SET state = 'running' WHERE id = $1", [rows[0].id]);
    await client.query("COMMIT");
    return rows[0].id;
  } finally {
    client.release();
  }
}

const [a, b] = concurrently(next, next);
invariant("nobody does the work of the other", () => a === 0 || a !== b);
