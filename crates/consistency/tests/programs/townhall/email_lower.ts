// An address is compared without case before somebody joins; no index stands behind it.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import pg from "pg";
import { concurrently, invariant, table, text } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "club" });

async function join(id: number, email: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rowCount } = await client.query("SELECT id FROM members WHERE lower(email) = lower($1)", [email]);
    if (rowCount !== 0) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("INSERT INTO members (id, email) VALUES ($1, $2)", [id, email]);
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const members = table("members", { email: text }, { rows: [] });

concurrently(() => join(1, "Ann@example.org"), () => join(2, "ann@example.org"));

invariant("ann is there once", () => members.count(() => true) === 1);
