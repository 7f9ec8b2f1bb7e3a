# Insert within a savepoint, and update if the key is taken already (psycopg2).
# postgres:read-committed ✓
# postgres:repeatable-read ✗ lost increment: the UPDATE does not see the row that refused the INSERT
# postgres:serializable ? (✗ in truth: the same: that a key is taken is no read for SSI, and an UPDATE of no row commits)
import os

import psycopg2
from psycopg2 import errors

from aplomb.consistency import concurrently, invariant, table


def count_visit(page: str) -> None:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    cur = conn.cursor()
    cur.execute("SAVEPOINT fresh")
    try:
        cur.execute("INSERT INTO visits (page, n) VALUES (%s, 1)", (page,))
        cur.execute("RELEASE SAVEPOINT fresh")
    except errors.UniqueViolation:
        cur.execute("ROLLBACK TO SAVEPOINT fresh")
        cur.execute("UPDATE visits SET n = n + 1 WHERE page = %s", (page,))
    conn.commit()


visits = table("visits", {"n": 0}, key="page", rows={})


@invariant
def both_visits_count() -> bool:
    return visits.read("/")["n"] == 2


concurrently(lambda: count_visit("/"), lambda: count_visit("/"))
