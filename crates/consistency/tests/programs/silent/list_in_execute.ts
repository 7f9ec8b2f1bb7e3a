// execute does not write lists out.
// mysql:repeatable-read ? (✗ in truth)
import mysql from "mysql2/promise";
const pool = mysql.createPool({});
import { concurrently, invariant, table } from "@aplomb/consistency";
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 }, 2: { v: 1 } } });
async function run() {
  await pool.execute("UPDATE t SET v = 0 WHERE id IN (?)", [[1, 2]]);
}
concurrently(run);
invariant("as said", () => t.read(1)!.v === 0 && t.read(2)!.v === 0);
