// A wallet is read, checked and written back.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✓
// mariadb:snapshot-isolation ✓
const mysql = require("mysql2/promise");
const { concurrently, invariant, table } = require("@aplomb/consistency");

const pool = mysql.createPool({ host: "localhost", user: "app", database: "bank" });
const wallets = table("wallets", { balance: 0 }, { rows: { 1: { balance: 100 } } });

async function spend(id, amount) {
  const conn = await pool.getConnection();
  try {
    await conn.beginTransaction();
    const [rows] = await conn.execute("SELECT balance FROM wallets WHERE id = ?", [id]);
    const left = rows[0].balance - amount;
    if (left < 0) {
      await conn.rollback();
      return 0;
    }
    await conn.execute("UPDATE wallets SET balance = ? WHERE id = ?", [left, id]);
    await conn.commit();
    return amount;
  } catch (e) {
    await conn.rollback();
    throw e;
  } finally {
    conn.release();
  }
}

const [a, b] = concurrently(() => spend(1, 60), () => spend(1, 30));
invariant("what was spent is gone", () => wallets.read(1).balance === 100 - a - b);
