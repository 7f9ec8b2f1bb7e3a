# A member is added, or the visit is counted if it was there: the INSERT fails inside a savepoint.
# postgres:read-committed ✓
# postgres:repeatable-read ✗ the other one's row is not in the snapshot, so the visit is not counted
# postgres:serializable ? ✗ that a key is taken is no read for it, so the same happens
import psycopg

from aplomb.consistency import concurrently, invariant, table

clubs = table("clubs", {"open": 1}, rows={1: {"open": 1}})
members = table("members", {"visits": 0}, rows=[])


def visit(member: int) -> None:
    with psycopg.connect("dbname=club") as conn:
        club = conn.execute("SELECT open FROM clubs WHERE id = 1").fetchone()
        if club[0] == 0:
            return
        try:
            with conn.transaction():
                conn.execute("INSERT INTO members (id, visits) VALUES (%s, 1)", (member,))
        except psycopg.errors.UniqueViolation:
            conn.execute("UPDATE members SET visits = visits + 1 WHERE id = %s", (member,))


concurrently(lambda: visit(3), lambda: visit(3))


@invariant
def both_visits_count() -> bool:
    return members.read(3)["visits"] == 2
