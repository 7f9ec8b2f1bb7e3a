// Two transfers from one account; the new balance is computed by the application.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function transfer(from: number, to: number, amount: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT balance FROM accounts WHERE id = $1", [from]);
    if (rows[0].balance < amount) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("UPDATE accounts SET balance = $1 WHERE id = $2", [rows[0].balance - amount, from]);
    await client.query("UPDATE accounts SET balance = balance + $1 WHERE id = $2", [amount, to]);
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const accounts = table<number, { balance: number }>(
  "accounts",
  { balance: 0 },
  { rows: { 1: { balance: 100 }, 2: { balance: 0 } } },
);

const first = integer("first", 10);
const second = integer("second", 20);
assume(first > 0 && second > 0);

invariant("no money appears or disappears", () => accounts.read(1)!.balance + accounts.read(2)!.balance === 100);

concurrently(() => transfer(1, 2, first), () => transfer(1, 2, second));
