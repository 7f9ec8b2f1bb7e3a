// ✓✓✓✓✗✗✓✗✓✓✗✗✗ NOT of an unknown condition does not hold
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { x: nullable(integer), hits: 0 }, { rows: { 1: { x: null, hits: 0 }, 2: { x: 5, hits: 0 } } });
async function mark() { await pool.query("UPDATE t SET hits = hits + 1 WHERE NOT (x = 1)"); }
concurrently(mark, mark);
invariant("only the known", () => t.read(1)!.hits === 0 && t.read(2)!.hits === 2);
