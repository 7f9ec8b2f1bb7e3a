// One client for all requests: the second BEGIN is inside the first one's transaction.
// postgres:read-committed ✓ (✗ in truth, where requests overlap: the answer assumes a connection for each)
// postgres:serializable ✓ (✗ in truth, where requests overlap: the answer assumes a connection for each)
import { Client } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const client = new Client();
await client.connect();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function add() {
  await client.query("BEGIN");
  const r = await client.query("SELECT v FROM t WHERE id = 1 FOR UPDATE");
  await client.query("UPDATE t SET v = $1 WHERE id = 1", [r.rows[0].v + 1]);
  await client.query("COMMIT");
}
concurrently(add, add);
invariant("both count", () => t.read(1)!.v === 2);
