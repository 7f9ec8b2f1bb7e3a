// ✓✗✗✓✗✗✗✗✗✗✗✗✗ a decision by a join, and write skew
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const accounts = table("accounts", { owner: 0, n: 0 }, { rows: { 1: { owner: 1, n: 5 }, 2: { owner: 1, n: 5 } } });
const owners = table("owners", { blocked: false }, { rows: { 1: { blocked: false } } });
async function pay() { const c = await pool.connect(); await c.query("BEGIN");
  const r = await c.query("SELECT a.n, o.blocked FROM accounts a JOIN owners o ON o.id = a.owner WHERE a.id = 1");
  if (!r.rows[0].blocked && r.rows[0].n >= 5) await c.query("UPDATE accounts SET n = n - 5 WHERE id = 1");
  await c.query("COMMIT"); }
async function block() { const c = await pool.connect(); await c.query("BEGIN");
  const r = await c.query("SELECT n FROM accounts WHERE id = 1");
  if (r.rows[0].n === 5) await c.query("UPDATE owners SET blocked = true WHERE id = 1"); await c.query("COMMIT"); }
concurrently(pay, block);
invariant("not both", () => !(owners.read(1)!.blocked && accounts.read(1)!.n === 0));
