// NOT EXISTS inside of the INSERT looks at a snapshot.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const bookings = table("bookings", { room: 0 }, { rows: [] });
async function book(id: number) {
  const sql = "INSERT INTO bookings (id, room) SELECT $1, 1 WHERE NOT EXISTS (SELECT 1 FROM bookings WHERE room = 1)";
  await pool.query(sql, [id]);
}
concurrently(() => book(1), () => book(2));
invariant("once", () => bookings.count((it) => it.room === 1) === 1);
