// A row is replaced by another one under its key. Who finds the key taken and does
// nothing holds no lock, so the row can be gone when it is looked at, and the new
// one is not seen by a statement that waited for the old one.
// postgres:read-committed ✗
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const stock = table("stock", { quantity: 0 }, { rows: { 1: { quantity: 5 } } });

async function replace() {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("DELETE FROM stock WHERE id = 1");
  await client.query("INSERT INTO stock (id, quantity) VALUES (1, 2)");
  await client.query("COMMIT");
}

async function look() {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("INSERT INTO stock (id, quantity) VALUES (1, 2) ON CONFLICT (id) DO NOTHING");
  const found = await client.query("SELECT quantity FROM stock WHERE id = 1 FOR UPDATE");
  await client.query("COMMIT");
  return found.rows.length;
}

const [, found] = concurrently(replace, look);
invariant("the row is there", () => found === 1);
