// The quota once more, but a plain read comes first (is the user allowed to do this at all?). That
// makes the snapshot, and the count after the lock is answered from it at REPEATABLE READ.
// mysql:read-committed ✓
// mysql:repeatable-read ✗
// mysql:serializable ✓
// mariadb:read-committed ✓
// mariadb:repeatable-read ✗
// mariadb:snapshot-isolation ✗
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "files" });

async function upload(user) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [[settings]] = await connection.query("SELECT uploads FROM settings WHERE id = 1");
    if (settings.uploads !== 1) {
      await connection.rollback();
      return false;
    }
    await connection.query("SELECT id FROM users WHERE id = ? FOR UPDATE", [user]);
    const [[{ n }]] = await connection.query("SELECT COUNT(*) AS n FROM files WHERE owner = ?", [user]);
    if (n >= 1) {
      await connection.rollback();
      return false;
    }
    await connection.query("INSERT INTO files (owner) VALUES (?)", [user]);
    await connection.commit();
    return true;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const settings = table("settings", { uploads: 1 }, { rows: [1] });
const users = table("users", { name: "ann" }, { rows: [7] });
const files = table("files", { owner: 0 }, { rows: [] });

concurrently(() => upload(7), () => upload(7));

invariant("one file for each", () => files.count((file) => file.owner === 7) <= 1);
