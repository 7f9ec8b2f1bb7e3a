// The next free ticket, found by a subquery: who waited for it does not look again.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const tickets = table("tickets", { agent: 0 }, { rows: { 1: { agent: 0 }, 2: { agent: 0 } } });

async function next(agent: number): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query(
      "UPDATE tickets SET agent = $1 WHERE id = (SELECT id FROM tickets WHERE agent = 0 ORDER BY id LIMIT 1) RETURNING id",
      [agent],
    );
    await client.query("COMMIT");
    return rows.length === 0 ? 0 : rows[0].id;
  } finally {
    client.release();
  }
}

const [a, b] = concurrently(() => next(1), () => next(2));
invariant("they work on different tickets", () => a !== b);
