// A seat is claimed by a guarded UPDATE; who changed the row writes the ticket.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = mysql.createPool({ database: "cinema" });
const seats = table("seats", { guest: nullable(integer) }, { rows: { 7: { guest: null } } });
const tickets = table("tickets", { seat: integer, guest: integer }, { rows: [] });

async function book(seat, guest) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [result] = await connection.execute(
      "UPDATE seats SET guest = ? WHERE id = ? AND guest IS NULL",
      [guest, seat],
    );
    if (result.affectedRows === 1) {
      await connection.execute("INSERT INTO tickets (seat, guest) VALUES (?, ?)", [seat, guest]);
    }
    await connection.commit();
    return result.affectedRows === 1;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

concurrently(() => book(7, 100), () => book(7, 200));
invariant("one ticket for the seat", () => tickets.count((it) => it.seat === 7) === 1);
