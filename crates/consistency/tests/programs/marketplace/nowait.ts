// SELECT ... FOR UPDATE NOWAIT; whoever does not get the lock is told to come back (pg).
// postgres:read-committed ? (✓ in truth)
// postgres:repeatable-read ? (✓ in truth)
// postgres:serializable ? (✓ in truth)
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function charge(id: number, amount: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT balance FROM accounts WHERE id = $1 FOR UPDATE NOWAIT", [id]);
    await client.query("UPDATE accounts SET balance = $1 WHERE id = $2", [rows[0].balance - amount, id]);
    await client.query("COMMIT");
    return true;
  } catch (err: any) {
    await client.query("ROLLBACK");
    if (err.code === "55P03") return false;
    throw err;
  } finally {
    client.release();
  }
}

const accounts = table<number, { balance: number }>("accounts", { balance: 0 }, { key: "id", rows: { 1: { balance: 100 } } });
const first = integer("first", 10);
const second = integer("second", 20);

const [one, other] = concurrently(() => charge(1, first), () => charge(1, second));

invariant("what was confirmed was charged", () =>
  accounts.read(1)!.balance === 100 - (one ? first : 0) - (other ? second : 0));
