// Whoever cancels gives the seat to the first guest on the waiting list.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const seats = table("seats", { guest: 0 }, { rows: { 1: { guest: 101 }, 2: { guest: 102 } } });
const waiting = table("waiting", { since: 0 }, { rows: { 201: { since: 8 }, 202: { since: 9 } }, key: "guest" });

async function cancel(seat: number): Promise<void> {
  const client = await pool.connect();
  await client.query("BEGIN");
  const first = await client.query("SELECT guest FROM waiting ORDER BY guest LIMIT 1");
  if (first.rows.length > 0) {
    const guest = first.rows[0].guest;
    await client.query("DELETE FROM waiting WHERE guest = $1", [guest]);
    await client.query("UPDATE seats SET guest = $1 WHERE id = $2", [guest, seat]);
  }
  await client.query("COMMIT");
  client.release();
}

concurrently(() => cancel(1), () => cancel(2));
invariant("no guest has two seats", () => seats.read(1)!.guest !== seats.read(2)!.guest);
