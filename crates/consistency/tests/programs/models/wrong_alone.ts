// ✗✗✗✗✗✗✗✗✗✗✗✗✗ wrong even alone
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 1 } } });
async function run() { await pool.query("UPDATE t SET n = n - 2 WHERE id = 1"); }
concurrently(run);
invariant("not negative", () => t.read(1)!.n >= 0);
