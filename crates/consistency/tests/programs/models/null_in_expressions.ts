// ✓✓✓✓✓✓✓✓✓✓✓✓✓ null in CASE, COALESCE and arithmetic
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { x: nullable(integer), y: 0 }, { rows: { 1: { x: null, y: 3 } } });
async function run() { await pool.query("UPDATE t SET y = CASE WHEN x + 1 > 0 THEN 1 WHEN x IS NULL THEN COALESCE(x, y) + 10 ELSE 2 END WHERE id = 1"); }
concurrently(run);
invariant("13", () => t.read(1)!.y === 13);
