// The same doctors on MySQL, with SELECT ... FOR UPDATE of everybody who is on call (mysql2).
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql, { RowDataPacket } from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ uri: process.env.MYSQL_URL });

async function goOffCall(doctor: number): Promise<boolean> {
  const conn = await pool.getConnection();
  try {
    await conn.beginTransaction();
    const [rows] = await conn.query<RowDataPacket[]>(
      "SELECT id FROM doctors WHERE on_call = 1 FOR UPDATE",
    );
    if (rows.length < 2) {
      await conn.rollback();
      return false;
    }
    await conn.query("UPDATE doctors SET on_call = 0 WHERE id = ?", [doctor]);
    await conn.commit();
    return true;
  } catch (err) {
    await conn.rollback();
    throw err;
  } finally {
    conn.release();
  }
}

const doctors = table<number, { on_call: number }>(
  "doctors",
  { on_call: 0 },
  { key: "id", rows: { 1: { on_call: 1 }, 2: { on_call: 1 } } },
);

invariant("somebody is on call", () => doctors.read(1)!.on_call + doctors.read(2)!.on_call >= 1);

concurrently(() => goOffCall(1), () => goOffCall(2));
