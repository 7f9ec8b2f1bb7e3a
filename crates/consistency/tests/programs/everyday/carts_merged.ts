// After a login the guest's cart is added to one's own; the button is pressed twice.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const guests = table("guest_items", { quantity: 0 }, { rows: { 1: { quantity: 3 } } });
const items = table("items", { quantity: 0 }, { rows: [] });

async function merge() {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const found = await client.query("SELECT quantity FROM guest_items WHERE id = 1");
    if (found.rows.length > 0) {
      await client.query(
        "INSERT INTO items (id, quantity) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET quantity = items.quantity + EXCLUDED.quantity",
        [found.rows[0].quantity],
      );
      await client.query("DELETE FROM guest_items WHERE id = 1");
    }
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

concurrently(merge, merge);
invariant("everything is there once", () => items.read(1)!.quantity === 3);
