// A lock that is taken outside of a transaction is gone at once.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✗
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function add() {
  const { rows } = await pool.query("SELECT v FROM t WHERE id = 1 FOR UPDATE");
  await pool.query("UPDATE t SET v = $1 WHERE id = 1", [rows[0].v + 1]);
}
concurrently(add, add);
invariant("both count", () => t.read(1)!.v === 2);
