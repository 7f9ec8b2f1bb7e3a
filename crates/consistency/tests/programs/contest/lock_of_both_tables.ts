// Both tables are locked.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const orders = table("orders", { open: 1 }, { rows: { 1: { open: 1 } } });
const lines = table("lines", { order_id: 1, amount: 0 }, { rows: { 5: { order_id: 1, amount: 3 } } });
async function add() {
  const client = await pool.connect();
  await client.query("BEGIN");
  const { rows } = await client.query(
    "SELECT l.amount FROM orders o JOIN lines l ON l.order_id = o.id WHERE o.id = 1 FOR UPDATE");
  await client.query("UPDATE lines SET amount = $1 WHERE id = 5", [rows[0].amount + 1]);
  await client.query("COMMIT");
}
concurrently(add, add);
invariant("both count", () => lines.read(5)!.amount === 5);
