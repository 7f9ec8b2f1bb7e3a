// An order is placed while its customer is deleted; a foreign key refuses one of the two, and both catch it (mysql2).
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool(process.env.MYSQL_URL!);

async function placeOrder(customer: number): Promise<boolean> {
  try {
    await pool.query("INSERT INTO orders (customer_id) VALUES (?)", [customer]);
    return true;
  } catch (err: any) {
    if (err.code === "ER_NO_REFERENCED_ROW_2") return false;
    throw err;
  }
}

async function removeCustomer(customer: number): Promise<boolean> {
  try {
    await pool.query("DELETE FROM customers WHERE id = ?", [customer]);
    return true;
  } catch (err: any) {
    if (err.code === "ER_ROW_IS_REFERENCED_2") return false;
    throw err;
  }
}

const customers = table<number, { name: string }>("customers", { name: "" }, { key: "id", rows: { 7: { name: "Ada" } } });
const orders = table<number, { customer_id: number }>("orders", { customer_id: 0 }, { key: "id", rows: {} });

const [placed, removed] = concurrently(() => placeOrder(7), () => removeCustomer(7));

invariant("one of them is refused", () => placed !== removed);
invariant("no order without a customer", () =>
  customers.read(7) !== null || orders.count((order) => order.customer_id === 7) === 0);
