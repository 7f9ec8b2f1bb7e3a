// ✓✓✓✓✗✗✓✗✓✓✗✗✗ writes first, looks at what came of it, and rolls back
// postgres:read-committed ✓
import { Pool } from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const acc = table("acc", { balance: 0 }, { rows: { 1: { balance: 100 } } });
async function pay(amount: number) {
  const c = await pool.connect(); await c.query("BEGIN");
  const r = await c.query("UPDATE acc SET balance = balance - $1 WHERE id = 1 RETURNING balance", [amount]);
  if (r.rows[0].balance < 0) { await c.query("ROLLBACK"); return false; }
  await c.query("COMMIT"); return true; }
const [x, y] = [integer("x"), integer("y")]; assume(x > 0 && y > 0);
const [a, b] = concurrently(() => pay(x), () => pay(y));
invariant("not overdrawn and exact", () => acc.read(1)!.balance >= 0 && acc.read(1)!.balance === 100 - (a ? x : 0) - (b ? y : 0));
