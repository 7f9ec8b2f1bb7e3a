// BEGIN ISOLATION LEVEL SERIALIZABLE in the code, with a retry loop on 40001 (pg).
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
// (The level of the transaction overrides the default of the server.)
import { Pool, PoolClient } from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function serializable<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    for (let attempt = 1; attempt <= 5; attempt++) {
      try {
        await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
        const result = await work(client);
        await client.query("COMMIT");
        return result;
      } catch (err: any) {
        await client.query("ROLLBACK");
        if (err.code !== "40001" || attempt === 5) throw err;
      }
    }
    throw new Error("unreachable");
  } finally {
    client.release();
  }
}

async function withdraw(account: number, amount: number): Promise<boolean> {
  return serializable(async (client) => {
    const { rows } = await client.query("SELECT SUM(balance) AS total FROM accounts WHERE customer = $1", [7]);
    if (rows[0].total < amount) return false;
    await client.query("UPDATE accounts SET balance = balance - $1 WHERE id = $2", [amount, account]);
    return true;
  });
}

const accounts = table<number, { customer: number; balance: number }>(
  "accounts",
  { customer: 0, balance: 0 },
  { key: "id", rows: { 1: { customer: 7, balance: 60 }, 2: { customer: 7, balance: 40 } } },
);
const first = integer("first", 70);
const second = integer("second", 80);
assume(first > 0 && second > 0);

invariant("not overdrawn together", () => accounts.read(1)!.balance + accounts.read(2)!.balance >= 0);

concurrently(() => withdraw(1, first), () => withdraw(2, second));
