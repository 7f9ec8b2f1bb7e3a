// The same webhook is delivered twice at the same time; it must count once.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();

export async function receive(event, cents) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rowCount } = await client.query(
      "INSERT INTO events (id) VALUES ($1) ON CONFLICT (id) DO NOTHING",
      [event],
    );
    if (rowCount === 1) {
      await client.query("UPDATE revenue SET cents = cents + $1 WHERE id = $2", [cents, "total"]);
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const events = table("events", {}, { rows: [] });
const revenue = table("revenue", { cents: 0 }, { rows: ["total"] });
const cents = integer("cents", 250);

invariant("the event counts once", () => revenue.read("total").cents === cents);

concurrently(() => receive("evt_1", cents), () => receive("evt_1", cents));
