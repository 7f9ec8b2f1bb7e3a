// The window counts in one statement, and is taken back if that was one too many.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ database: "api" });
const windows = table("windows", { used: 0 }, { rows: { 9: { used: 1 } } });

async function request(slot) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    await connection.execute(
      "INSERT INTO windows (id, used) VALUES (?, 1) ON DUPLICATE KEY UPDATE used = used + 1",
      [slot],
    );
    const [[row]] = await connection.execute("SELECT used FROM windows WHERE id = ?", [slot]);
    if (row.used > 2) {
      await connection.rollback();
      return false;
    }
    await connection.commit();
    return true;
  } finally {
    connection.release();
  }
}

const [first, second] = concurrently(() => request(9), () => request(9));
invariant("at most two, and one of these", () => windows.read(9).used === 2 && first !== second);
