// The same for PostgreSQL.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const hits = table("hits", { n: 0 }, { rows: [], key: "page" });

async function hit(page: string) {
  await pool.query(
    "INSERT INTO hits (page, n) VALUES ($1, 1) ON CONFLICT (page) DO UPDATE SET n = hits.n + 1",
    [page],
  );
}

concurrently(() => hit("/"), () => hit("/"));
invariant("both count", () => hits.read("/")!.n === 2);
