// A truth value of MySQL is a number for mysql2: it is never `true` itself.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✗
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const t = table("t", { active: true, v: 0 }, { rows: { 1: { active: true, v: 0 } } });
async function run() {
  const [rows] = await pool.query("SELECT active FROM t WHERE id = 1");
  if (rows[0].active === true) await pool.query("UPDATE t SET v = 1 WHERE id = 1");
}
concurrently(run);
invariant("done", () => t.read(1).v === 1);
