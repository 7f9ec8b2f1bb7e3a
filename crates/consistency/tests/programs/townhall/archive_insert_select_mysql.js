// The same archive in MySQL: at REPEATABLE READ an INSERT ... SELECT locks the rows that it reads, at
// READ COMMITTED it does not.
// mysql:read-committed ✗
// mysql:repeatable-read ✓
// mysql:serializable ✓
// mariadb:read-committed ✗
// mariadb:repeatable-read ✓
// mariadb:snapshot-isolation ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "mail" });

async function archiveDone() {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    await connection.query("INSERT INTO archive (id, sender) SELECT id, sender FROM inbox WHERE done = TRUE");
    await connection.query("DELETE FROM inbox WHERE done = TRUE");
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

async function finish(message) {
  await pool.query("UPDATE inbox SET done = TRUE WHERE id = ?", [message]);
}

const inbox = table(
  "inbox",
  { sender: 0, done: false },
  { rows: { 1: { sender: 4, done: true }, 2: { sender: 5, done: false } } },
);
const archive = table("archive", { sender: 0 }, { rows: [] });

concurrently(() => archiveDone(), () => finish(2));

invariant("no message is lost", () =>
  [1, 2].every((id) => inbox.read(id) !== null || archive.read(id) !== null));
