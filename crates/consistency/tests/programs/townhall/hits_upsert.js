// The first visitor makes the row, the others increase it: one statement, ON CONFLICT DO UPDATE.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "stats" });

async function hit(page) {
  await pool.query(
    "INSERT INTO hits (page, n) VALUES ($1, 1) ON CONFLICT (page) DO UPDATE SET n = hits.n + 1",
    [page],
  );
}

const hits = table("hits", { n: 0 }, { rows: [], key: "page" });

concurrently(() => hit("/"), () => hit("/"), () => hit("/about"));

invariant("every hit is counted", () => hits.read("/").n === 2 && hits.read("/about").n === 1);
