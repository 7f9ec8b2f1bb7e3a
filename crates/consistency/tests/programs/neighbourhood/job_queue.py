# A work queue: workers take the oldest queued job with FOR UPDATE SKIP LOCKED and count its runs.
# postgres:read-committed ? SKIP LOCKED is not supported (✓: a row that is locked is skipped, one that has changed is checked again)
# postgres:repeatable-read ? (✓: a row that changed after the snapshot gives 40001)
# postgres:serializable ? (✓)
import psycopg

from aplomb.consistency import concurrently, invariant, table

DSN = "postgresql://localhost/jobs"

mail_jobs = table(
    "mail_jobs",
    {"state": "queued", "runs": 0},
    rows={1: {"state": "queued", "runs": 0}, 2: {"state": "queued", "runs": 0}},
)


def work() -> None:
    with psycopg.connect(DSN) as conn:
        row = conn.execute(
            "SELECT id FROM mail_jobs WHERE state = 'queued'"
            " ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"
        ).fetchone()
        if row is None:
            return
        conn.execute(
            "UPDATE mail_jobs SET state = 'done', runs = runs + 1 WHERE id = %s", (row[0],)
        )


@invariant
def no_job_runs_twice() -> bool:
    return not mail_jobs.exists(lambda job: job["runs"] > 1)


concurrently(work, work)
