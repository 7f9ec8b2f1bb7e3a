// ✓✓✓✓✓✓✓✓✓✓✓✓✓ an update of all rows that match
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const acc = table("acc", { n: 0, kind: 0 }, { rows: { 1: { n: 5, kind: 1 }, 2: { n: 7, kind: 1 }, 3: { n: 9, kind: 2 } } });
async function zero() { await pool.query("UPDATE acc SET n = 0 WHERE kind = 1"); }
concurrently(zero);
invariant("nine", () => acc.sum((r) => r.n) === 9);
