// The same in MySQL. At READ COMMITTED the rows are looked at one after the other: the first one is
// passed while it is not yet primary, and then the second one is waited for until it is no longer. At
// REPEATABLE READ all rows that the UPDATE goes through stay locked.
// mysql:read-committed ✗
// mysql:repeatable-read ✓
// mysql:serializable ✓
// mariadb:read-committed ✗
// mariadb:repeatable-read ✓
// mariadb:snapshot-isolation ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "people" });

async function makePrimary(person, address) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    await connection.execute("UPDATE addresses SET is_primary = FALSE WHERE person = ? AND is_primary = TRUE", [person]);
    await connection.execute("UPDATE addresses SET is_primary = TRUE WHERE id = ?", [address]);
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const addresses = table(
  "addresses",
  { person: 7, is_primary: false },
  {
    rows: {
      1: { person: 7, is_primary: false },
      2: { person: 7, is_primary: true },
      3: { person: 7, is_primary: false },
    },
  },
);

concurrently(() => makePrimary(7, 1), () => makePrimary(7, 3));

invariant("one address is the primary one", () => addresses.count((address) => address.is_primary) === 1);
