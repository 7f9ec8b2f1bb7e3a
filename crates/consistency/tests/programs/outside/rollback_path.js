// Deduct first, look at the result, and roll back if it is too much.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();

async function withdraw(account, amount) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query(
      "UPDATE accounts SET balance = balance - $1 WHERE id = $2 RETURNING balance",
      [amount, account],
    );
    if (rows[0].balance < 0) {
      await client.query("ROLLBACK");
      return 0;
    }
    await client.query("COMMIT");
    return amount;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const accounts = table("accounts", { balance: 100 }, { rows: ["a"] });

const first = integer("first", 70);
const second = integer("second", 80);
assume(first > 0 && second > 0);

const [one, two] = await concurrently(() => withdraw("a", first), () => withdraw("a", second));

invariant("not overdrawn", () => accounts.read("a").balance >= 0);
invariant("what was paid out is missing", () => accounts.read("a").balance === 100 - one - two);
