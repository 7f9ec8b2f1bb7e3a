// A seat is claimed by a CASE that leaves another one's claim alone, and then it is read who has it.
// A plain read comes first. At REPEATABLE READ the UPDATE sees the other's claim and changes nothing,
// and what was not changed is read from the snapshot, where the seat is still free.
// mysql:read-committed ✓
// mysql:repeatable-read ✗
// mysql:serializable ✓
// mariadb:read-committed ✓
// mariadb:repeatable-read ✗
// mariadb:snapshot-isolation ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "theatre" });

async function claim(seat, guest) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [shows] = await connection.execute("SELECT price FROM shows WHERE id = ?", [1]);
    await connection.execute(
      "UPDATE seats SET holder = CASE WHEN holder IS NULL THEN ? ELSE holder END WHERE id = ?",
      [guest, seat],
    );
    const [rows] = await connection.execute("SELECT holder FROM seats WHERE id = ?", [seat]);
    await connection.commit();
    return { holder: rows[0].holder, price: shows[0].price };
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const shows = table("shows", { price: 20 }, { rows: [1] });
const seats = table("seats", { holder: nullable(integer) }, { rows: { 12: { holder: null } } });

const [ann, bob] = await concurrently(() => claim(12, 100), () => claim(12, 200));

invariant("both are told who has it", () =>
  ann.holder === seats.read(12).holder && bob.holder === seats.read(12).holder);
