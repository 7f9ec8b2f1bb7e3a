// ✓✗✗✓✗✗✗✗✗✓✗✗✗ a lock of what matches keeps nobody from adding a match, except where gaps are locked
// postgres:read-committed ✗
// mysql:repeatable-read ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { kind: 0 }, { rows: {} });
async function add(id: number) { const c = await pool.connect();
  await c.query("BEGIN");
  const r = await c.query("SELECT id FROM t WHERE kind = 1 FOR UPDATE");
  if (r.rows.length === 0) await c.query("INSERT INTO t (id, kind) VALUES ($1, 1)", [id]);
  await c.query("COMMIT"); }
concurrently(() => add(1), () => add(2));
invariant("one", () => t.count((r) => r.kind === 1) <= 1);
