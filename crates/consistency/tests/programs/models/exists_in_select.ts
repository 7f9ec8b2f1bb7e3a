// ✓✗✗✓✗✗✗✗✗✗✗✗✗ write skew by EXISTS
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const a = table("a", { v: 0 }, { rows: {} });
  const b = table("b", { v: 0 }, { rows: {} });
async function putA() { const c = await pool.connect();
  await c.query("BEGIN");
  const r = await c.query("SELECT EXISTS (SELECT 1 FROM b) AS there");
  if (!r.rows[0].there) await c.query("INSERT INTO a (id, v) VALUES (1, 1)");
  await c.query("COMMIT"); }
async function putB() { const c = await pool.connect();
  await c.query("BEGIN");
  const r = await c.query("SELECT EXISTS (SELECT 1 FROM a) AS there");
  if (!r.rows[0].there) await c.query("INSERT INTO b (id, v) VALUES (1, 1)");
  await c.query("COMMIT"); }
concurrently(putA, putB);
invariant("not both", () => !(a.exists() && b.exists()));
