// ✓✓✓✓✓✓✓✓✓✓✓✓✓ accounts that may be the same, of any balance
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table<number, { n: number }>("t", { n: integer }, { where: (r) => r.n >= 0 });
const [i, j] = [integer("i", 1), integer("j", 2)];
async function take(id: number, a: number) { await pool.query("UPDATE t SET n = n - $1 WHERE id = $2 AND n >= $1", [a, id]); }
concurrently(() => take(i, integer("a", 1)), () => take(j, integer("b", 1)));
invariant("not negative", () => t.read(i).n >= 0 && t.read(j).n >= 0);
