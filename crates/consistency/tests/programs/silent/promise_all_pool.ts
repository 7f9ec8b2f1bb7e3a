// A pool executes what it is sent on several connections at once.
// postgres:read-committed ✗
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function run() {
  const [, r] = await Promise.all([pool.query("UPDATE t SET v = v + 1 WHERE id = 1"), pool.query("SELECT v FROM t WHERE id = 1")]);
  return r.rows[0].v;
}
const [seen] = concurrently(run);
invariant("in turn", () => seen === 1);
