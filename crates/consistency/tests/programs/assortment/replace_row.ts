// One client replaces a row (DELETE, INSERT), another one increments it.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function rebase(): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const old = await client.query("DELETE FROM counters WHERE id = $1 RETURNING n", [1]);
    await client.query("INSERT INTO counters (id, n) VALUES ($1, $2)", [1, old.rows[0].n + 10]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function bump(): Promise<void> {
  await pool.query("UPDATE counters SET n = n + 1 WHERE id = $1", [1]);
}

const counters = table<number, { n: number }>("counters", { n: 0 }, { rows: { 1: { n: 0 } } });

invariant("both count", () => counters.read(1)!.n === 11);

concurrently(() => rebase(), () => bump());
