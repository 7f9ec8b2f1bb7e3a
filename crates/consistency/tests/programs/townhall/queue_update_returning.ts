// A job is claimed by one statement: the oldest new one, by a subquery. At READ COMMITTED two find
// the same one; the second waits, and its condition (the id) still holds of the changed row.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "jobs" });

async function claim(worker: number): Promise<number | null> {
  const { rows } = await pool.query(
    `UPDATE jobs SET state = 'taken', worker = $1
     WHERE id = (SELECT id FROM jobs WHERE state = 'new' ORDER BY id LIMIT 1)
     RETURNING id`,
    [worker],
  );
  return rows.length === 0 ? null : rows[0].id;
}

const jobs = table("jobs", { state: "new", worker: 0 }, { rows: [1, 2] });

const [first, second] = await concurrently(() => claim(100), () => claim(200));

invariant("no job is done twice", () => first !== second);
