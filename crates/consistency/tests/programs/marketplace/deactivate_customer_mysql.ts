// Orders need an active customer (FOR SHARE); deactivation updates first, then counts the orders (mysql2).
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
// (At REPEATABLE READ the snapshot begins with the count, after the lock was granted.)
import mysql, { RowDataPacket } from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool(process.env.MYSQL_URL!);

async function placeOrder(customer: number): Promise<boolean> {
  const conn = await pool.getConnection();
  try {
    await conn.beginTransaction();
    const [rows] = await conn.execute<RowDataPacket[]>(
      "SELECT active FROM customers WHERE id = ? FOR SHARE",
      [customer],
    );
    if (rows[0].active !== 1) {
      await conn.rollback();
      return false;
    }
    await conn.execute("INSERT INTO orders (customer_id) VALUES (?)", [customer]);
    await conn.commit();
    return true;
  } catch (err) {
    await conn.rollback();
    throw err;
  } finally {
    conn.release();
  }
}

async function deactivate(customer: number): Promise<boolean> {
  const conn = await pool.getConnection();
  try {
    await conn.beginTransaction();
    await conn.execute("UPDATE customers SET active = 0 WHERE id = ?", [customer]);
    const [rows] = await conn.execute<RowDataPacket[]>(
      "SELECT COUNT(*) AS n FROM orders WHERE customer_id = ?",
      [customer],
    );
    if (rows[0].n > 0) {
      await conn.rollback();
      return false;
    }
    await conn.commit();
    return true;
  } catch (err) {
    await conn.rollback();
    throw err;
  } finally {
    conn.release();
  }
}

const customers = table<number, { active: number }>(
  "customers",
  { active: 1 },
  { key: "id", rows: { 7: { active: 1 } } },
);
const orders = table<number, { customer_id: number }>("orders", { customer_id: 0 }, { key: "id", rows: {} });

invariant("who has orders is active", () =>
  customers.read(7)!.active === 1 || orders.count((order) => order.customer_id === 7) === 0);

concurrently(() => placeOrder(7), () => deactivate(7));
