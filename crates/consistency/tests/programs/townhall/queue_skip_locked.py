# Workers take jobs from a queue and leave alone what another one has locked.
# postgres:read-committed ? (✓ in truth)
# postgres:repeatable-read ? (✓ in truth)
# postgres:serializable ? (✓ in truth)
import psycopg

from aplomb.consistency import concurrently, invariant, table


def claim(worker: int) -> int:
    with psycopg.connect("dbname=jobs") as connection:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT id FROM jobs WHERE state = 'new' ORDER BY id LIMIT 1"
                " FOR UPDATE SKIP LOCKED"
            )
            row = cursor.fetchone()
            if row is None:
                return 0
            cursor.execute(
                "UPDATE jobs SET state = 'taken', worker = %s WHERE id = %s", (worker, row[0])
            )
            return row[0]


jobs = table("jobs", {"state": "new", "worker": 0}, rows=[1, 2])

first, second = concurrently(lambda: claim(100), lambda: claim(200))


@invariant
def nobody_takes_what_another_one_has() -> bool:
    return first != second


@invariant
def who_takes_a_job_has_it() -> bool:
    return first == 0 or jobs.read(first)["worker"] == 100
