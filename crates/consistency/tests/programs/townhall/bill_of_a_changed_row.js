// A price is read before and after the row of the item was changed in another column.
// mysql:repeatable-read ✗ (the second SELECT sees the new price, the first the old one)
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({ host: "localhost", database: "t" });
async function order() {
  const c = await pool.getConnection();
  await c.beginTransaction();
  const [[x]] = await c.execute("SELECT price FROM items WHERE id = 1");
  await c.execute("UPDATE items SET sold = sold + 1 WHERE id = 1");
  await c.execute("INSERT INTO bills (id, price) VALUES (1, ?)", [x.price]);
  const [[y]] = await c.execute("SELECT price FROM items WHERE id = 1");
  await c.execute("UPDATE books SET income = income + ? WHERE id = 1", [y.price]);
  await c.commit();
  c.release();
}
async function reprice(p) { await pool.execute("UPDATE items SET price = ? WHERE id = 1", [p]); }
const items = table("items", { price: 10, sold: 0 }, { rows: [1] });
const bills = table("bills", { price: 0 }, { rows: [] });
const books = table("books", { income: 0 }, { rows: [1] });
concurrently(() => order(), () => reprice(12));
invariant("the books show the bill", () => books.read(1).income === bills.read(1).price);
