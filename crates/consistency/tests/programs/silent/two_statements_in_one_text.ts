// mysql2 refuses a text with two statements unless `multipleStatements` is set.
// mysql:repeatable-read ? (✗ in truth)
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 } } });
async function run() {
  await pool.query("UPDATE t SET v = v + 1 WHERE id = 1; UPDATE t SET v = v + 1 WHERE id = 1");
}
concurrently(run);
invariant("as said", () => t.read(1)!.v === 3);
