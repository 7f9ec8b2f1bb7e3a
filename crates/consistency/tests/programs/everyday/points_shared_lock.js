// Points are looked at under a shared lock; two who want to change them cannot both go on.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({});
const members = table("members", { points: 0 }, { rows: { 1: { points: 100 } } });

async function spend(member, points) {
  const connection = await pool.getConnection();
  try {
    await connection.query("START TRANSACTION");
    const [rows] = await connection.query("SELECT points FROM members WHERE id = ? LOCK IN SHARE MODE", [member]);
    if (rows[0].points >= points) {
      await connection.query("UPDATE members SET points = points - ? WHERE id = ?", [points, member]);
    }
    await connection.query("COMMIT");
  } catch (error) {
    await connection.query("ROLLBACK");
    throw error;
  } finally {
    connection.release();
  }
}

concurrently(() => spend(1, 70), () => spend(1, 70));
invariant("no points are spent twice", () => members.read(1).points === 30);
