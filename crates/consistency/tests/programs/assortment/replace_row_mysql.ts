// One client replaces a row (DELETE, INSERT), another one increments it: InnoDB.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
// mariadb:read-committed ✓
// mariadb:repeatable-read ✓
// mariadb:snapshot-isolation ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "shop" });

async function rebase(): Promise<void> {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [rows]: any = await connection.query("SELECT n FROM counters WHERE id = ? FOR UPDATE", [1]);
    await connection.query("DELETE FROM counters WHERE id = ?", [1]);
    await connection.query("INSERT INTO counters (id, n) VALUES (?, ?)", [1, rows[0].n + 10]);
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

async function bump(): Promise<void> {
  await pool.query("UPDATE counters SET n = n + 1 WHERE id = ?", [1]);
}

const counters = table<number, { n: number }>("counters", { n: 0 }, { rows: { 1: { n: 0 } } });

invariant("both count", () => counters.read(1)!.n === 11);

concurrently(() => rebase(), () => bump());
