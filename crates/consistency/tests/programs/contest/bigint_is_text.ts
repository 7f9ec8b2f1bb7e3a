// node-postgres hands a BIGINT over as a text.
// postgres:read-committed ? (✗ in truth)
// postgres:repeatable-read ? (✗ in truth)
// postgres:serializable ? (✗ in truth)
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 } } });
async function add() {
  const client = await pool.connect();
  await client.query("BEGIN");
  const { rows } = await client.query("SELECT v FROM t WHERE id = 1 FOR UPDATE");
  await client.query("UPDATE t SET v = $1 WHERE id = 1", [rows[0].v + 1]);
  await client.query("COMMIT");
}
concurrently(add);
invariant("one more", () => t.read(1)!.v === 2);
