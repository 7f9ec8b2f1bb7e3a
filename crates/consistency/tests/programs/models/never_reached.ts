// ✓✓✓✓✓✓✓✓✓✓✓✓✓ a statement that is never reached is one of the transaction around it
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const tasks = table("tasks", { done: 0 }, { rows: { 1: { done: 0 }, 2: { done: 1 } } });

async function look() {
  const client = await pool.connect();
  await client.query("BEGIN");
  const found = await client.query("SELECT COUNT(*)::int AS n FROM tasks WHERE done = 1");
  if (found.rows[0].n < 0) {
    await client.query("INSERT INTO tasks (id, done) VALUES (1, 1)");
  }
  await client.query("ROLLBACK");
  return found.rows[0].n;
}

async function clean() {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("DELETE FROM tasks WHERE done = 1");
  await client.query("COMMIT");
}

const [found] = concurrently(look, clean);
invariant("the task to do is there", () => tasks.read(1)!.done === 0 && found <= 1);
