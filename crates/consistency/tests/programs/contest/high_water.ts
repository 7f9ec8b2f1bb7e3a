// The highest of what was offered stays.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const marks = table("marks", { n: 0 }, { rows: [] });
async function offer(n: number) {
  const sql = "INSERT INTO marks (id, n) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET n = EXCLUDED.n WHERE marks.n < EXCLUDED.n";
  const { rowCount } = await pool.query(sql, [n]);
  return rowCount;
}
const [a] = concurrently(() => offer(7), () => offer(5));
invariant("the highest", () => marks.read(1)!.n === 7 && a === 1);
