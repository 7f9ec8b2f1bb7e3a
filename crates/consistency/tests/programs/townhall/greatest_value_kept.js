// GREATEST leaves the higher bid as it is; the row stays that of the snapshot.
// mysql:repeatable-read ✗ (seen on MariaDB 10.11, innodb_snapshot_isolation=OFF)
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = mysql.createPool({ host: "localhost", database: "t" });
async function go(v) {
  const c = await pool.getConnection();
  await c.beginTransaction();
  await c.execute("SELECT w FROM other WHERE id = 1");
  await c.execute("UPDATE items SET v = GREATEST(v, ?) WHERE id = 1", [v]);
  const [rows] = await c.execute("SELECT v FROM items WHERE id = 1");
  await c.commit();
  c.release();
  return rows[0].v;
}
const other = table("other", { w: 1 }, { rows: [1] });
const items = table("items", { v: 0 }, { rows: [1] });
const [a, b] = await concurrently(() => go(5), () => go(3));
invariant("it is set", () => a !== 0 && b !== 0);
