// The total of an order is summed up again whenever an item is added.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const orders = table("orders", { total: 0 }, { rows: { 1: { total: 0 } } });
const items = table("items", { order_id: integer, price: integer }, { rows: [] });

async function add(price: number) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("INSERT INTO items (order_id, price) VALUES (1, $1)", [price]);
    await client.query(
      "UPDATE orders SET total = (SELECT COALESCE(SUM(price), 0) FROM items WHERE order_id = 1) WHERE id = 1",
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

concurrently(() => add(5), () => add(7));
invariant("the total is the sum", () => orders.read(1)!.total === items.sum((it) => it.price));
