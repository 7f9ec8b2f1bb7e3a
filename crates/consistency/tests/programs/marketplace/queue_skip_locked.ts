// Queue workers take the next job with FOR UPDATE SKIP LOCKED (pg).
// postgres:read-committed ? (✓ in truth)
// postgres:repeatable-read ? (✓ in truth)
// postgres:serializable ? (✓ in truth)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function work(): Promise<number | null> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query(
      "SELECT id FROM jobs WHERE state = 'ready' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED",
    );
    if (rows.length === 0) {
      await client.query("ROLLBACK");
      return null;
    }
    await client.query("UPDATE jobs SET state = 'done', runs = runs + 1 WHERE id = $1", [rows[0].id]);
    await client.query("COMMIT");
    return rows[0].id;
  } catch (err) {
    await client.query("ROLLBACK");
    throw err;
  } finally {
    client.release();
  }
}

const jobs = table<number, { state: string; runs: number }>(
  "jobs",
  { state: "", runs: 0 },
  { key: "id", rows: { 1: { state: "ready", runs: 0 }, 2: { state: "ready", runs: 0 } } },
);

invariant("no job runs twice", () => jobs.read(1)!.runs <= 1 && jobs.read(2)!.runs <= 1);

concurrently(() => work(), () => work());
