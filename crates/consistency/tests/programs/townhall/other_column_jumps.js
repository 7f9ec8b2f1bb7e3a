// An UPDATE of one column makes the whole row the transaction's own: the other column jumps.
// mysql:repeatable-read ✗ (seen on MariaDB 10.11, innodb_snapshot_isolation=OFF)
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({ host: "localhost", database: "t" });
async function watch() {
  const c = await pool.getConnection();
  await c.beginTransaction();
  const [x] = await c.execute("SELECT v FROM items WHERE id = 1");
  await c.execute("UPDATE items SET n = n + 1 WHERE id = 1");
  const [y] = await c.execute("SELECT v FROM items WHERE id = 1");
  await c.commit();
  c.release();
  return y[0].v - x[0].v;
}
const items = table("items", { v: 0, n: 0 }, { rows: [1] });
const [d] = await concurrently(() => watch(), () => pool.execute("UPDATE items SET v = 7 WHERE id = 1"));
invariant("repeatable", () => d === 0);
