// Money leaves one account and comes to another; where it is not enough, all is undone.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
const mysql = require("mysql2/promise");
const { concurrently, invariant, table } = require("@aplomb/consistency");

const pool = mysql.createPool({ database: "bank" });
const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 100 }, 2: { balance: 0 } } });
const limits = table("limits", { lowest: 0 }, { rows: { 1: { lowest: 0 } } });

async function pay(amount) {
  const conn = await pool.getConnection();
  try {
    await conn.beginTransaction();
    const [limit] = await conn.execute("SELECT lowest FROM limits WHERE id = 1");
    await conn.execute("UPDATE accounts SET balance = balance - ? WHERE id = 1", [amount]);
    const [rows] = await conn.execute("SELECT balance FROM accounts WHERE id = 1");
    if (rows[0].balance < limit[0].lowest) {
      await conn.rollback();
      return false;
    }
    await conn.execute("UPDATE accounts SET balance = balance + ? WHERE id = 2", [amount]);
    await conn.commit();
    return true;
  } finally {
    conn.release();
  }
}

concurrently(() => pay(70), () => pay(60));
invariant("not overdrawn", () => accounts.read(1).balance >= 0);
invariant("nothing is lost", () => accounts.read(1).balance + accounts.read(2).balance === 100);
