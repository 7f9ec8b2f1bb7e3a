// Two deposits lock the row with SELECT ... FOR UPDATE before they compute in JavaScript (pg).
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool({ connectionString: process.env.DATABASE_URL });

async function deposit(id: number, amount: number): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT balance FROM accounts WHERE id = $1 FOR UPDATE", [id]);
    const balance = rows[0].balance + amount;
    await client.query("UPDATE accounts SET balance = $1 WHERE id = $2", [balance, id]);
    await client.query("COMMIT");
    return balance;
  } catch (err) {
    await client.query("ROLLBACK");
    throw err;
  } finally {
    client.release();
  }
}

const accounts = table<number, { balance: number }>(
  "accounts",
  { balance: 0 },
  { key: "id", rows: { 1: { balance: 100 } } },
);
const first = integer("first", 10);
const second = integer("second", 25);
assume(first > 0 && second > 0);

invariant("no deposit is lost", () => accounts.read(1)!.balance === 100 + first + second);

concurrently(() => deposit(1, first), () => deposit(1, second));
