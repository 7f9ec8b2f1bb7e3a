// Keys of MySQL are unsigned as a rule, and so are the columns that hold them.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const orders = table("orders", { total: 0 }, { rows: { 1: { total: 3 } } });
const lines = table("lines", { order_id: 0, amount: 0 }, { rows: { 5: { order_id: 1, amount: 3 } } });
async function add(id) {
  await pool.query("INSERT INTO `lines` (id, order_id, amount) VALUES (?, 1, 2)", [id]);
}
concurrently(() => add(6), () => add(7));
invariant("both are there", () => lines.count((line) => line.order_id === 1) === 3);
