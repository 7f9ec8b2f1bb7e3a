// A meeting room: overlapping bookings are looked for with FOR UPDATE before one is added. InnoDB
// locks the gaps at REPEATABLE READ, so two that found nothing block each other, and one is aborted.
// mysql:read-committed ✗
// mysql:repeatable-read ✓
// mysql:serializable ✓
// mariadb:read-committed ✗
// mariadb:repeatable-read ✓
// mariadb:snapshot-isolation ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "office" });

async function book(room, starts, ends) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [others] = await connection.query(
      "SELECT id FROM meetings WHERE room = ? AND starts < ? AND ends > ? FOR UPDATE",
      [room, ends, starts],
    );
    if (others.length > 0) {
      await connection.rollback();
      return false;
    }
    await connection.query("INSERT INTO meetings (room, starts, ends) VALUES (?, ?, ?)", [room, starts, ends]);
    await connection.commit();
    return true;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const meetings = table("meetings", { room: 0, starts: 0, ends: 0 }, { rows: [] });

concurrently(() => book(1, 9, 11), () => book(1, 10, 12));

invariant("one meeting at ten", () =>
  meetings.count((meeting) => meeting.room === 1 && meeting.starts <= 10 && meeting.ends > 10) <= 1);
