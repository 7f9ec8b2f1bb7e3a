// ✓✓✓✓✗✗✓✗✓✗✗✗✗ a counter of the room makes bookings conflict
// postgres:repeatable-read ✓
// mysql:repeatable-read ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

const rooms = table("rooms", { n: 0 }, { rows: { 7: { n: 0 } } });
const bookings = table("bookings", { room: 0 }, { rows: {} });
async function book() {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE rooms SET n = n + 1 WHERE id = 7");
  const taken = await client.query("SELECT COUNT(*)::int AS n FROM bookings WHERE room = 7");
  if (taken.rows[0].n === 0) await client.query("INSERT INTO bookings (room) VALUES (7)");
  await client.query("COMMIT");
}
concurrently(book, book);
invariant("one booking", () => bookings.count((booking) => booking.room === 7) <= 1);
