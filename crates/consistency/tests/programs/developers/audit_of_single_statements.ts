// The transfer is no transaction: the auditor may come in between, at any level.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✗
import { Pool } from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 60 }, 2: { balance: 40 } } });

async function transfer(amount: number) {
  await pool.query("UPDATE accounts SET balance = balance - $1 WHERE id = 1", [amount]);
  await pool.query("UPDATE accounts SET balance = balance + $1 WHERE id = 2", [amount]);
}

async function audit(): Promise<number> {
  const { rows } = await pool.query("SELECT SUM(balance)::int AS total FROM accounts");
  return rows[0].total;
}

const amount = integer("amount", 10);
assume(amount > 0);
const [, seen] = concurrently(() => transfer(amount), audit);
invariant("the audit sees all the money", () => seen === 100);
