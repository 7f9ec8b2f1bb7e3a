// The seat is looked up, and then taken without a guard.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = mysql.createPool({ database: "cinema" });
const seats = table("seats", { guest: nullable(integer) }, { rows: { 7: { guest: null } } });
const tickets = table("tickets", { seat: integer, guest: integer }, { rows: [] });

async function book(seat, guest) {
  const connection = await pool.getConnection();
  await connection.beginTransaction();
  const [rows] = await connection.query("SELECT guest FROM seats WHERE id = ?", [seat]);
  if (rows[0].guest === null) {
    await connection.query("UPDATE seats SET guest = ? WHERE id = ?", [guest, seat]);
    await connection.query("INSERT INTO tickets (seat, guest) VALUES (?, ?)", [seat, guest]);
  }
  await connection.commit();
  connection.release();
}

concurrently(() => book(7, 100), () => book(7, 200));
invariant("one ticket for the seat", () => tickets.count((it) => it.seat === 7) === 1);
