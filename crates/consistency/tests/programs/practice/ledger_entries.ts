// Double entry: every posting writes two entries and both balances.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 0 }, 2: { balance: 0 } } });
const entries = table("entries", { account: integer, amount: integer }, { rows: [] });

async function post(from: number, to: number, amount: number) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("INSERT INTO entries (account, amount) VALUES ($1, $2), ($3, $4)", [from, -amount, to, amount]);
    await client.query("UPDATE accounts SET balance = balance - $2 WHERE id = $1", [from, amount]);
    await client.query("UPDATE accounts SET balance = balance + $2 WHERE id = $1", [to, amount]);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

concurrently(() => post(1, 2, 30), () => post(2, 1, 10));
invariant("a balance is the sum of its entries", () => {
  return accounts.read(1)!.balance === entries.sum((it) => (it.account === 1 ? it.amount : 0));
});
invariant("entries cancel out", () => entries.sum((it) => it.amount) === 0);
