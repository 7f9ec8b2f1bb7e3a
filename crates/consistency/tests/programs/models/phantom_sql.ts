// ✓✗✗✓✗✗✗✗✗✗✗✗✗ a phantom: rooms are booked if a count says that they are free
// postgres:serializable ✓
// postgres:repeatable-read ✗
// mysql:repeatable-read ✗
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const bookings = table("bookings", { room: 0 }, { rows: {} });
async function book(room: number) {
  const c = await pool.connect(); await c.query("BEGIN");
  const r = await c.query("SELECT COUNT(*)::int AS n FROM bookings WHERE room = $1", [room]);
  if (r.rows[0].n === 0) await c.query("INSERT INTO bookings (room) VALUES ($1)", [room]);
  await c.query("COMMIT");
}
concurrently(() => book(7), () => book(7));
invariant("one booking", () => bookings.count((b) => b.room === 7) <= 1);
