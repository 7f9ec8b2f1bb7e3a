// mysql2 counts rows that were found.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✗
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const jobs = table("jobs", { state: "new" }, { rows: { 1: { state: "new" } } });
async function finish() {
  const [result] = await pool.execute("UPDATE jobs SET state = 'done' WHERE id = 1");
  return result.affectedRows;
}
const [a, b] = concurrently(finish, finish);
invariant("one did it", () => a + b === 1);
