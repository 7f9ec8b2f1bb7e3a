// Transfers between accounts: the source is locked before it is looked at.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();

async function transfer(from: string, to: string, amount: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT balance FROM accounts WHERE id = $1 FOR UPDATE", [from]);
    if (rows[0].balance >= amount) {
      await client.query("UPDATE accounts SET balance = balance - $1 WHERE id = $2", [amount, from]);
      await client.query("UPDATE accounts SET balance = balance + $1 WHERE id = $2", [amount, to]);
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const accounts = table("accounts", { balance: 100 }, { rows: ["a", "b", "c"] });

const first = integer("first", 70);
const second = integer("second", 80);
assume(first > 0 && second > 0);

invariant("nobody is overdrawn", () => accounts.read("a").balance >= 0);
invariant(
  "money is neither made nor lost",
  () => accounts.read("a").balance + accounts.read("b").balance + accounts.read("c").balance === 300,
);

concurrently(() => transfer("a", "b", first), () => transfer("a", "c", second));
