// The count locks the gaps that a seat would be put into, at REPEATABLE READ.
// mysql:read-committed ✗
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const seats = table("seats", { number: 0 }, { rows: [] });
async function reserve(id) {
  const conn = await pool.getConnection();
  await conn.beginTransaction();
  const [rows] = await conn.query("SELECT COUNT(*) AS n FROM seats WHERE number = 5 FOR UPDATE");
  if (rows[0].n === 0) await conn.query("INSERT INTO seats (id, number) VALUES (?, 5)", [id]);
  await conn.commit();
  conn.release();
}
concurrently(() => reserve(1), () => reserve(2));
invariant("once", () => seats.count((seat) => seat.number === 5) === 1);
