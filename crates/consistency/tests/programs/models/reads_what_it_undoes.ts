// ✓✓✓✓✓✓✓✓✓✓✓✓✗ a transaction sees its own writes before it is rolled back; single operations are no transaction
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const counters = table("counters", { n: 0 }, { rows: { 1: { n: 0 } } });
async function look() {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE counters SET n = 7 WHERE id = 1");
  const found = await client.query("SELECT n FROM counters WHERE id = 1");
  await client.query("ROLLBACK");
  return found.rows[0].n;
}
const [seen] = concurrently(look);
invariant("it saw what it wrote, and nobody else does", () => seen === 7 && counters.read(1)!.n === 0);
