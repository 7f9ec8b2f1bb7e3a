// Who overdraws is refused by the CHECK of the table, and told.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const accounts = table(
  "accounts",
  { balance: 0 },
  { rows: { 1: { balance: 100 } }, check: (row: { balance: number }) => row.balance >= 0 },
);

async function pay(amount: number): Promise<boolean> {
  try {
    await pool.query("UPDATE accounts SET balance = balance - $1 WHERE id = 1", [amount]);
    return true;
  } catch (error: any) {
    if (error.code === "23514") return false;
    throw error;
  }
}

const [ada, bob] = concurrently(() => pay(70), () => pay(60));
invariant("one of them is refused", () => ada !== bob);
