// A subquery of an UPDATE sees the table as it was before the statement.
// postgres:read-committed ✗
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 }, 2: { v: 2 } } });
async function run() {
  await pool.query("UPDATE t SET v = (SELECT SUM(s.v) FROM t s)");
}
concurrently(run);
invariant("the second counts the first", () => t.read(1)!.v === 3 && t.read(2)!.v === 5);
