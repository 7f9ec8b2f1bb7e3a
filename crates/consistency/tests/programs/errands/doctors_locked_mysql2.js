// The same with a lock on all who are on call.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
const mysql = require("mysql2/promise");
const { concurrently, invariant, table } = require("@aplomb/consistency");

const pool = mysql.createPool({ database: "hospital" });
const doctors = table("doctors", { oncall: 1 }, { rows: { 1: { oncall: 1 }, 2: { oncall: 1 } } });

async function leave(doctor) {
  const conn = await pool.getConnection();
  try {
    await conn.beginTransaction();
    const [rows] = await conn.query("SELECT id FROM doctors WHERE oncall = 1 FOR UPDATE");
    if (rows.length >= 2) {
      await conn.execute("UPDATE doctors SET oncall = 0 WHERE id = ?", [doctor]);
    }
    await conn.commit();
  } catch (error) {
    await conn.rollback();
    throw error;
  } finally {
    conn.release();
  }
}

concurrently(() => leave(1), () => leave(2));
invariant("somebody is on call", () => doctors.read(1).oncall + doctors.read(2).oncall >= 1);
