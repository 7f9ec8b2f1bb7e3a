// A payment comes twice from the provider: it is stored once, and counted once.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const payments = table("payments", { amount: 0 }, { rows: [] });
const customers = table("customers", { paid: 0 }, { rows: { 1: { paid: 0 } } });

async function receive(payment: number, amount: number) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const stored = await client.query(
      "INSERT INTO payments (id, amount) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
      [payment, amount],
    );
    if (stored.rowCount === 1) {
      await client.query("UPDATE customers SET paid = paid + $1 WHERE id = 1", [amount]);
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

concurrently(() => receive(5, 30), () => receive(5, 30));
invariant("it is counted once", () => customers.read(1).paid === 30);
