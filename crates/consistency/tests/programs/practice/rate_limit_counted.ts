// At most two requests: counted, then noted.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const requests = table("requests", { client: integer }, { rows: { 1: { client: 8 } } });

async function request(who: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT COUNT(*)::int AS used FROM requests WHERE client = $1", [who]);
    const allowed = rows[0].used < 2;
    if (allowed) await client.query("INSERT INTO requests (client) VALUES ($1)", [who]);
    await client.query("COMMIT");
    return allowed;
  } finally {
    client.release();
  }
}

concurrently(() => request(8), () => request(8));
invariant("at most two", () => requests.count((it) => it.client === 8) <= 2);
