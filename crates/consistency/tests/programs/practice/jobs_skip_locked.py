# Workers take the next job that nobody has locked.
# postgres:read-committed ? (✓ in truth: SKIP LOCKED is not supported)
# postgres:repeatable-read ?
# postgres:serializable ?
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table

jobs = table("jobs", {"done": False}, rows={1: {"done": False}, 2: {"done": False}})
runs = table("runs", {"job": integer}, rows=[])


def work() -> None:
    with psycopg.connect("dbname=jobs") as conn:
        job = conn.execute(
            "SELECT id FROM jobs WHERE done = false ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"
        ).fetchone()
        if job is not None:
            conn.execute("INSERT INTO runs (job) VALUES (%s)", (job[0],))
            conn.execute("UPDATE jobs SET done = true WHERE id = %s", (job[0],))


concurrently(work, work)


@invariant
def no_job_runs_twice() -> bool:
    return runs.count(lambda it: it["job"] == 1) <= 1 and runs.count(lambda it: it["job"] == 2) <= 1
