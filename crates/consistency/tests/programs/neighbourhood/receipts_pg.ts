// A charge and its receipt; a duplicate receipt is caught and ignored, and then the transaction is committed (PostgreSQL).
// postgres:read-committed ✓ after 23505 the transaction has failed: COMMIT takes the charge back
// postgres:repeatable-read ✓ the same, after a 40001 of the charge
// postgres:serializable ✓
import pg from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();

const purses = table("purses", { balance: 0 }, { rows: { 1: { balance: 100 } } });
const receipts = table("receipts", { purse: 0 }, { rows: {} });

async function charge(request: number, purse: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE purses SET balance = balance - 10 WHERE id = $1", [purse]);
    try {
      await client.query("INSERT INTO receipts (id, purse) VALUES ($1, $2)", [request, purse]);
    } catch (error: any) {
      if (error.code !== "23505") throw error;
    }
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

invariant("every charge has a receipt", () =>
  purses.read(1).balance === 100 - 10 * receipts.count((r) => r.purse === 1));
invariant("charged once", () => purses.read(1).balance === 90);

concurrently(() => charge(7, 1), () => charge(7, 1));
