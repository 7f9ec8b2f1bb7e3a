// A seat is sold once: the column is UNIQUE, and the error of the second insert is caught.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, table, text } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "theatre" });

async function book(id, seat, customer) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [taken] = await connection.execute("SELECT id FROM bookings WHERE seat = ?", [seat]);
    if (taken.length > 0) {
      await connection.rollback();
      return 0;
    }
    await connection.execute("INSERT INTO bookings (id, seat, customer) VALUES (?, ?, ?)", [id, seat, customer]);
    await connection.commit();
    return 1;
  } catch (error) {
    await connection.rollback();
    if (error.code === "ER_DUP_ENTRY") return 0;
    throw error;
  } finally {
    connection.release();
  }
}

const bookings = table("bookings", { seat: integer, customer: text }, { rows: [], unique: ["seat"] });

const [ann, bob] = await concurrently(() => book(1, 7, "ann"), () => book(2, 7, "bob"));

invariant("the seat is sold once", () => bookings.count((booking) => booking.seat === 7) === 1);
invariant("exactly one of them is told so", () => ann + bob === 1);
