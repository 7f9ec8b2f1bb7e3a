// A seat is looked at, and taken if it is free.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✓
// mariadb:read-committed ✗
// mariadb:repeatable-read ✗
// mariadb:snapshot-isolation ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "theatre" });

async function take(seat: number, customer: number): Promise<boolean> {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [rows]: any = await connection.query("SELECT holder FROM seats WHERE id = ?", [seat]);
    if (rows[0].holder !== null) {
      await connection.rollback();
      return false;
    }
    await connection.query("UPDATE seats SET holder = ? WHERE id = ?", [customer, seat]);
    await connection.commit();
    return true;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const seats = table("seats", { holder: nullable(integer) }, { rows: { 1: { holder: null } } });

const [seven, eight] = concurrently(() => take(1, 7), () => take(1, 8));

invariant("the seat is promised once", () => !(seven && eight));
invariant("somebody has the seat", () => seats.read(1)!.holder !== null);
