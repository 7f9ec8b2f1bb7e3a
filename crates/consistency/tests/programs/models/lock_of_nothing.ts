// ✓✗✗✓✗✗✗✗✗✓✗✗✗ a lock of a missing row locks nothing, except where gaps are locked
// postgres:read-committed ✗
// mysql:repeatable-read ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { v: 0 }, { rows: {} }); const log = table("log", { v: 0 }, { rows: { 1: { v: 0 } } });
async function check() { const c = await pool.connect(); await c.query("BEGIN");
  const r = await c.query("SELECT v FROM t WHERE id = 1 FOR UPDATE");
  if (r.rows.length === 0) await c.query("UPDATE log SET v = 1 WHERE id = 1");
  await c.query("COMMIT"); }
async function add() { const c = await pool.connect(); await c.query("BEGIN");
  const r = await c.query("SELECT v FROM log WHERE id = 1 FOR UPDATE");
  if (r.rows[0].v === 0) await c.query("INSERT INTO t (id, v) VALUES (1, 5)");
  await c.query("COMMIT"); }
concurrently(check, add);
invariant("not both", () => !(t.read(1) !== null && log.read(1)!.v === 1));
