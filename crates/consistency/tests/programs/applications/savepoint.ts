// an insert that may collide, behind a savepoint, and an update instead
// postgres:read-committed ✓
// postgres:repeatable-read ✗
// postgres:serializable ? the server breaks it: the error is no read
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const visits = table("visits", { n: 0 }, { rows: {} });

async function visit(page: number) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SAVEPOINT before_insert");
    try {
      await client.query("INSERT INTO visits (id, n) VALUES ($1, 1)", [page]);
    } catch (error: any) {
      if (error.code !== "23505") throw error;
      await client.query("ROLLBACK TO SAVEPOINT before_insert");
      await client.query("UPDATE visits SET n = n + 1 WHERE id = $1", [page]);
    }
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

concurrently(() => visit(1), () => visit(1));
invariant("both visits count", () => visits.read(1) !== null && visits.read(1)!.n === 2);
