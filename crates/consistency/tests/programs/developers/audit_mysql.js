// An auditor in MySQL: two plain reads of one transaction.
// mysql:read-committed ✗
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({});
const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 60 }, 2: { balance: 40 } } });

async function transfer(amount) {
  const connection = await pool.getConnection();
  await connection.query("START TRANSACTION");
  await connection.execute("UPDATE accounts SET balance = balance - ? WHERE id = ?", [amount, 1]);
  await connection.execute("UPDATE accounts SET balance = balance + ? WHERE id = ?", [amount, 2]);
  await connection.query("COMMIT");
  connection.release();
}

async function audit() {
  const connection = await pool.getConnection();
  await connection.query("START TRANSACTION");
  const [[first]] = await connection.execute("SELECT balance FROM accounts WHERE id = 1");
  const [[second]] = await connection.execute("SELECT balance FROM accounts WHERE id = 2");
  await connection.query("COMMIT");
  connection.release();
  return first.balance + second.balance;
}

const amount = integer("amount", 10);
assume(amount > 0);
const [, seen] = concurrently(() => transfer(amount), audit);
invariant("the audit sees all the money", () => seen === 100);
