// Two projects per tenant: the INSERT counts by itself, which is no lock.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const projects = table("projects", { tenant: integer }, { rows: { 1: { tenant: 7 } } });

async function create(tenant: number): Promise<boolean> {
  const inserted = await pool.query(
    "INSERT INTO projects (tenant) SELECT $1 WHERE (SELECT COUNT(*) FROM projects WHERE tenant = $1) < 2",
    [tenant],
  );
  return inserted.rowCount === 1;
}

concurrently(() => create(7), () => create(7));
invariant("at most two", () => projects.count((it) => it.tenant === 7) <= 2);
