// ✓✗✗✓✗✗✗✗✗✗✗✗✗ a lock of the room keeps phantoms away in a database with row locks
// postgres:read-committed ✓
// postgres:repeatable-read ✗
// mysql:repeatable-read ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

const rooms = table("rooms", { name: "" }, { rows: { 7: { name: "blue" } } });
const bookings = table("bookings", { room: 0 }, { rows: {} });
async function book() {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT name FROM rooms WHERE id = 7 FOR UPDATE");
  const taken = await client.query("SELECT COUNT(*)::int AS n FROM bookings WHERE room = 7");
  if (taken.rows[0].n === 0) await client.query("INSERT INTO bookings (room) VALUES (7)");
  await client.query("COMMIT");
}
concurrently(book, book);
invariant("one booking", () => bookings.count((booking) => booking.room === 7) <= 1);
