// ✓✗✗✓✗✗✗✗✗✗✗✗✗ the greatest number plus one, of rows that come
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("t", { no: 0 }, { rows: { 1: { no: 1 } } });
async function add(id: number) { const c = await pool.connect();
  await c.query("BEGIN");
  const r = await c.query("SELECT MAX(no) AS m FROM t");
  await c.query("INSERT INTO t (id, no) VALUES ($1, $2)", [id, r.rows[0].m + 1]);
  await c.query("COMMIT"); }
concurrently(() => add(2), () => add(3));
invariant("numbers differ", () => t.read(2)!.no !== t.read(3)!.no);
