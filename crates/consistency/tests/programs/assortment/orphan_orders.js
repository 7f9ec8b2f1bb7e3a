// No foreign key: the application checks by itself.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function inTransaction(work) {
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

const placeOrder = (order, customer) =>
  inTransaction(async (client) => {
    const found = await client.query("SELECT id FROM customers WHERE id = $1", [customer]);
    if (found.rows.length === 0) return false;
    await client.query("INSERT INTO orders (id, customer) VALUES ($1, $2)", [order, customer]);
    return true;
  });

const closeAccount = (customer) =>
  inTransaction(async (client) => {
    const { rows } = await client.query("SELECT COUNT(*) AS n FROM orders WHERE customer = $1", [customer]);
    if (Number(rows[0].n) > 0) return false;
    await client.query("DELETE FROM customers WHERE id = $1", [customer]);
    return true;
  });

const customers = table("customers", { city: 0 }, { rows: { 1: { city: 3 } } });
const orders = table("orders", { customer: 0 }, { rows: {} });

invariant("every order has its customer", () => orders.read(10) === null || customers.read(1) !== null);

concurrently(() => placeOrder(10, 1), () => closeAccount(1));
