# Two workers each claim the oldest free job with one UPDATE; there are two jobs, so both should get one.
# postgres:read-committed ✗ both subqueries find job 1; B waits for A, checks "worker IS NULL" again on the new version of job 1, changes 0 rows; job 2 stays free
# postgres:repeatable-read ✓ B fails with 40001, runs again and finds job 2
# postgres:serializable ✓
import psycopg2

from aplomb.consistency import concurrently, integer, invariant, nullable, table

DSN = "dbname=work"

queue_jobs = table(
    "queue_jobs",
    {"worker": nullable(integer)},
    rows={1: {"worker": None}, 2: {"worker": None}},
)


def claim(worker: int) -> bool:
    conn = psycopg2.connect(DSN)
    with conn:
        with conn.cursor() as cur:
            cur.execute(
                "UPDATE queue_jobs SET worker = %s"
                " WHERE id = (SELECT MIN(id) FROM queue_jobs WHERE worker IS NULL)"
                " AND worker IS NULL",
                (worker,),
            )
            claimed = cur.rowcount == 1
    conn.close()
    return claimed


@invariant
def both_workers_have_a_job() -> bool:
    return queue_jobs.count(lambda job: job["worker"] is not None) == 2


concurrently(lambda: claim(101), lambda: claim(102))
