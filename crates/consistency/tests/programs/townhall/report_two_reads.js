// A report adds up two accounts, which it reads by two statements, while money is moved.
// mysql:read-committed ✗
// mysql:repeatable-read ✓
// mysql:serializable ✓
// mariadb:read-committed ✗
// mariadb:repeatable-read ✓
// mariadb:snapshot-isolation ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "bank" });

async function report() {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [[giro]] = await connection.execute("SELECT balance FROM accounts WHERE id = ?", [1]);
    const [[savings]] = await connection.execute("SELECT balance FROM accounts WHERE id = ?", [2]);
    await connection.commit();
    return giro.balance + savings.balance;
  } finally {
    connection.release();
  }
}

async function move(amount) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    await connection.execute("UPDATE accounts SET balance = balance - ? WHERE id = 1", [amount]);
    await connection.execute("UPDATE accounts SET balance = balance + ? WHERE id = 2", [amount]);
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 700 }, 2: { balance: 300 } } });

const [total] = await concurrently(() => report(), () => move(integer("amount", 50)));

invariant("the report is right", () => total === 1000);
invariant("nothing is lost", () => accounts.sum((account) => account.balance) === 1000);
