// EXISTS is a number for mysql2.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✗
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function run() {
  const [rows] = await pool.query("SELECT EXISTS (SELECT 1 FROM t WHERE v = 0) AS there");
  if (rows[0].there === true) await pool.query("UPDATE t SET v = 1 WHERE id = 1");
}
concurrently(run);
invariant("done", () => t.read(1).v === 1);
