// ✓✓✓✓✓✓✓✓✓✓✓✓✓ an upsert with a condition
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { n: 0 }, { rows: { 1: { n: 4 } } });
async function put(v: number) { await pool.query("INSERT INTO t (id, n) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET n = excluded.n WHERE t.n < excluded.n", [v]); }
concurrently(() => put(integer("v", 9)));
invariant("max", () => t.read(1)!.n >= 4);
