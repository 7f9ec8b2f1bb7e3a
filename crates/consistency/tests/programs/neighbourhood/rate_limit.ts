// One request per window: an upsert counts the hits and its RETURNING decides who may pass.
// postgres:read-committed ✓ ON CONFLICT DO UPDATE waits for the other and sees its row: one gets 1, one gets 2
// postgres:repeatable-read ✓ a row that is not in the snapshot fails with 40001, and the statement runs again
// postgres:serializable ✓
import postgres from "postgres";
import { concurrently, invariant, table } from "@aplomb/consistency";

const sql = postgres("postgres://localhost/gateway");

const hitWindows = table("hit_windows", { hits: 0 }, { rows: {} });
const passedRequests = table("passed_requests", { client: 0 }, { rows: {} });

async function request(client: number): Promise<boolean> {
  const [row] = await sql`
    INSERT INTO hit_windows (id, hits) VALUES (${client}, 1)
    ON CONFLICT (id) DO UPDATE SET hits = hit_windows.hits + 1
    RETURNING hits`;
  if (row.hits > 1) return false;
  await sql`INSERT INTO passed_requests (client) VALUES (${client})`;
  return true;
}

invariant("one request passes", () => passedRequests.count((r) => r.client === 5) === 1);
invariant("both are counted", () => hitWindows.read(5).hits === 2);

concurrently(() => request(5), () => request(5));
