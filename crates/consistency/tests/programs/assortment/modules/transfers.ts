import { Pool } from "pg";

const pool = new Pool({ connectionString: process.env.DATABASE_URL });

export async function transfer(from: number, to: number, amount: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const source = await client.query("SELECT balance FROM accounts WHERE id = $1 FOR UPDATE", [from]);
    const balance: number = source.rows[0].balance;
    if (balance < amount) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("UPDATE accounts SET balance = $1 WHERE id = $2", [balance - amount, from]);
    await client.query("UPDATE accounts SET balance = balance + $1 WHERE id = $2", [amount, to]);
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
