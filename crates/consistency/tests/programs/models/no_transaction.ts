// ✗✗✗✗✗✗✗✗✗✗✗✗✗ statements outside of transactions are transactions
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 0 } } });
async function add() { const r = await pool.query("SELECT n FROM t WHERE id = 1");
  await pool.query("UPDATE t SET n = $1 WHERE id = 1", [r.rows[0].n + 1]); }
concurrently(add, add);
invariant("two", () => t.read(1)!.n === 2);
