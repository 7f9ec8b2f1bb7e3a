// The event is locked by the first statement, then bookings are counted: InnoDB's snapshot begins after the lock (mysql2).
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql, { ResultSetHeader, RowDataPacket } from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "db", database: "events" });

async function book(eventId: number, userId: number): Promise<number | null> {
  const conn = await pool.getConnection();
  try {
    await conn.query("START TRANSACTION");
    const [events] = await conn.query<RowDataPacket[]>("SELECT capacity FROM events WHERE id = ? FOR UPDATE", [eventId]);
    const [taken] = await conn.query<RowDataPacket[]>("SELECT COUNT(*) AS n FROM bookings WHERE event_id = ?", [eventId]);
    if (taken[0].n >= events[0].capacity) {
      await conn.query("ROLLBACK");
      return null;
    }
    const [result] = await conn.query<ResultSetHeader>(
      "INSERT INTO bookings (event_id, user_id) VALUES (?, ?)",
      [eventId, userId],
    );
    await conn.query("COMMIT");
    return result.insertId;
  } finally {
    conn.release();
  }
}

const events = table<number, { capacity: number }>("events", { capacity: 0 }, { key: "id", rows: { 3: { capacity: 1 } } });
const bookings = table<number, { event_id: number; user_id: number }>(
  "bookings",
  { event_id: 0, user_id: 0 },
  { key: "id", rows: {} },
);

invariant("an event is not overbooked", () =>
  bookings.count((booking) => booking.event_id === 3) <= events.read(3)!.capacity);

concurrently(() => book(3, 1), () => book(3, 2));
