// ✓✓✓✓✗✗✓✗✓✓✗✗✗ a seat is taken if its holder is null, in one statement
// postgres:read-committed ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = new Pool();
const seats = table("seats", { holder: nullable(integer) }, { rows: { 1: { holder: null } } });
async function take(who: number) { const r = await pool.query("UPDATE seats SET holder = $1 WHERE id = 1 AND holder IS NULL", [who]); return r.rowCount === 1; }
const [a, b] = concurrently(() => take(1), () => take(2));
invariant("one holder", () => !(a && b));
