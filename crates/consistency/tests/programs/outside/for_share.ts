// Nobody may order a product that is being discontinued: the product is locked FOR SHARE.
// postgres:read-committed ✓
// postgres:repeatable-read ✗
// postgres:serializable ✓
import pg from "pg";
import { concurrently, invariant, table, text } from "@aplomb/consistency";

const pool = new pg.Pool();

async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const place = (order: string, product: string) =>
  transaction(async (client) => {
    const { rows } = await client.query("SELECT active FROM products WHERE id = $1 FOR SHARE", [product]);
    if (rows[0].active) {
      await client.query("INSERT INTO orders (id, product_id, state) VALUES ($1, $2, 'open')", [order, product]);
    }
  });

const discontinue = (product: string) =>
  transaction(async (client) => {
    await client.query("UPDATE products SET active = FALSE WHERE id = $1", [product]);
    await client.query("UPDATE orders SET state = 'cancelled' WHERE product_id = $1", [product]);
  });

const products = table("products", { active: true }, { rows: ["lamp"] });
const orders = table("orders", { product_id: text, state: text }, { rows: [] });

invariant(
  "no open order of a product that is gone",
  () => products.read("lamp").active || !orders.exists((order) => order.state === "open"),
);

concurrently(() => place("o1", "lamp"), () => discontinue("lamp"));
