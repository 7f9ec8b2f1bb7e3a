# The first free job is claimed by one statement that looks again.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg2

from aplomb.consistency import concurrently, integer, invariant, nullable, table

jobs = table("jobs", {"worker": nullable(integer)}, rows={1: {"worker": None}, 2: {"worker": None}})


def claim(worker: int) -> bool:
    conn = psycopg2.connect("dbname=queue")
    try:
        with conn:
            with conn.cursor() as cur:
                cur.execute(
                    """
                    UPDATE jobs SET worker = %(worker)s
                    WHERE id = (SELECT MIN(id) FROM jobs WHERE worker IS NULL) AND worker IS NULL
                    """,
                    {"worker": worker},
                )
                return cur.rowcount == 1
    finally:
        conn.close()


first, second = concurrently(lambda: claim(1), lambda: claim(2))


@invariant
def who_was_told_so_has_a_job() -> bool:
    has = lambda worker: jobs.exists(lambda it: it["worker"] == worker)
    return (not first or has(1)) and (not second or has(2))
