// a transfer that locks both accounts
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool, PoolClient } from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 60 }, 2: { balance: 40 } } });

async function balance(client: PoolClient, id: number): Promise<number> {
  const { rows } = await client.query("SELECT balance FROM accounts WHERE id = $1 FOR UPDATE", [id]);
  return rows[0].balance;
}

async function transfer(from: number, to: number, amount: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    // Always in the same order, so that transfers cannot wait for each other.
    const first = await balance(client, 1);
    const second = await balance(client, 2);
    const available = from === 1 ? first : second;
    if (available < amount) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("UPDATE accounts SET balance = balance - $1 WHERE id = $2", [amount, from]);
    await client.query("UPDATE accounts SET balance = balance + $1 WHERE id = $2", [amount, to]);
    await client.query("COMMIT");
    return true;
  } finally {
    client.release();
  }
}

const [a, b] = [integer("a", 50), integer("b", 30)];
assume(a > 0 && b > 0);
concurrently(() => transfer(1, 2, a), () => transfer(1, 2, b));
invariant("no money is lost and no account overdrawn", () => {
  const [first, second] = [accounts.read(1)!.balance, accounts.read(2)!.balance];
  return first + second === 100 && first >= 0 && second >= 0;
});
