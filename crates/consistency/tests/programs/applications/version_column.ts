// an edit that succeeds only if nobody else has edited since it was read
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost" });
const pages = table("pages", { edits: 0, version: 0 }, { rows: { 1: { edits: 0, version: 0 } } });

async function edit(): Promise<number> {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [rows] = await connection.execute("SELECT edits, version FROM pages WHERE id = ?", [1]);
    const { edits, version } = rows[0];
    const [result] = await connection.execute(
      "UPDATE pages SET edits = ?, version = version + 1 WHERE id = ? AND version = ?",
      [edits + 1, 1, version],
    );
    if (result.affectedRows === 0) {
      await connection.rollback();
      return 0;
    }
    await connection.commit();
    return 1;
  } finally {
    connection.release();
  }
}

const [first, second] = concurrently(edit, edit);
invariant("every edit that succeeded is there", () => pages.read(1)!.edits === first + second);
