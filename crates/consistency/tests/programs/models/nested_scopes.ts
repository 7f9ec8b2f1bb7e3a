// ✓✗✗✓✗✗✗✗✗✗✗✗✗ the newest row is closed, found by a subquery over the same table
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const months = table("months", { open: true }, { rows: { 1: { open: true } } });
async function close() {
  await pool.query("UPDATE months SET open = false WHERE id = (SELECT MAX(id) FROM months)");
}
async function start() {
  const client = await pool.connect();
  await client.query("BEGIN");
  const found = await client.query("SELECT open FROM months WHERE id = (SELECT MAX(m.id) FROM months m)");
  if (found.rows.length > 0 && found.rows[0].open) {
    await client.query("INSERT INTO months (id, open) VALUES (2, true)");
  }
  await client.query("COMMIT");
}
concurrently(close, start);
invariant("the first is open if there is a second that is", () =>
  !(months.read(2)?.open && !months.read(1)!.open));
