// adding an item writes the total of the order
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const orders = table("orders", { total: 0 }, { rows: { 1: { total: 0 } } });
const items = table("items", { order_id: 0, price: 0 }, { rows: {} });

async function add(price: number) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("INSERT INTO items (order_id, price) VALUES (1, $1)", [price]);
    const { rows } = await client.query("SELECT SUM(price) AS total FROM items WHERE order_id = 1");
    await client.query("UPDATE orders SET total = $1 WHERE id = 1", [rows[0].total]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

concurrently(() => add(5), () => add(7));
invariant("the total is the sum", () => orders.read(1)!.total === items.sum((item) => item.price));
