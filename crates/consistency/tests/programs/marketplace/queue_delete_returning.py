# The head of a queue is deleted with RETURNING; who waited for it leaves empty-handed (psycopg 3).
# postgres:read-committed ✗ a worker gets nothing although a job is left
# postgres:repeatable-read ✓
# postgres:serializable ✓
import os

import psycopg

from aplomb.consistency import concurrently, invariant, table


def pop() -> int:
    with psycopg.connect(os.environ["DATABASE_URL"]) as conn:
        row = conn.execute(
            "DELETE FROM queue WHERE id = (SELECT MIN(q.id) FROM queue q) RETURNING id"
        ).fetchone()
        return 0 if row is None else row[0]


queue = table("queue", {"task": 0}, key="id", rows={1: {"task": 10}, 2: {"task": 20}})

one, other = concurrently(pop, pop)


@invariant
def nobody_gets_the_same() -> bool:
    return one != other or one == 0


@invariant
def both_get_something() -> bool:
    return one != 0 and other != 0
