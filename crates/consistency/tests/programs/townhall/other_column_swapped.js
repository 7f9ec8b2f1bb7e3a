// An UPDATE reads one column and sets another: the row is current from then on.
// mysql:repeatable-read ✗ (seen on MariaDB 10.11, innodb_snapshot_isolation=OFF)
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({ host: "localhost", database: "t" });
async function watch() {
  const c = await pool.getConnection();
  await c.beginTransaction();
  const [[x]] = await c.execute("SELECT v AS a FROM items WHERE id = 1");
  await c.execute("UPDATE items SET n = v WHERE id = 1");
  const [[y]] = await c.execute("SELECT v AS a FROM items WHERE id = 1");
  await c.commit();
  c.release();
  return y.a - x.a;
}
const items = table("items", { v: 0, n: 0 }, { rows: [1, 2] });
const [d] = await concurrently(() => watch(), () => pool.execute("UPDATE items SET v = 1 WHERE id = 1"));
invariant("repeatable", () => d === 0);
