// The price is added to the total of the order in one statement.
// postgres:read-committed ✓
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
    await client.query("UPDATE orders SET total = total + $1 WHERE id = 1", [price]);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

const first = integer("first", 5);
const second = integer("second", 7);
concurrently(() => add(first), () => add(second));
invariant("the total is the sum", () => orders.read(1)!.total === items.sum((it) => it.price));
