# Queue workers take the next job with a plain SELECT ... LIMIT 1 and mark it done (psycopg2).
# postgres:read-committed ✗ lost update
# postgres:repeatable-read ✓
# postgres:serializable ✓
import os

import psycopg2
import psycopg2.extras

from aplomb.consistency import concurrently, invariant, table


def work() -> None:
    conn = psycopg2.connect(
        os.environ["DATABASE_URL"], cursor_factory=psycopg2.extras.RealDictCursor
    )
    cur = conn.cursor()
    cur.execute("SELECT id FROM jobs WHERE state = 'ready' ORDER BY id LIMIT 1")
    job = cur.fetchone()
    if job is None:
        conn.rollback()
        return
    cur.execute("UPDATE jobs SET state = 'done', runs = runs + 1 WHERE id = %s", (job["id"],))
    conn.commit()


jobs = table(
    "jobs",
    {"state": "", "runs": 0},
    key="id",
    rows={1: {"state": "ready", "runs": 0}, 2: {"state": "ready", "runs": 0}},
)


@invariant
def no_job_runs_twice() -> bool:
    return jobs.read(1)["runs"] <= 1 and jobs.read(2)["runs"] <= 1


concurrently(work, work)
