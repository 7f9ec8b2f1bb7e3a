// The second REPLACE finds the same values and changes nothing; the row is not in the snapshot.
// mysql:repeatable-read ✗ (seen on MariaDB 10.11, innodb_snapshot_isolation=OFF)
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = mysql.createPool({ host: "localhost", database: "t" });
async function go() {
  const c = await pool.getConnection();
  await c.beginTransaction();
  await c.execute("SELECT w FROM other WHERE id = 1");
  await c.execute("REPLACE INTO items (id, v) VALUES (1, 5)");
  const [rows] = await c.execute("SELECT v FROM items WHERE id = 1");
  await c.commit();
  c.release();
  return rows.length;
}
const other = table("other", { w: 1 }, { rows: [1] });
const items = table("items", { v: 0 }, { rows: [] });
const [a, b] = await concurrently(() => go(), () => go());
invariant("both see it", () => a === 1 && b === 1);
