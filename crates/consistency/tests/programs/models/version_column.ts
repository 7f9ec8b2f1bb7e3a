// ✓✓✓✓✗✗✓✗✓✓✗✗✗ optimistic locking with a version column
// postgres:read-committed ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

const docs = table("docs", { body: 0, version: 0 }, { rows: { 1: { body: 0, version: 0 } } });
async function edit(by: number) {
  const found = await pool.query("SELECT body, version FROM docs WHERE id = 1");
  const { body, version } = found.rows[0];
  const done = await pool.query(
    "UPDATE docs SET body = $1, version = version + 1 WHERE id = 1 AND version = $2", [body + by, version]);
  return done.rowCount === 1;
}
const [a, b] = concurrently(() => edit(1), () => edit(10));
invariant("nothing is lost", () => docs.read(1)!.body === (a ? 1 : 0) + (b ? 10 : 0));
