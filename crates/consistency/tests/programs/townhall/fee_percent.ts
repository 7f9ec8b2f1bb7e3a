// A payment with a fee of three percent, rounded down. The payer is locked before the balance is read.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "bank" });

async function pay(payer: string, shop: string, amount: number): Promise<boolean> {
  const fee = Math.floor((amount * 3) / 100);
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT balance FROM accounts WHERE id = $1 FOR UPDATE", [payer]);
    if (rows[0].balance < amount + fee) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("UPDATE accounts SET balance = $1 WHERE id = $2", [rows[0].balance - amount - fee, payer]);
    await client.query("UPDATE accounts SET balance = balance + $1 WHERE id = $2", [amount, shop]);
    await client.query("UPDATE accounts SET balance = balance + $1 WHERE id = 'bank'", [fee]);
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const accounts = table("accounts", { balance: 0 }, {
  rows: { ann: { balance: 500 }, bakery: { balance: 0 }, butcher: { balance: 0 }, bank: { balance: 0 } },
});

const bread = integer("bread", 200);
const meat = integer("meat", 300);
assume(bread > 0 && meat > 0);

concurrently(() => pay("ann", "bakery", bread), () => pay("ann", "butcher", meat));

invariant("ann is not overdrawn", () => accounts.read("ann").balance >= 0);
invariant("fees and payments come from ann", () => accounts.sum((account) => account.balance) === 500);
