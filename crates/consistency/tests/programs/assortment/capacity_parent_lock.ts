// The class is locked, its bookings are counted, a booking is added.
// postgres:read-committed ✓
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function book(booking: number, course: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const found = await client.query("SELECT capacity FROM classes WHERE id = $1 FOR UPDATE", [course]);
    const taken = await client.query("SELECT COUNT(*) AS n FROM bookings WHERE class_id = $1", [course]);
    if (Number(taken.rows[0].n) >= found.rows[0].capacity) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("INSERT INTO bookings (id, class_id) VALUES ($1, $2)", [booking, course]);
    await client.query("COMMIT");
    return true;
  } finally {
    client.release();
  }
}

const classes = table<number, { capacity: number }>("classes", { capacity: 0 }, { rows: { 1: { capacity: 1 } } });
const bookings = table<number, { class_id: number }>("bookings", { class_id: 0 }, { rows: {} });

invariant("not overbooked", () => bookings.count((b) => b.class_id === 1) <= classes.read(1)!.capacity);

concurrently(() => book(501, 1), () => book(502, 1));
