// The row is looked at again when its lock is there, the sum is not.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 60 }, 2: { balance: 40 } } });
async function withdraw(amount: number) {
  const sql = "UPDATE accounts SET balance = balance - $1 WHERE id = 1 AND (SELECT SUM(balance) FROM accounts) >= $1";
  await pool.query(sql, [amount]);
}
concurrently(() => withdraw(70), () => withdraw(60));
invariant("not overdrawn", () => accounts.read(1)!.balance + accounts.read(2)!.balance >= 0);
