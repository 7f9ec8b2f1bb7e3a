// The database refuses the second reservation of a seat; the application catches 23505.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function reserve(show: number, seat: number, customer: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      "INSERT INTO reservations (show_id, seat, customer) VALUES ($1, $2, $3)",
      [show, seat, customer],
    );
    await client.query("COMMIT");
    return true;
  } catch (error: any) {
    await client.query("ROLLBACK");
    if (error.code === "23505") return false;
    throw error;
  } finally {
    client.release();
  }
}

const reservations = table<number, { show_id: number; seat: number; customer: number }>(
  "reservations",
  { show_id: 0, seat: 0, customer: 0 },
  { rows: {} },
);

const seat7 = integer("seat7", 12);
const seat8 = integer("seat8", 12);

const [seven, eight] = concurrently(() => reserve(1, seat7, 7), () => reserve(1, seat8, 8));

invariant("who was told yes has a reservation, and nobody else", () =>
  reservations.count((r) => r.customer === 7) === (seven ? 1 : 0) &&
  reservations.count((r) => r.customer === 8) === (eight ? 1 : 0));
invariant("a seat is promised once", () => !(seven && eight && seat7 === seat8));
invariant("somebody gets a seat", () => seven || eight);
