// The total of an order is computed from its lines whenever one is added.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { assume, concurrently, integer, invariant, table, text } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "shop" });

async function addLine(order, line, cents) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    await connection.execute("INSERT INTO order_lines (id, order_id, cents) VALUES (?, ?, ?)", [line, order, cents]);
    const [rows] = await connection.execute(
      "SELECT SUM(cents) AS total FROM order_lines WHERE order_id = ?",
      [order],
    );
    await connection.execute("UPDATE orders SET total = ? WHERE id = ?", [rows[0].total, order]);
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const orders = table("orders", { total: 0 }, { rows: ["o1"] });
const lines = table("order_lines", { order_id: text, cents: integer }, { rows: [] });

const first = integer("first", 10);
const second = integer("second", 20);
assume(first > 0 && second > 0);

invariant("the total is the sum of the lines", () => orders.read("o1").total === lines.sum((line) => line.cents));

concurrently(() => addLine("o1", "l1", first), () => addLine("o1", "l2", second));
