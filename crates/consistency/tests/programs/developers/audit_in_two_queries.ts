// An auditor adds up two accounts with two queries of one transaction.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 60 }, 2: { balance: 40 } } });

async function transfer(amount: number) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE accounts SET balance = balance - $1 WHERE id = 1", [amount]);
    await client.query("UPDATE accounts SET balance = balance + $1 WHERE id = 2", [amount]);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

async function audit(): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const first = await client.query("SELECT balance FROM accounts WHERE id = 1");
    const second = await client.query("SELECT balance FROM accounts WHERE id = 2");
    await client.query("COMMIT");
    return first.rows[0].balance + second.rows[0].balance;
  } finally {
    client.release();
  }
}

const amount = integer("amount", 10);
assume(amount > 0);
const [, seen] = concurrently(() => transfer(amount), audit);
invariant("the audit sees all the money", () => seen === 100);
