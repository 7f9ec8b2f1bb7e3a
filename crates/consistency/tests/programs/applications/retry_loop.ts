// a counter in a serializable transaction that is tried again on 40001
// postgres:read-committed ✓ the code asks for SERIALIZABLE
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const counters = table("counters", { n: 0 }, { rows: { 1: { n: 0 } } });

async function increment() {
  const client = await pool.connect();
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
        const { rows } = await client.query("SELECT n FROM counters WHERE id = 1");
        await client.query("UPDATE counters SET n = $1 WHERE id = 1", [rows[0].n + 1]);
        await client.query("COMMIT");
        return;
      } catch (error: any) {
        await client.query("ROLLBACK");
        if (error.code !== "40001") throw error;
      }
    }
  } finally {
    client.release();
  }
}

concurrently(increment, increment);
invariant("both count", () => counters.read(1)!.n === 2);
