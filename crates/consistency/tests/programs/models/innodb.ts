// ✓✗✗✓✗✗✗✗✗✗✗✗✗ write skew in application code for MySQL
// mysql:repeatable-read ✗
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({});

const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 60 }, 2: { balance: 40 } } });
async function withdraw(id: number, amount: number) {
  const connection = await pool.getConnection();
  await connection.beginTransaction();
  const [rows] = await connection.query("SELECT SUM(balance) AS total FROM accounts");
  if (rows[0].total >= amount) {
    await connection.query("UPDATE accounts SET balance = balance - ? WHERE id = ?", [amount, id]);
  }
  await connection.commit();
}
concurrently(() => withdraw(1, 70), () => withdraw(2, 80));
invariant("not overdrawn", () => accounts.sum((account) => account.balance) >= 0);
