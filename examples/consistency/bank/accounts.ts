// The application's own code: node-postgres, nothing of Aplomb.
import { Pool } from "pg";

const pool = new Pool();

/** Withdraws if the customer's accounts together have enough. */
export async function withdraw(account: number, amount: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query(
      "SELECT COALESCE(SUM(balance), 0) AS total FROM accounts WHERE customer = $1",
      [7],
    );
    const covered = rows[0].total >= amount;
    if (covered) {
      await client.query("UPDATE accounts SET balance = balance - $1 WHERE id = $2", [amount, account]);
    }
    await client.query("COMMIT");
    return covered;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
