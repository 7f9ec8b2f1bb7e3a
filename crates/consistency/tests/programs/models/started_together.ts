// ✓✓✓✓✗✗✓✗✗✗✗✗✗ one client starts two transactions at once: they are concurrent
// postgres:read-committed ✗
// postgres:repeatable-read ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const acc = table("acc", { n: 0 }, { rows: { 1: { n: 0 } } });
async function add() { const c = await pool.connect(); await c.query("BEGIN"); const r = await c.query("SELECT n FROM acc WHERE id = 1"); await c.query("UPDATE acc SET n = $1 WHERE id = 1", [r.rows[0].n + 1]); await c.query("COMMIT"); }
concurrently(async () => { await Promise.all([add(), add()]); });
invariant("two", () => acc.read(1)!.n === 2);
