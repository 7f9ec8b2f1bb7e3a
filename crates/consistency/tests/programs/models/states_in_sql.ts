// ✓✓✓✓✗✗✓✗✗✗✗✗✗ a state that changes once, decided by the application
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const t = table("orders", { state: "new" }, { rows: { 7: { state: "new" } } });
async function move(to: string) { const c = await pool.connect();
  await c.query("BEGIN");
  const r = await c.query("SELECT state FROM orders WHERE id = $1", [7]);
  if (r.rows[0].state !== "new") { await c.query("ROLLBACK");
  return false; } await c.query("UPDATE orders SET state = $1 WHERE id = $2", [to, 7]);
  await c.query("COMMIT");
  return true; }
const [a, b] = concurrently(() => move("paid"), () => move("void"));
invariant("one", () => !(a && b));
