// A report compares the entries with the balance, in two statements.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 0 } } });
const entries = table("entries", { account: integer, amount: integer }, { rows: [] });

async function post(amount: number) {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("INSERT INTO entries (account, amount) VALUES (1, $1)", [amount]);
  await client.query("UPDATE accounts SET balance = balance + $1 WHERE id = 1", [amount]);
  await client.query("COMMIT");
  client.release();
}

async function report(): Promise<boolean> {
  const client = await pool.connect();
  await client.query("BEGIN");
  const sum = await client.query("SELECT COALESCE(SUM(amount), 0) AS total FROM entries WHERE account = 1");
  const account = await client.query("SELECT balance FROM accounts WHERE id = 1");
  await client.query("COMMIT");
  client.release();
  return Number(sum.rows[0].total) === account.rows[0].balance;
}

const [, balanced] = concurrently(() => post(30), report);
invariant("the report is balanced", () => balanced);
