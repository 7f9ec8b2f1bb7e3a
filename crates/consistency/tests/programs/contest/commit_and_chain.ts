// COMMIT AND CHAIN begins another transaction, and what comes next is rolled back.
// postgres:read-committed ? (✗ in truth)
// postgres:repeatable-read ? (✗ in truth)
// postgres:serializable ? (✗ in truth)
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 }, 2: { v: 0 } } });
async function run() {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE t SET v = 1 WHERE id = 1");
  await client.query("COMMIT AND CHAIN");
  await client.query("UPDATE t SET v = 1 WHERE id = 2");
  await client.query("ROLLBACK");
}
concurrently(run);
invariant("both", () => t.read(1)!.v === 1 && t.read(2)!.v === 1);
