// ✓✗✗✗✗✗✗✗✗✓✗✗✗ an insert that fails is followed by an update, which must see the row
// postgres:read-committed ✓
// postgres:repeatable-read ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

const hits = table("hits", { n: 0 }, { rows: {} });
async function hit() {
  try {
    await pool.query("INSERT INTO hits (id, n) VALUES (1, 1)");
  } catch (error) {
    await pool.query("UPDATE hits SET n = n + 1 WHERE id = 1");
  }
}
concurrently(hit, hit);
invariant("both counted", () => hits.read(1)?.n === 2);
