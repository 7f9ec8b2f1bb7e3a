// ✓✓✓✓✗✗✓✗✓✓✗✗✗ an upsert that counts
// postgres:read-committed ✓
// mysql:repeatable-read ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const hits = table("hits", { n: 0 }, { rows: {} });
async function hit() { await pool.query("INSERT INTO hits (id, n) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET n = hits.n + 1"); }
concurrently(hit, hit);
invariant("both counted", () => hits.read(1) !== null && hits.read(1)!.n === 2);
