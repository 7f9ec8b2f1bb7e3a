// The CHECK refuses an overdraft; the application catches 23514.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function pay(wallet: number, amount: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE wallets SET balance = balance - $1 WHERE id = $2", [amount, wallet]);
    await client.query("COMMIT");
    return true;
  } catch (error: any) {
    await client.query("ROLLBACK");
    if (error.code === "23514") return false;
    throw error;
  } finally {
    client.release();
  }
}

const wallets = table<number, { balance: number }>("wallets", { balance: 0 }, { rows: { 1: { balance: 100 } } });

const first = integer("first", 70);
const second = integer("second", 80);
assume(first > 0 && second > 0);

const [one, other] = concurrently(() => pay(1, first), () => pay(1, second));

invariant("what was paid is gone, and nothing else", () =>
  wallets.read(1)!.balance === 100 - (one ? first : 0) - (other ? second : 0));
invariant("not overdrawn", () => wallets.read(1)!.balance >= 0);
