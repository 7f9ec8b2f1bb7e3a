// Two seats, or none: the UPDATE names them in a list, and the number of rows decides.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "theatre" });

async function reserve(guest, left, right) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [result] = await connection.execute(
      "UPDATE places SET guest = ? WHERE id IN (?, ?) AND guest IS NULL",
      [guest, left, right],
    );
    if (result.affectedRows < 2) {
      await connection.rollback();
      return false;
    }
    await connection.commit();
    return true;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const places = table(
  "places",
  { guest: nullable(integer) },
  { rows: { 1: { guest: null }, 2: { guest: null }, 3: { guest: null } } },
);

const [ann, bob] = await concurrently(() => reserve(100, 1, 2), () => reserve(200, 2, 3));

invariant("one of them sits down", () => ann !== bob);
invariant("who was told so has both seats", () =>
  ann
    ? places.read(1).guest === 100 && places.read(2).guest === 100 && places.read(3).guest === null
    : places.read(1).guest === null && places.read(2).guest === 200 && places.read(3).guest === 200);
