// An UPDATE of all rows changes one that is newer than the snapshot, which is counted from then on (the example of the MySQL manual).
// mysql:repeatable-read ✗ (seen on MariaDB 10.11, innodb_snapshot_isolation=OFF)
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({ host: "localhost", database: "t" });
async function watch() {
  const c = await pool.getConnection();
  await c.beginTransaction();
  const [[x]] = await c.execute("SELECT COUNT(*) AS a FROM items WHERE v = 0");
  await c.execute("UPDATE items SET n = n + 1 WHERE v = 0");
  const [[y]] = await c.execute("SELECT COUNT(*) AS a FROM items WHERE v = 0");
  await c.commit();
  c.release();
  return y.a - x.a;
}
const items = table("items", { v: 0, n: 0 }, { rows: [1, 2] });
const [d] = await concurrently(() => watch(), () => pool.execute("INSERT INTO items (id, v, n) VALUES (3, 0, 0)"));
invariant("repeatable", () => d === 0);
