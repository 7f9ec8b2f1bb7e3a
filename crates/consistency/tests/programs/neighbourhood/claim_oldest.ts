// A print job is claimed by one UPDATE whose subquery picks the oldest free one, without a check of its own on the row.
// postgres:read-committed ✗ both subqueries pick job 1; B waits for A; on the new version "id = 1" still holds (the subquery reads the old snapshot): B claims it again
// postgres:repeatable-read ✓ B fails with 40001, runs again and picks job 2
// postgres:serializable ✓
import pg from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = new pg.Pool();

const printJobs = table("print_jobs", { printer: nullable(integer) }, { rows: { 1: { printer: null }, 2: { printer: null } } });
const prints = table("prints", { job: 0, printer: 0 }, { rows: {} });

async function print(printer: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query(
      "UPDATE print_jobs SET printer = $1 WHERE id = (SELECT MIN(id) FROM print_jobs WHERE printer IS NULL) RETURNING id",
      [printer],
    );
    if (rows.length > 0) {
      await client.query("INSERT INTO prints (job, printer) VALUES ($1, $2)", [rows[0].id, printer]);
    }
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

invariant("no job is printed twice", () => prints.count((p) => p.job === 1) <= 1 && prints.count((p) => p.job === 2) <= 1);
invariant("claims stand", () => printJobs.read(1).printer !== null);

concurrently(() => print(51), () => print(52));
